import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { nextSignInStep } from '@despatch/domain/sign-in/two-factor/second-factor'
import type { PublicContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type Attempt, countAttempt, countFailedName, commitWithoutFlush, clearAttempt } from './attempts.ts'
import { startSession, holdUser } from './start-session.ts'
import { refuseWhenBusy, type LaneTicket, knownUserTicket } from './password-lanes.ts'
import { isPassword } from './password.ts'
import { userByName } from '../../http/authentication/queries.ts'
import { signInPlace } from './sign-in-place.ts'
import { beginStep } from '../../http/authentication/signing-in.ts'

const WRONG_CREDENTIALS = 'Wrong username or password.'
const LOCKED_OUT = 'Your account is locked or inactive. Ask an administrator.'

/**
 * Signs a user in (specification 4). A wrong name and a wrong password get the same answer after the same time; only a
 * right password reveals that the user may not sign in. After a few failures a name, existing or not, must wait at the
 * network that failed, longer each time; see {@link Attempt}. If a step is left, the token in the answer opens only
 * that step.
 */
export async function signIn(
  context: PublicContext,
  { body }: RouteChecked<typeof routes.signIn>,
): Promise<RouteAnswer<typeof routes.signIn>> {
  const { now } = context
  const { user, attempt, isFirst } = await context.inTransaction(async (transaction) => {
    await commitWithoutFlush(transaction)
    const user = await transaction.row(userByName(body.username))
    const place = await signInPlace(transaction, user?.user_id, body.device, context)
    const attempt: Attempt = { kind: 'password', name: body.username, userId: user?.user_id, ...place }
    refuseWhenBusy(ticketFor(attempt))
    return { user, attempt, ...(await countAttempt(transaction, attempt, now)) }
  })
  const isRight = await isPassword(body.password, user?.password_hash, ticketFor(attempt))
  if (!user || !isRight || !user.may_sign_in) {
    await context.inTransaction(async (transaction) => {
      await commitWithoutFlush(transaction)
      await countFailedName(transaction, attempt, { isFirst, now })
    })
    // The caller knows the password, so this reveals nothing; without it they would ask for a new password in vain.
    throw new AppError('sign_in_failed', user && isRight ? LOCKED_OUT : WRONG_CREDENTIALS)
  }

  const state = {
    isTemporaryPasswordReset: !user.is_temporary_password,
    // Users who set up a second factor are asked for it even if nobody demands one.
    mfa_required: user.demands_second_factor || user.otp_verified,
    otp_enabled: user.otp_verified,
    otp_verified: user.otp_verified,
  }
  const step = nextSignInStep(state)
  const { token, device } = await context.inTransaction(async (transaction) => {
    if (!(await holdUser(transaction, user))) throw new AppError('sign_in_failed', WRONG_CREDENTIALS)
    const issued =
      step === 'done'
        ? await startSession(transaction, user, context, { device: body.device })
        : { token: await beginStep(transaction, { userId: user.user_id, step, network: attempt.network, now }) }
    // Last, because this locks the network's row, which many people may share, until the commit.
    await clearAttempt(transaction, attempt)
    return { device: undefined, ...issued }
  })
  return { _id: String(user.user_id), access_token: token, ...state, ...(device !== undefined && { device }) }
}

const ticketFor = ({ device, userId, network }: Attempt): LaneTicket =>
  device && userId !== undefined ? knownUserTicket(userId) : { lane: 'stranger', who: network }
