import { TRIES_OF_A_SIGN_IN } from '@despatch/domain/sign-in/two-factor/second-factor'
import type { SigningInContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Attempt, countAttempt } from '../password/attempts.ts'
import { signInPlace } from '../password/sign-in-place.ts'

/**
 * Counts a try of a code before checking it: for this sign-in, which has five tries, and for the user at this network
 * or known device, with growing waits. A thief who learnt the password and guesses codes elsewhere must not block the
 * owner. Returns the attempt to clear once the code is right. Throws an AppError: 429 while the user must wait, 401
 * when this sign-in has no tries left.
 */
export async function countCodeTry(
  transaction: Transaction,
  context: SigningInContext,
  device: string | undefined,
): Promise<Attempt> {
  const { signingIn, now } = context
  const place = await signInPlace(transaction, signingIn.userId, device, context)
  const attempt: Attempt = { kind: 'code', name: String(signingIn.userId), userId: signingIn.userId, ...place }
  await countAttempt(transaction, attempt, now)
  if (signingIn.step === 'done') return attempt
  const counted = await transaction.writeRow(
    db
      .updateTable('sign_in_steps')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('token_hash', '=', signingIn.tokenHash)
      .where('tries', '<', TRIES_OF_A_SIGN_IN)
      .returning('tries'),
  )
  if (!counted) throw tooManyTries()
  return attempt
}

/** The error for a wrong code: on its field or, after the last try, for the whole sign-in, which must start again. */
export async function refuseCode({ inTransaction, signingIn }: SigningInContext, words: string): Promise<AppError> {
  const ended = await inTransaction((transaction) =>
    transaction.writeRow(
      db
        .deleteFrom('sign_in_steps')
        .where('token_hash', '=', signingIn.tokenHash)
        .where('tries', '>=', TRIES_OF_A_SIGN_IN)
        .returning('user_id'),
    ),
  )
  return ended ? tooManyTries() : refuseFields([{ path: 'code', message: words }])
}

const tooManyTries = () => new AppError('session_expired', 'Too many wrong codes. Sign in again with your password.')
