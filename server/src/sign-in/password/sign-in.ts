import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { nextSignInStep } from '@despatch/domain/sign-in/two-factor/second-factor'
import type { PublicContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type Attempt, countAttempt, countFailedName, countLightly, forgetAttempt } from './attempts.ts'
import { enter, holdUser } from './enter.ts'
import { refuseWhenBusy, type Waiting, waitingAsKnown } from './password-lanes.ts'
import { isPassword } from './password.ts'
import { userByName } from '../../http/authentication/queries.ts'
import { signInPlace } from './sign-in-place.ts'
import { beginStep } from '../../http/authentication/signing-in.ts'

const WRONG = 'The username or the password is not right.'
const LOCKED_OUT = 'You may not sign in: your user is locked or not active. Ask an administrator.'

/**
 * Signs a user in: specification 4. A wrong name and a wrong password answer alike and take as long; that a user may not
 * sign in is told to anyone who gives the right password. After a few failures a name waits for a rising time at the network
 * that failed, whether it exists or not; see {@link Attempt}. Where a step is left, the token answered serves for that
 * step alone.
 */
export async function signIn(
  context: PublicContext,
  { body }: RouteChecked<typeof routes.signIn>,
): Promise<RouteAnswer<typeof routes.signIn>> {
  const { now } = context
  const { user, attempt, isFirst } = await context.inTransaction(async (transaction) => {
    await countLightly(transaction)
    const user = await transaction.row(userByName(body.username))
    const place = await signInPlace(transaction, user?.user_id, body.device, context)
    const attempt: Attempt = { kind: 'password', name: body.username, userId: user?.user_id, ...place }
    refuseWhenBusy(waitingOf(attempt))
    return { user, attempt, ...(await countAttempt(transaction, attempt, now)) }
  })
  const isRight = await isPassword(body.password, user?.password_hash, waitingOf(attempt))
  if (!user || !isRight || !user.may_sign_in) {
    await context.inTransaction(async (transaction) => {
      await countLightly(transaction)
      await countFailedName(transaction, attempt, { isFirst, now })
    })
    // Anyone who knows the password learns nothing by it, and would otherwise ask for a new one in vain.
    throw new AppError('sign_in_failed', user && isRight ? LOCKED_OUT : WRONG)
  }

  const state = {
    isTemporaryPasswordReset: !user.is_temporary_password,
    // Who has set a second factor up is asked for it, demanded or not.
    mfa_required: user.demands_second_factor || user.otp_verified,
    otp_enabled: user.otp_verified,
    otp_verified: user.otp_verified,
  }
  const step = nextSignInStep(state)
  const { token, device } = await context.inTransaction(async (transaction) => {
    if (!(await holdUser(transaction, user))) throw new AppError('sign_in_failed', WRONG)
    const given =
      step === 'done'
        ? await enter(transaction, user, context, { device: body.device })
        : { token: await beginStep(transaction, { userId: user.user_id, step, network: attempt.network, now }) }
    // Last, for the network is held until the end, and many people may share it.
    await forgetAttempt(transaction, attempt)
    return { device: undefined, ...given }
  })
  return { _id: String(user.user_id), access_token: token, ...state, ...(device !== undefined && { device }) }
}

const waitingOf = ({ device, userId, network }: Attempt): Waiting =>
  device && userId !== undefined ? waitingAsKnown(userId) : { lane: 'stranger', who: network }
