import type { PublicContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Attempt, countAttempt, countFailedName, forgetAttempt } from './attempts.ts'
import { isPassword } from './password.ts'
import { refuseWhenBusy, waitingAsKnown } from './password-lanes.ts'
import { userOfId } from '../../http/authentication/queries.ts'
import { signInPlace } from './sign-in-place.ts'
import { findSigningIn, useStep } from '../../http/authentication/signing-in.ts'
import { hashToken } from '../../http/authentication/token.ts'

const NO_PROOF = 'Sign in again, or ask for a link to choose a new password.'
const LINK_ENDED = 'This link no longer works: it was used, or its time is over. Ask for a new one.'

/** That someone may choose a new password for a user. */
type PasswordProof = {
  userId: number
  /** As the audit says it. */
  by: 'link' | 'temporary password' | 'present password'
  /** The session that goes on afterwards. */
  sessionId?: number | undefined
  /** Uses the proof up, in the transaction that sets the password. Throws an AppError (401) when it has been used. */
  use(transaction: Transaction): Promise<void>
}

type Given = { token?: string | undefined; currentPassword?: string | undefined }

/**
 * Which of the three proofs someone has: a mailed link, the temporary password they have just signed in with, or a
 * session and their present password. Throws an AppError: 401 without any, 400 for a wrong present password.
 */
export async function findProof(context: PublicContext, given: Given): Promise<PasswordProof> {
  if (given.token !== undefined) return proofByLink(context, hashToken(given.token))
  const { token, now } = context
  if (!token) throw new AppError('session_expired', NO_PROOF)
  const signingIn = await context.inTransaction((transaction) => findSigningIn(transaction, token, now))
  const { userId, sessionId, step } = signingIn
  if (step === 'new-password')
    return { userId, by: 'temporary password', use: (transaction) => useStep(transaction, signingIn) }
  if (step !== 'done') throw new AppError('session_expired', NO_PROOF)
  if (given.currentPassword === undefined)
    throw refuseFields([{ path: 'currentPassword', message: 'Your present password is missing' }])
  return proofByPassword(context, { userId, sessionId, password: given.currentPassword })
}

async function proofByLink(context: PublicContext, tokenHash: Buffer): Promise<PasswordProof> {
  const links = db.selectFrom('password_links').select('user_id')
  const link = await context.inTransaction((transaction) =>
    transaction.row(links.where('token_hash', '=', tokenHash).where('expires_at', '>', context.now)),
  )
  if (!link) throw new AppError('session_expired', LINK_ENDED)
  return {
    userId: link.user_id,
    by: 'link',
    async use(transaction) {
      const used = await transaction.writeRow(
        db.deleteFrom('password_links').where('token_hash', '=', tokenHash).returning('user_id'),
      )
      if (!used) throw new AppError('session_expired', LINK_ENDED)
    },
  }
}

/** A user proves that they know their present password. */
async function proofByPassword(
  context: PublicContext,
  { userId, sessionId, password }: { userId: number; sessionId: number | undefined; password: string },
): Promise<PasswordProof> {
  if (!(await isPresentPassword(context, userId, password)))
    throw refuseFields([{ path: 'currentPassword', message: NOT_PRESENT }])
  return { userId, sessionId, by: 'present password', async use() {} }
}

/** What is said of a wrong one. */
export const NOT_PRESENT = 'This is not your present password'

/**
 * Whether a password is the present one of a user who is signed in. A wrong one counts as a failed sign-in: a session left
 * open is no way to try passwords. Throws an AppError (429) after several.
 */
export async function isPresentPassword(context: PublicContext, userId: number, password: string): Promise<boolean> {
  const { now } = context
  const { user, attempt, isFirst } = await context.inTransaction(async (transaction) => {
    const user = await transaction.row(userOfId(userId))
    if (!user) throw new AppError('session_expired', NO_PROOF)
    refuseWhenBusy(waitingAsKnown(userId))
    const place = await signInPlace(transaction, userId, undefined, context)
    const attempt: Attempt = { kind: 'password', name: user.username, userId, ...place }
    return { user, attempt, ...(await countAttempt(transaction, attempt, now)) }
  })
  const isRight = await isPassword(password, user.password_hash, waitingAsKnown(userId))
  // Given back at once where it is right: a new password that is refused afterwards is no failed sign-in.
  await context.inTransaction((transaction) =>
    isRight ? forgetAttempt(transaction, attempt) : countFailedName(transaction, attempt, { isFirst, now }),
  )
  return isRight
}
