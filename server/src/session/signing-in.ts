import { SIGN_IN_MINUTES, type SignInStep } from '@despatch/domain/session/second-factor'
import { Refusal } from '../app/refusal.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { openSession } from './open-session.ts'
import { hashToken, isToken } from './token.ts'

const EXPIRED = 'Signing in took too long, or began anew elsewhere. Sign in again.'

/** Somebody who has given the right password: on the way in, with one step to take, or signed in already. */
export type SigningIn = {
  userId: number
  tokenHash: Buffer
  /** 'done' for somebody who is signed in. */
  step: SignInStep
}

/**
 * Who a token of the header is, where it may be that of a sign-in under way. Throws a Refusal (401) for one that is
 * neither, or that has run out.
 */
export async function findSigningIn(transaction: Transaction, token: string, now: Date): Promise<SigningIn> {
  if (!isToken(token)) throw new Refusal('session_expired', EXPIRED)
  const tokenHash = hashToken(token)
  const step = await transaction.row(
    db
      .selectFrom('sign_in_steps')
      .innerJoin('users', 'users.user_id', 'sign_in_steps.user_id')
      .innerJoin('roles', 'roles.role_id', 'users.role_id')
      .select(['sign_in_steps.user_id', 'step'])
      .where('token_hash', '=', tokenHash)
      .where('created_at', '>', new Date(now.getTime() - SIGN_IN_MINUTES * 60_000))
      .where('users.active', '=', true)
      .where('users.locked', '=', false)
      .where('roles.active', '=', true),
  )
  if (step) return { userId: step.user_id, tokenHash, step: step.step }
  const caller = await openSession(transaction, { token, client: undefined, now })
  return { userId: caller.userId, tokenHash, step: 'done' }
}
