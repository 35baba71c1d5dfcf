import {
  MAX_SIGN_INS_OF_A_USER,
  SIGN_IN_MINUTES,
  type SignInStep,
} from '@despatch/domain/sign-in/two-factor/second-factor'
import { sql } from 'kysely'
import { isKey } from './key-token.ts'
import { forbiddenForKeys } from './open-key.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { openSession } from './open-session.ts'
import { hashToken, isToken, newToken } from './token.ts'

const EXPIRED = 'Signing in took too long, or was started again elsewhere. Sign in again.'

/** A user who has given the right password, and either has one step left or is signed in. */
export type SigningIn = {
  userId: number
  tokenHash: Buffer
  /** 'done' for a signed-in user. */
  step: SignInStep
  /** The session of a signed-in user. */
  sessionId: number | undefined
}

/**
 * Finds whose the token in the header is, whether of a session or of a sign-in in progress. Throws an AppError (401) if it is
 * neither, or has expired.
 */
export async function findSigningIn(transaction: Transaction, token: string, now: Date): Promise<SigningIn> {
  if (isKey(token)) throw forbiddenForKeys()
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
 * Begins the last step of signing in and returns its token. It replaces other steps of the user from this network only: someone
 * elsewhere who knows the password must not be able to interrupt the owner's sign-in again and again.
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

/** Uses up a step. Throws an AppError (401) if it was used, or signing in began again, in the meantime. */
export async function useStep(transaction: Transaction, { tokenHash }: SigningIn): Promise<void> {
  const used = await transaction.writeRow(
    db.deleteFrom('sign_in_steps').where('token_hash', '=', tokenHash).returning('user_id'),
  )
  if (!used) throw new AppError('session_expired', EXPIRED)
}
