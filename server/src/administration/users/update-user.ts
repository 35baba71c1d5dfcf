import type { FieldProblem } from '@despatch/contract/route/problem'
import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { EMAIL_FORMAT, EMAIL_RULE } from '@despatch/domain/text/email'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { requireAdministrator } from '../roles/last-administrator.ts'
import { endSessions } from '../../sign-in/sessions/end-sessions.ts'
import { inviteUser } from '../../sign-in/password/invite-user.ts'
import { auditUsers, changeOfUser } from './audit-users.ts'
import { refuseIfMissing, refuseIfUnchangeable, type UserToChange, usersToChange } from './changeable-users.ts'
import { isAdministrator } from './is-administrator.ts'
import { checkClients, roleMisfit, roleToGive } from './user-checks.ts'
import { hashTemporaryPassword } from './temporary-password.ts'
import { fieldsOf, joinClients, powerBiProblem, presentById, refuseTaken } from './user-record.ts'

type UpdateUserBody = RouteChecked<typeof routes.update>['body']
/** A complete body: fields left out have the user's current value. */
type Body = ReturnType<typeof unchangedBody> & Pick<UpdateUserBody, 'password' | 'resetSecondFactor'>

/**
 * Changes a user whom the caller may change. Takes effect at once: locking, deactivating or a new password end the
 * user's sessions and sign-in steps; a new role or new clients apply from the user's next call on. A user who can now
 * sign in but has no password is mailed a link to choose one, as by {@link activateUsers}.
 */
export async function updateUser(
  context: Context,
  { body: sent }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  const { transaction, caller } = context
  const found = await usersToChange(context, sql`users.user_id = ${sent._id}::bigint`)
  const [before] = found
  refuseIfMissing(1, found.length)
  refuseIfUnchangeable(found)
  if (!before) throw new Error('The user is missing after all')
  if (sent.version !== undefined && before.version !== sent.version) throw versionConflict(before, sent.version)
  const body = completeBody(sent, before)
  if (body.email !== '' && body.email !== before.email && !EMAIL_FORMAT.test(body.email))
    throw refuseFields([{ path: 'email', message: EMAIL_RULE }])
  if (before.user_id === caller.userId) refuseChangesToSelf(before, body)

  const misnamed = powerBiProblem(caller, before.power_bi_username, body.power_bi_username)
  if (misnamed) throw refuseFields([misnamed])

  const clients = [...new Set(body.client)]
  const isMoved = String(before.role.role_id) !== body.role || clients.join() !== before.clients.join()
  await checkClients(
    context,
    clients.filter((code) => !before.clients.includes(code)),
  )
  const role = String(before.role.role_id) === body.role ? before.role : await roleToGive(context, body.role)
  const misfit = isMoved && roleMisfit(role, clients)
  if (misfit) throw refuseFields([misfit])

  const after = { ...before, ...fieldsOf(body), role, clients, version: before.version + 1 }
  const passwordHash = body.password === undefined ? undefined : await hashTemporaryPassword(body.password, body)
  await save(context, before, after, { passwordHash, resetsSecondFactor: body.resetSecondFactor === true })
  const change = changeOfUser(before, after)
  await auditUsers(context, [
    {
      act: 'user.amended',
      user: { ...after, clients: before.clients.length > 0 ? before.clients : after.clients },
      before: change.before,
      after: {
        ...change.after,
        ...(passwordHash !== undefined && { password: 'changed' }),
        ...(body.resetSecondFactor && { second_factor: 'reset' }),
      },
    },
  ])
  if (isAdministrator(before) && !isAdministrator(after)) await requireAdministrator(transaction)
  return { message: DATA_UPDATED, user: await presentById(context, before.user_id) }
}

/** The body that would change nothing. */
const unchangedBody = (user: UserToChange) => ({
  username: user.username,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone_number: user.phone_number,
  power_bi_username: user.power_bi_username,
  domain_username: user.domain_username,
  active: user.active,
  lock: user.locked,
  client: user.clients,
  role: String(user.role.role_id),
})

/** Fills in the fields that a body left out. */
function completeBody(sent: UpdateUserBody, before: UserToChange): Body {
  const present = Object.entries(sent).filter(([, value]) => value !== undefined)
  return { ...unchangedBody(before), ...Object.fromEntries(present) }
}

/**
 * Specification 4 does not cover this; domain.md, orders, sets the pattern: a change against an old version is a 409.
 */
function versionConflict(before: UserToChange, version: number): AppError {
  return new AppError(
    'version_conflict',
    `Someone else saved ${before.username} (version ${before.version}, yours was ${version}). Reload to see their changes.`,
  )
}

/** Refuses changes that would shut the caller out, or bypass their own password or second factor. */
function refuseChangesToSelf(before: UserToChange, body: Body): void {
  const problems: FieldProblem[] = []
  const refuse = (path: string, message: string) => problems.push({ path, message })
  if (body.lock && !before.locked) refuse('lock', 'You can’t lock yourself. Another administrator can')
  if (!body.active) refuse('active', 'You can’t deactivate yourself. Another administrator can')
  if (body.role !== String(before.role.role_id))
    refuse('role', 'You can’t change your own role. Another administrator can')
  if (body.password !== undefined)
    refuse('password', 'Change your own password in the user menu, where your present one is asked for')
  if (body.resetSecondFactor)
    refuse('resetSecondFactor', 'You cannot take your own second factor away: another administrator can')
  if (problems.length) throw refuseFields(problems)
}

async function save(
  context: Context,
  before: UserToChange,
  after: UserToChange,
  sent: { passwordHash: string | undefined; resetsSecondFactor: boolean },
): Promise<void> {
  const { transaction } = context
  const { passwordHash, resetsSecondFactor } = sent
  const id = before.user_id
  await transaction
    .write(
      db
        .updateTable('users')
        .set({
          username: after.username,
          first_name: after.first_name,
          last_name: after.last_name,
          email: after.email,
          phone_number: after.phone_number,
          power_bi_username: after.power_bi_username,
          domain_username: after.domain_username,
          active: after.active,
          locked: after.locked,
          role_id: after.role.role_id,
          version: after.version,
          ...(passwordHash !== undefined && { password_hash: passwordHash, is_temporary_password: true }),
          ...(resetsSecondFactor && { otp_secret: null, otp_verified: false }),
        })
        .where('user_id', '=', id),
    )
    .catch(refuseTaken(after.username))
  if (after.clients.join() !== before.clients.join()) await joinClients(context, id, after.clients)

  const isIn = ({ active, locked }: Pick<UserToChange, 'active' | 'locked'>) => active && !locked
  const isShutOut = isIn(before) && !isIn(after)
  if (isShutOut || passwordHash !== undefined) await endSessions(transaction, id)
  // Links mailed to the old address, or before the password was replaced, must stop working.
  if (isShutOut || passwordHash !== undefined || after.email !== before.email || after.username !== before.username)
    await transaction.write(db.deleteFrom('password_links').where('user_id', '=', id))
  if (isIn(after) && !isIn(before) && !before.has_password && passwordHash === undefined)
    await inviteUser(transaction, { user: after, context })
  if (resetsSecondFactor)
    await Promise.all([
      transaction.write(db.deleteFrom('recovery_codes').where('user_id', '=', id)),
      transaction.write(db.deleteFrom('sign_in_steps').where('user_id', '=', id)),
    ])
}
