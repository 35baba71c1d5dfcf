import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { PASSWORD_RESET } from '@despatch/domain/feedback/messages'
import type { PublicContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { auditOf, changedMeanwhile, holdUser } from './enter.ts'
import { hashPassword, isPassword } from './password.ts'
import { refuseWhenBusy, waitingAsKnown } from './password-lanes.ts'
import { findProof } from './password-proof.ts'
import { userOfId } from '../../http/authentication/queries.ts'
import { whyNotPassword } from './why-not-password.ts'

/**
 * Chooses a new password, by a mailed link, in place of a temporary one, or with the present one. All other links,
 * steps of signing in and sessions of the user end. It signs nobody in: signing in follows, with the second factor
 * where there is one. Throws an AppError: 401 without a proof, 400 with what is wrong with the password.
 */
export async function resetPassword(
  context: PublicContext,
  { body }: RouteChecked<typeof routes.resetPassword>,
): Promise<RouteAnswer<typeof routes.resetPassword>> {
  const proof = await findProof(context, body)
  const user = await context.inTransaction((transaction) => transaction.row(userOfId(proof.userId)))
  if (!user?.may_sign_in) throw new AppError('session_expired', 'You may not sign in. Ask an administrator.')
  const waiting = waitingAsKnown(proof.userId)
  refuseWhenBusy(waiting)
  const problem =
    (await whyNotPassword(body.password, user)) ??
    ((await isPassword(body.password, user.password_hash, waiting))
      ? 'Choose another password than the present one'
      : undefined)
  if (problem) throw refuseFields([{ path: 'password', message: problem }])
  const passwordHash = await hashPassword(body.password)

  await context.inTransaction(async (transaction) => {
    const isSame = await holdUser(transaction, user)
    await proof.use(transaction)
    // Not over one that was set while this one was being chosen.
    if (!isSame) throw changedMeanwhile()
    await transaction.write(
      db
        .updateTable('users')
        .set({ password_hash: passwordHash, is_temporary_password: false })
        .where('user_id', '=', proof.userId),
    )
    await transaction.write(db.deleteFrom('password_links').where('user_id', '=', proof.userId))
    await endSessions(transaction, proof.userId, { except: proof.sessionId })
    await auditOf(transaction, user, context, 'session.password-changed', { by: proof.by })
  })
  return { message: PASSWORD_RESET }
}
