import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { SIGNED_IN_BY_CODE } from '@despatch/domain/feedback/messages'
import type { SigningInContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { clearAttempt } from '../password/attempts.ts'
import { countCodeTry, refuseCode } from './code-tries.ts'
import { userChangedError, startSession, holdUser } from '../password/start-session.ts'
import { openSeed, stepOfCode } from './one-time-code.ts'
import { userOfId } from '../../http/authentication/queries.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { useStep } from '../../http/authentication/signing-in.ts'

const WRONG_CODE = 'That code didn’t work. Enter the latest code from your app, or a recovery code.'
const KEY_LOST = 'We can’t read your two-factor set-up. Ask an administrator to reset it.'

/**
 * The second step of signing in, by a code of the app or a recovery code. Specification 4: 'Successful validation
 * stores the user and token and shows Sign-in has been successful'. Each code works once, even in simultaneous calls.
 * Throws an AppError for a wrong code, and after too many.
 */
export async function validateOneTimeCode(
  context: SigningInContext,
  { body }: RouteChecked<typeof routes.validateOneTimeCode>,
): Promise<RouteAnswer<typeof routes.validateOneTimeCode>> {
  const { signingIn, services, now } = context
  const { userId } = signingIn
  if (signingIn.step !== 'otp-validation') throw new AppError('unprocessable', 'No code is needed now. Sign in again.')
  const { user, attempt } = await context.inTransaction(async (transaction) => {
    const attempt = await countCodeTry(transaction, context, body.device)
    return { user: await transaction.row(userOfId(userId)), attempt }
  })
  // An administrator reset it in between: the user has to register again.
  if (!user?.otp_secret || !user.otp_verified)
    throw new AppError('session_expired', 'Your second factor was reset. Sign in again to set up a new one.')
  const code = body.code.replaceAll(/\s/g, '')
  const seed = openSeed(services.secrets, user.otp_secret, userId)
  if (seed === undefined) throw new AppError('unprocessable', KEY_LOST)
  const timeStep = stepOfCode(code, seed, now)

  const entered = await context.inTransaction(async (transaction) => {
    if (!(await holdUser(transaction, user))) throw userChangedError()
    const isTaken =
      timeStep === undefined
        ? await consumeRecoveryCode(transaction, { code, userId, secrets: services.secrets })
        : await consumeStep(transaction, userId, timeStep)
    if (!isTaken) return undefined
    // In the order in which a try counts them.
    await clearAttempt(transaction, attempt)
    await useStep(transaction, signingIn)
    const after = timeStep === undefined ? ({ by: 'recovery code' } as const) : undefined
    return startSession(transaction, user, context, { device: body.device, after })
  })
  if (entered === undefined) throw await refuseCode(context, WRONG_CODE)
  const { token, device } = entered
  return {
    _id: String(userId),
    access_token: token,
    message: SIGNED_IN_BY_CODE,
    ...(device !== undefined && { device }),
  }
}

/** Consumes the code of a time step, unless it or a later one has been used. */
async function consumeStep(transaction: Transaction, userId: number, timeStep: number): Promise<boolean> {
  const taken = await transaction.writeRow(
    db
      .updateTable('users')
      .set({ otp_last_step: timeStep })
      .where('user_id', '=', userId)
      .where('otp_verified', '=', true)
      .where('otp_last_step', '<', timeStep)
      .returning('user_id'),
  )
  return taken !== undefined
}
