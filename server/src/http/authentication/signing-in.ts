import {
  MAX_SIGN_INS_OF_A_USER,
  SIGN_IN_MINUTES,
  type SignInStep,
} from '@despatch/domain/sign-in/two-factor/second-factor'
import { sql } from 'kysely'
import { isKey } from './key-token.ts'
import { keyMayNot } from './open-key.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { openSession } from './open-session.ts'
import { hashToken, isToken, newToken } from './token.ts'

const EXPIRED = 'Signing in took too long, or was started again elsewhere. Sign in again.'

/** Someone who has given the right password: on the way in, with one step to take, or signed in already. */
export type SigningIn = {
  userId: number
  tokenHash: Buffer
  /** 'done' for someone who is signed in. */
  step: SignInStep
  /** The session of someone who is signed in. */
  sessionId: number | undefined
}

/**
 * Who a token of the header is, where it may be that of a sign-in under way. Throws an AppError (401) for one that is
 * neither, or that has run out.
 */
export async function findSigningIn(transaction: Transaction, token: string, now: Date): Promise<SigningIn> {
  if (isKey(token)) throw keyMayNot()
  if (!isToken(token)) throw new AppError('session_expired', EXPIRED)
  const tokenHash = hashToken(token)
  const step = await transaction.row(
    db
      .selectFrom('sign_in_steps')
      .innerJoin('users', 'users.user_id', 'sign_in_steps.user_id')
      .innerJoin('roles', 'roles.role_id', 'users.role_id')
      .select(['sign_in_steps.user_id', 'step', 'created_at'])
      .where('token_hash', '=', tokenHash)
      .where('users.active', '=', true)
      .where('users.locked', '=', false)
      .where('roles.active', '=', true),
  )
  if (step && now.getTime() - step.created_at.getTime() > SIGN_IN_MINUTES * 60_000)
    throw new AppError('session_expired', EXPIRED)
  if (step) return { userId: step.user_id, tokenHash, step: step.step, sessionId: undefined }
  const caller = await openSession(transaction, { token, client: undefined, now })
  return { userId: caller.userId, tokenHash, step: 'done', sessionId: caller.sessionId }
}

/**
 * Begins the step that is left of signing in, in place of any other of the user from this network: someone elsewhere who
 * has learnt the password must not end the sign-in of its owner again and again. Gives the token that serves for it.
 */
export async function beginStep(
  transaction: Transaction,
  { userId, step, network, now }: { userId: number; step: Exclude<SignInStep, 'done'>; network: string; now: Date },
): Promise<string> {
  const token = newToken()
  await transaction.write(
    sql`
      delete from sign_in_steps where user_id = ${userId} and (network = ${network} or token_hash in (
        select token_hash from sign_in_steps where user_id = ${userId}
        order by created_at desc, token_hash offset ${MAX_SIGN_INS_OF_A_USER - 1}
      ))`.compile(db),
  )
  await transaction.write(
    db
      .insertInto('sign_in_steps')
      .values({ token_hash: hashToken(token), user_id: userId, step, network, created_at: now }),
  )
  return token
}

/** Uses a step up. Throws an AppError (401) when it has been used, or signing in began again, in the meantime. */
export async function useStep(transaction: Transaction, { tokenHash }: SigningIn): Promise<void> {
  const used = await transaction.writeRow(
    db.deleteFrom('sign_in_steps').where('token_hash', '=', tokenHash).returning('user_id'),
  )
  if (!used) throw new AppError('session_expired', EXPIRED)
}
