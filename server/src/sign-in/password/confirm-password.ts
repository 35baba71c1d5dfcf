import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { PASSWORD_CONFIRMED_MINUTES } from '@despatch/domain/sign-in/sessions/limits'
import type { SigningInContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { auditSignIn } from './start-session.ts'
import { isCurrentPassword, WRONG_CURRENT_PASSWORD } from './password-proof.ts'
import { userOfId } from '../../http/authentication/queries.ts'

/**
 * Checks the password again within a session, for actions that an unattended session must not allow. The confirmation
 * holds for this session, for ten minutes. Throws an AppError for a wrong password, after several of them (429), and if
 * nobody is signed in.
 */
export async function confirmPassword(
  context: SigningInContext,
  { body }: RouteChecked<typeof routes.confirmPassword>,
): Promise<RouteAnswer<typeof routes.confirmPassword>> {
  const { signingIn, now } = context
  const { sessionId, userId } = signingIn
  if (sessionId === undefined) throw new AppError('unprocessable', 'Finish signing in first.')
  if (!(await isCurrentPassword(context, userId, body.password)))
    throw refuseFields([{ path: 'password', message: WRONG_CURRENT_PASSWORD }])
  await context.inTransaction(async (transaction) => {
    const user = await transaction.row(userOfId(userId))
    if (!user) throw new AppError('session_expired', 'Sign in again.')
    await transaction.write(
      db.updateTable('sessions').set({ password_confirmed_at: now }).where('session_id', '=', sessionId),
    )
    await auditSignIn(transaction, user, context, 'session.password-confirmed')
  })
  return { message: 'Password confirmed.' }
}

const PASSWORD_NEEDED = 'Enter your password again to continue.'

/** Throws an AppError on the field 'password' unless the session's user confirmed the password recently. */
export async function refuseUnconfirmed(transaction: Transaction, sessionId: number, now: Date): Promise<void> {
  const confirmed = await transaction.row(
    db
      .selectFrom('sessions')
      .select('session_id')
      .where('session_id', '=', sessionId)
      .where('password_confirmed_at', '>', new Date(now.getTime() - PASSWORD_CONFIRMED_MINUTES * 60_000)),
  )
  if (!confirmed)
    throw new AppError('unprocessable', PASSWORD_NEEDED, { fields: [{ path: 'password', message: PASSWORD_NEEDED }] })
}
