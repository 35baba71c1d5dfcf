import type { PublicContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Attempt, countAttempt, countFailedName, clearAttempt } from './attempts.ts'
import { isPassword } from './password.ts'
import { refuseWhenBusy, knownUserTicket } from './password-lanes.ts'
import { userOfId } from '../../http/authentication/queries.ts'
import { signInPlace } from './sign-in-place.ts'
import { findSigningIn, useStep } from '../../http/authentication/signing-in.ts'
import { hashToken } from '../../http/authentication/token.ts'

const NO_PROOF = 'Sign in again, or ask for a link to choose a new password.'
const LINK_ENDED = 'This link has expired or was already used. Get a new one.'

/** Permission to set a new password for a user. */
type PasswordProof = {
  userId: number
  /** For the audit. */
  by: 'link' | 'temporary password' | 'present password'
  /** The session that stays open afterwards. */
  sessionId?: number | undefined
  /** Consumes the proof, in the transaction that sets the password. Throws an AppError (401) if it has been used. */
  use(transaction: Transaction): Promise<void>
}

type ProofInput = { token?: string | undefined; currentPassword?: string | undefined }

/**
 * Finds the caller's proof: a mailed link, the temporary password they have just signed in with, or a session and the
 * current password. Throws an AppError: 401 without a proof, 400 for a wrong current password.
 */
export async function findProof(context: PublicContext, input: ProofInput): Promise<PasswordProof> {
  if (input.token !== undefined) return proofByLink(context, hashToken(input.token))
  const { token, now } = context
  if (!token) throw new AppError('session_expired', NO_PROOF)
  const signingIn = await context.inTransaction((transaction) => findSigningIn(transaction, token, now))
  const { userId, sessionId, step } = signingIn
  if (step === 'new-password')
    return { userId, by: 'temporary password', use: (transaction) => useStep(transaction, signingIn) }
  if (step !== 'done') throw new AppError('session_expired', NO_PROOF)
  if (input.currentPassword === undefined)
    throw refuseFields([{ path: 'currentPassword', message: 'Enter your current password' }])
  return proofByPassword(context, { userId, sessionId, password: input.currentPassword })
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

/** Proof by the current password. */
async function proofByPassword(
  context: PublicContext,
  { userId, sessionId, password }: { userId: number; sessionId: number | undefined; password: string },
): Promise<PasswordProof> {
  if (!(await isCurrentPassword(context, userId, password)))
    throw refuseFields([{ path: 'currentPassword', message: WRONG_CURRENT_PASSWORD }])
  return { userId, sessionId, by: 'present password', async use() {} }
}

export const WRONG_CURRENT_PASSWORD = 'This is not your current password'

/**
 * Whether a password is the signed-in user's current one. A wrong one counts as a failed sign-in, so an unattended
 * session cannot be used to guess passwords. Throws an AppError (429) after several.
 */
export async function isCurrentPassword(context: PublicContext, userId: number, password: string): Promise<boolean> {
  const { now } = context
  const { user, attempt, isFirst } = await context.inTransaction(async (transaction) => {
    const user = await transaction.row(userOfId(userId))
    if (!user) throw new AppError('session_expired', NO_PROOF)
    refuseWhenBusy(knownUserTicket(userId))
    const place = await signInPlace(transaction, userId, undefined, context)
    const attempt: Attempt = { kind: 'password', name: user.username, userId, ...place }
    return { user, attempt, ...(await countAttempt(transaction, attempt, now)) }
  })
  const isRight = await isPassword(password, user.password_hash, knownUserTicket(userId))
  // Undo the count at once: if the new password is refused later, that is no failed sign-in.
  await context.inTransaction((transaction) =>
    isRight ? clearAttempt(transaction, attempt) : countFailedName(transaction, attempt, { isFirst, now }),
  )
  return isRight
}
