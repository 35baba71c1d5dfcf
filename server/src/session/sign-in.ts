import type { session as routes } from '@despatch/contract/session/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { nextSignInStep } from '@despatch/domain/session/second-factor'
import type { PublicContext } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { countAttempt, countLightly, forgetAttempts, passwordsFrom, passwordsOf, refuseBlocked } from './attempts.ts'
import { enter, holdUser } from './enter.ts'
import { isPassword } from './password.ts'
import { userByName } from './queries.ts'
import { beginStep } from './signing-in.ts'

const WRONG = 'The username or the password is not right.'
const SHUT_OUT = 'You may not sign in: your user is locked or not active. Ask an administrator.'

/**
 * Signs a user in: specification 4. A wrong name and a wrong password answer alike and take as long; that a user may not
 * sign in is told to whoever gives the right password. After a few failures a name (and, much later, an address) waits for a rising time, whether it exists or not.
 * Where a step is left, the token answered serves for that step alone.
 */
export async function signIn(
  context: PublicContext,
  { body }: RouteChecked<typeof routes.signIn>,
): Promise<RouteAnswer<typeof routes.signIn>> {
  const { now } = context
  const [ofName, ofAddress] = [passwordsOf(body.username), passwordsFrom(context.address)]
  const user = await context.inTransaction(async (transaction) => {
    await countLightly(transaction)
    await refuseBlocked(transaction, ofAddress, now)
    await countAttempt(transaction, [ofName], now)
    return transaction.row(userByName(body.username))
  })
  const isRight = await isPassword(body.password, user?.password_hash)
  if (!user || !isRight || !user.may_sign_in) {
    await context.inTransaction(async (transaction) => {
      await countLightly(transaction)
      await countAttempt(transaction, [ofAddress], now)
    })
    // Whoever knows the password learns nothing by it, and would otherwise ask for a new one in vain.
    throw new Refusal('sign_in_failed', user && isRight ? SHUT_OUT : WRONG)
  }

  const state = {
    isTemporaryPasswordReset: !user.is_temporary_password,
    // Who has set a second factor up is asked for it, demanded or not.
    mfa_required: user.demands_second_factor || user.otp_verified,
    otp_enabled: user.otp_verified,
    otp_verified: user.otp_verified,
  }
  const step = nextSignInStep(state)
  const token = await context.inTransaction(async (transaction) => {
    if (!(await holdUser(transaction, user))) throw new Refusal('sign_in_failed', WRONG)
    const given = await (step === 'done'
      ? enter(transaction, user, context)
      : beginStep(transaction, { userId: user.user_id, step, now }))
    // Last, for the address is held until the end, and many people may share it.
    await forgetAttempts(transaction, ofName)
    return given
  })
  return { _id: String(user.user_id), access_token: token, ...state }
}
