import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { SigningInContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { refuseUnconfirmed } from '../password/confirm-password.ts'
import { auditSignIn } from '../password/start-session.ts'
import { newSeed, sealSeed, uriOf } from './one-time-code.ts'
import { userOfId } from '../../http/authentication/queries.ts'

const ALREADY_REGISTERED = 'Two-factor sign-in is already set up. Ask an administrator to reset it.'

/**
 * Begins the registration of a second factor with a new seed, replacing an unfinished one (specification 4,
 * one-time-code registration). Throws an AppError if one is registered, so that it cannot be bypassed by registering
 * another; and within a session until the password is confirmed, so that nobody enrols an app in an unattended session.
 */
export async function beginSecondFactor(
  context: SigningInContext,
): Promise<RouteAnswer<typeof routes.generateOneTimeCodes>> {
  const { signingIn, services } = context
  if (signingIn.step === 'otp-validation') throw new AppError('already_exists', ALREADY_REGISTERED)
  if (signingIn.step === 'new-password') throw new AppError('unprocessable', 'Choose a new password first.')
  const seed = newSeed()
  return context.inTransaction(async (transaction) => {
    const begun = await transaction.writeRow(
      db
        .updateTable('users')
        .set({ otp_secret: sealSeed(services.secrets, seed, signingIn.userId), otp_last_step: 0 })
        .where('user_id', '=', signingIn.userId)
        .where('otp_verified', '=', false)
        .returning('user_id'),
    )
    const user = await transaction.row(userOfId(signingIn.userId))
    if (!begun || !user) throw new AppError('already_exists', ALREADY_REGISTERED)
    if (signingIn.sessionId !== undefined) await refuseUnconfirmed(transaction, signingIn.sessionId, context.now)
    await auditSignIn(transaction, user, context, 'session.second-factor-began')
    return { base32: seed, otpauth_url: uriOf(seed, user.username) }
  })
}
