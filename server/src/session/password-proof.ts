import type { PublicContext } from '../app/context.ts'
import { Refusal, refuseFields } from '../app/refusal.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { countAttempt, forgetAttempts, passwordsFrom, passwordsOf, refuseBlocked } from './attempts.ts'
import { isPassword } from './password.ts'
import { userOfId } from './queries.ts'
import { findSigningIn, useStep } from './signing-in.ts'
import { hashToken } from './token.ts'

const NO_PROOF = 'Sign in again, or ask for a link to choose a new password.'
const LINK_ENDED = 'This link no longer works: it was used, or its time is over. Ask for a new one.'

/** That somebody may choose a new password for a user. */
type PasswordProof = {
  userId: number
  /** As the audit says it. */
  by: 'link' | 'temporary password' | 'present password'
  /** The session that goes on afterwards. */
  sessionId?: number | undefined
  /** Uses the proof up, in the transaction that sets the password. Throws a Refusal (401) when it has been used. */
  use(transaction: Transaction): Promise<void>
}

type Given = { token?: string | undefined; currentPassword?: string | undefined }

/**
 * Which of the three proofs somebody has: a mailed link, the temporary password they have just signed in with, or a
 * session and their present password. Throws a Refusal: 401 without any, 400 for a wrong present password.
 */
export async function findProof(context: PublicContext, given: Given): Promise<PasswordProof> {
  if (given.token !== undefined) return proofByLink(context, hashToken(given.token))
  const { token, now } = context
  if (!token) throw new Refusal('session_expired', NO_PROOF)
  const signingIn = await context.inTransaction((transaction) => findSigningIn(transaction, token, now))
  const { userId, sessionId, step } = signingIn
  if (step === 'new-password')
    return { userId, by: 'temporary password', use: (transaction) => useStep(transaction, signingIn) }
  if (step !== 'done') throw new Refusal('session_expired', NO_PROOF)
  if (given.currentPassword === undefined)
    throw refuseFields([{ path: 'currentPassword', message: 'Your present password is missing' }])
  return proofByPassword(context, { userId, sessionId, password: given.currentPassword })
}

async function proofByLink(context: PublicContext, tokenHash: Buffer): Promise<PasswordProof> {
  const links = db.selectFrom('password_links').select('user_id')
  const link = await context.inTransaction((transaction) =>
    transaction.row(links.where('token_hash', '=', tokenHash).where('expires_at', '>', context.now)),
  )
  if (!link) throw new Refusal('session_expired', LINK_ENDED)
  return {
    userId: link.user_id,
    by: 'link',
    async use(transaction) {
      const used = await transaction.row(
        db.deleteFrom('password_links').where('token_hash', '=', tokenHash).returning('user_id'),
      )
      if (!used) throw new Refusal('session_expired', LINK_ENDED)
    },
  }
}

/** A wrong present password counts as a failed sign-in: a session left open is no way to try passwords. */
async function proofByPassword(
  context: PublicContext,
  { userId, sessionId, password }: { userId: number; sessionId: number | undefined; password: string },
): Promise<PasswordProof> {
  const ofAddress = passwordsFrom(context.address)
  const user = await context.inTransaction(async (transaction) => {
    const found = await transaction.row(userOfId(userId))
    if (!found) throw new Refusal('session_expired', NO_PROOF)
    await refuseBlocked(transaction, ofAddress, context.now)
    await countAttempt(transaction, [passwordsOf(found.username)], context.now)
    return found
  })
  if (!(await isPassword(password, user.password_hash))) {
    await context.inTransaction((transaction) => countAttempt(transaction, [ofAddress], context.now))
    throw refuseFields([{ path: 'currentPassword', message: 'This is not your present password' }])
  }
  // Given back at once: a new password that is refused is no failed sign-in.
  await context.inTransaction((transaction) => forgetAttempts(transaction, passwordsOf(user.username)))
  return { userId, sessionId, by: 'present password', async use() {} }
}
