import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { SECOND_FACTOR_ENABLED } from '@despatch/domain/feedback/messages'
import type { SigningInContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { clearAttempt } from '../password/attempts.ts'
import { countCodeTry, refuseCode } from './code-tries.ts'
import { refuseUnconfirmed } from '../password/confirm-password.ts'
import { auditSignIn, userChangedError, startSession, holdUser } from '../password/start-session.ts'
import { openSeed, stepOfCode } from './one-time-code.ts'
import { userOfId } from '../../http/authentication/queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { useStep } from '../../http/authentication/signing-in.ts'

const START_AGAIN = 'This QR code has expired. Create a new one.'

/**
 * Finishes the registration of a second factor with a first code. Specification 4: 'Successful registration
 * verification shows Two-Factor Auth Enabled Successfully!'. A user who is signing in gets a session; one who is signed
 * in keeps their token. Throws an AppError for a wrong code, after too many, and without a registration in progress.
 */
export async function verifyOneTimeCode(
  context: SigningInContext,
  { body }: RouteChecked<typeof routes.verifyOneTimeCode>,
): Promise<RouteAnswer<typeof routes.verifyOneTimeCode>> {
  const { signingIn, services, now } = context
  const { userId, step } = signingIn
  if (step !== 'otp-registration' && step !== 'done')
    throw new AppError('unprocessable', 'There is no set-up to finish. Sign in again.')
  const { user, attempt } = await context.inTransaction(async (transaction) => {
    const attempt = await countCodeTry(transaction, context, body.device)
    return { user: await transaction.row(userOfId(userId)), attempt }
  })
  const sealed = user?.otp_secret
  if (!user || !sealed || user.otp_verified) throw new AppError('unprocessable', START_AGAIN)
  const seed = openSeed(services.secrets, sealed, userId)
  if (seed === undefined) throw new AppError('unprocessable', START_AGAIN)
  const timeStep = stepOfCode(body.code.replaceAll(/\s/g, ''), seed, now)
  if (timeStep === undefined)
    throw await refuseCode(context, 'That code didn’t work. Enter the latest code from your app.')

  return context.inTransaction(async (transaction) => {
    if (!(await holdUser(transaction, user))) throw userChangedError()
    if (signingIn.sessionId !== undefined) await refuseUnconfirmed(transaction, signingIn.sessionId, now)
    const enabled = await transaction.writeRow(
      db
        .updateTable('users')
        .set({ otp_verified: true, otp_last_step: timeStep })
        .where('user_id', '=', userId)
        .where('otp_secret', '=', sealed)
        .where('otp_verified', '=', false)
        .returning('user_id'),
    )
    if (!enabled) throw new AppError('unprocessable', START_AGAIN)
    // In the order in which a try counts them.
    await clearAttempt(transaction, attempt)
    if (step !== 'done') await useStep(transaction, signingIn)
    const recoveryCodes = await replaceRecoveryCodes(transaction, userId, services.secrets)
    await auditSignIn(transaction, user, context, 'session.second-factor-enabled')
    const { token, device } =
      step === 'done'
        ? { token: context.token ?? '', device: undefined }
        : await startSession(transaction, user, context, { device: body.device })
    return {
      _id: String(userId),
      access_token: token,
      ...(device !== undefined && { device }),
      message: SECOND_FACTOR_ENABLED,
      otp_enabled: true,
      otp_verified: true,
      recoveryCodes,
    }
  })
}
