import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { SECOND_FACTOR_ENABLED } from '@despatch/domain/feedback/messages'
import type { SigningInContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { forgetAttempt } from '../password/attempts.ts'
import { countTry, refuseCode } from './code-tries.ts'
import { refuseUnconfirmed } from '../password/confirm-password.ts'
import { auditOf, changedMeanwhile, enter, holdUser } from '../password/enter.ts'
import { openSeed, stepOfCode } from './one-time-code.ts'
import { userOfId } from '../../http/authentication/queries.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { useStep } from '../../http/authentication/signing-in.ts'

const BEGIN_ANEW = 'Begin with a new QR code: this one can no longer be used.'

/**
 * Finishes registering a second factor with a first code of the app. Specification 4: 'Successful registration
 * verification shows Two-Factor Auth Enabled Successfully!'. Who was signing in is signed in with a new token; who is
 * signed in keeps theirs. Throws an AppError for a wrong code, after too many, and where there is nothing to finish.
 */
export async function verifyOneTimeCode(
  context: SigningInContext,
  { body }: RouteChecked<typeof routes.verifyOneTimeCode>,
): Promise<RouteAnswer<typeof routes.verifyOneTimeCode>> {
  const { signingIn, services, now } = context
  const { userId, step } = signingIn
  if (step !== 'otp-registration' && step !== 'done')
    throw new AppError('unprocessable', 'There is no registration to finish: sign in again.')
  const { user, attempt } = await context.inTransaction(async (transaction) => {
    const attempt = await countTry(transaction, context, body.device)
    return { user: await transaction.row(userOfId(userId)), attempt }
  })
  const sealed = user?.otp_secret
  if (!user || !sealed || user.otp_verified) throw new AppError('unprocessable', BEGIN_ANEW)
  const seed = openSeed(services.secrets, sealed, userId)
  if (seed === undefined) throw new AppError('unprocessable', BEGIN_ANEW)
  const timeStep = stepOfCode(body.code.replaceAll(/\s/g, ''), seed, now)
  if (timeStep === undefined)
    throw await refuseCode(context, 'This code is not right. Give the one that the app shows now.')

  return context.inTransaction(async (transaction) => {
    if (!(await holdUser(transaction, user))) throw changedMeanwhile()
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
    if (!enabled) throw new AppError('unprocessable', BEGIN_ANEW)
    // In the order in which a try counts them.
    await forgetAttempt(transaction, attempt)
    if (step !== 'done') await useStep(transaction, signingIn)
    const recoveryCodes = await giveRecoveryCodes(transaction, userId, services.secrets)
    await auditOf(transaction, user, context, 'session.second-factor-enabled')
    const { token, device } =
      step === 'done'
        ? { token: context.token ?? '', device: undefined }
        : await enter(transaction, user, context, { device: body.device })
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
