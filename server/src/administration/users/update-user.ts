import type { FieldProblem } from '@despatch/contract/route/problem'
import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { EMAIL_FORMAT, EMAIL_RULE } from '@despatch/domain/text/email'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { keepAnAdministrator } from '../roles/last-administrator.ts'
import { endSessions } from '../../sign-in/sessions/end-sessions.ts'
import { inviteUser } from '../../sign-in/password/invite-user.ts'
import { auditUsers, changeOfUser } from './audit-users.ts'
import { refuseMissing, refuseUnchangeable, type UserToChange, usersToChange } from './changeable-users.ts'
import { isAdministrator } from './is-administrator.ts'
import { checkClients, roleMisfit, roleToGive } from './role-fits.ts'
import { hashTemporaryPassword } from './temporary-password.ts'
import { fieldsOf, joinClients, powerBiProblem, presentById, refuseTaken } from './user-record.ts'

type Given = RouteChecked<typeof routes.update>['body']
/** A body with what it left out as it is. */
type Body = ReturnType<typeof asIs> & Pick<Given, 'password' | 'resetSecondFactor'>

/**
 * Changes a user whom the caller may change. What it takes away acts at once: locking, deactivating and another password
 * end all that the user has begun; another role or other clients decide the user's next call. Who is let in and has no
 * password yet is mailed a link to choose one, as by {@link activateUsers}.
 */
export async function updateUser(
  context: Context,
  { body: given }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  const { transaction, caller } = context
  const found = await usersToChange(context, sql`users.user_id = ${given._id}::bigint`)
  const [before] = found
  refuseMissing(1, found.length)
  refuseUnchangeable(found)
  if (!before) throw new Error('The user is missing after all')
  if (given.version !== undefined && before.version !== given.version) throw changedMeanwhile(before, given.version)
  const body = completed(given, before)
  if (body.email !== '' && body.email !== before.email && !EMAIL_FORMAT.test(body.email))
    throw refuseFields([{ path: 'email', message: EMAIL_RULE }])
  if (before.user_id === caller.userId) refuseAboutOneself(before, body)

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
  const told = changeOfUser(before, after)
  await auditUsers(context, [
    {
      act: 'user.amended',
      user: { ...after, clients: before.clients.length > 0 ? before.clients : after.clients },
      before: told.before,
      after: {
        ...told.after,
        ...(passwordHash !== undefined && { password: 'changed' }),
        ...(body.resetSecondFactor && { second_factor: 'reset' }),
      },
    },
  ])
  if (isAdministrator(before) && !isAdministrator(after)) await keepAnAdministrator(transaction)
  return { message: DATA_UPDATED, user: await presentById(context, before.user_id) }
}

/** A user as a body that changes nothing would have them. */
const asIs = (user: UserToChange) => ({
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

/** A body with what it left out taken from the user as they are. */
function completed(given: Given, before: UserToChange): Body {
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...asIs(before), ...Object.fromEntries(said) }
}

/** Specification 4 has no word on it; domain.md, orders, is the pattern: a change against an old version is a 409. */
function changedMeanwhile(before: UserToChange, version: number): AppError {
  return new AppError(
    'version_conflict',
    `Someone has changed ${before.username} meanwhile (version ${before.version}, yours was ${version}): look at the user as it is now.`,
  )
}

/** What nobody does to themselves: shut themselves out, or take a way around the present password or the second factor. */
function refuseAboutOneself(before: UserToChange, body: Body): void {
  const problems: FieldProblem[] = []
  const refuse = (path: string, message: string) => problems.push({ path, message })
  if (body.lock && !before.locked) refuse('lock', 'You cannot lock yourself: another administrator can')
  if (!body.active) refuse('active', 'You cannot deactivate yourself: another administrator can')
  if (body.role !== String(before.role.role_id))
    refuse('role', 'You cannot give yourself another role: another administrator can')
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
  given: { passwordHash: string | undefined; resetsSecondFactor: boolean },
): Promise<void> {
  const { transaction } = context
  const { passwordHash, resetsSecondFactor } = given
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
  // What was mailed to the old address, or before the new password was given, must open nothing any more.
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
