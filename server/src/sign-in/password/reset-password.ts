import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { PASSWORD_RESET } from '@despatch/domain/feedback/messages'
import type { PublicContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { auditSignIn, userChangedError, holdUser } from './start-session.ts'
import { hashPassword, isPassword } from './password.ts'
import { refuseWhenBusy, knownUserTicket } from './password-lanes.ts'
import { findProof } from './password-proof.ts'
import { userOfId } from '../../http/authentication/queries.ts'
import { findPasswordProblem } from './find-password-problem.ts'

/**
 * Sets a new password: by a mailed link, in place of a temporary one, or with the current one. Ends all other links,
 * sign-in steps and sessions of the user. It starts no session: the user signs in afterwards, with the second factor if
 * there is one. Throws an AppError: 401 without a proof, 400 with the problem of the password.
 */
export async function resetPassword(
  context: PublicContext,
  { body }: RouteChecked<typeof routes.resetPassword>,
): Promise<RouteAnswer<typeof routes.resetPassword>> {
  const proof = await findProof(context, body)
  const user = await context.inTransaction((transaction) => transaction.row(userOfId(proof.userId)))
  if (!user?.may_sign_in) throw new AppError('session_expired', 'You can’t sign in. Ask an administrator.')
  const waiting = knownUserTicket(proof.userId)
  refuseWhenBusy(waiting)
  const problem =
    (await findPasswordProblem(body.password, user)) ??
    ((await isPassword(body.password, user.password_hash, waiting))
      ? 'Choose a password other than your current one'
      : undefined)
  if (problem) throw refuseFields([{ path: 'password', message: problem }])
  const passwordHash = await hashPassword(body.password)

  await context.inTransaction(async (transaction) => {
    const isSame = await holdUser(transaction, user)
    await proof.use(transaction)
    // Do not overwrite a password that was set in between.
    if (!isSame) throw userChangedError()
    await transaction.write(
      db
        .updateTable('users')
        .set({ password_hash: passwordHash, is_temporary_password: false })
        .where('user_id', '=', proof.userId),
    )
    await transaction.write(db.deleteFrom('password_links').where('user_id', '=', proof.userId))
    await endSessions(transaction, proof.userId, { except: proof.sessionId })
    await auditSignIn(transaction, user, context, 'session.password-changed', { by: proof.by })
  })
  return { message: PASSWORD_RESET }
}
