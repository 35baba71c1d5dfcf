import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { audit } from '../../audit/write-audit.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { requireAdministrator } from '../roles/last-administrator.ts'
import { auditUsers, changeOfUser, seeForAudit } from './audit-users.ts'
import { namedWithReasons, refuseIfMissing, type UserToChange, usersToChange } from './changeable-users.ts'
import { isAdministrator } from './is-administrator.ts'
import { hasIdIn } from './queries.ts'
import { roleMisfit, roleToGive } from './user-checks.ts'
import type { RoleRow } from './roles-to-give.ts'

/** Gives a role to many users, all or none, with one audit row for the act and one in the history of each user. */
export async function giveRole(
  context: Context,
  { body }: RouteChecked<typeof routes.giveRole>,
): Promise<RouteAnswer<typeof routes.giveRole>> {
  const { transaction, caller } = context
  const ids = [...new Set(body.ids.map(Number))]
  const users = await usersToChange(context, hasIdIn(ids))
  refuseIfMissing(ids.length, users.length)
  const role = await roleToGive(context, body.role)
  const changing = users.filter((user) => user.role.role_id !== role.role_id)
  const refused = changing.flatMap((user) => {
    const reason = whyNotHave(user, role, caller.userId)
    return reason ? [{ username: user.username, reason }] : []
  })
  if (refused.length)
    throw new AppError(
      'unprocessable',
      `${refused.length} of ${users.length} users can’t have the role ${role.code}, so nothing changed: ${namedWithReasons(refused)}.`,
    )
  await transaction.write(
    db
      .updateTable('users')
      .set((set) => ({ role_id: role.role_id, version: set('version', '+', 1) }))
      .where(hasIdIn(changing.map(({ user_id }) => user_id))),
  )
  await auditGift(context, role, changing)
  if (changing.some((user) => isAdministrator(user) && !isAdministrator({ ...user, role })))
    await requireAdministrator(transaction)
  return { message: DATA_UPDATED, changed: changing.length, unchanged: users.length - changing.length }
}

function whyNotHave(user: UserToChange, role: RoleRow, callerId: number): string | undefined {
  if (user.user_id === callerId) return 'You can’t change your own role'
  return user.whyNot ?? roleMisfit(role, user.clients)?.message
}

const MAX_LISTED_NAMES = 100

async function auditGift(context: Context, role: RoleRow, users: readonly UserToChange[]): Promise<void> {
  await auditUsers(
    context,
    users.map((user) => ({
      act: 'user.amended',
      user,
      ...changeOfUser(user, { ...user, role, version: user.version + 1 }),
    })),
  )
  // If all users share a client, that client sees the whole act; else only the operator may know all their names.
  const client = users[0]?.clients.find((code) => users.every(({ clients }) => clients.includes(code)))
  if (client) await seeForAudit(context, [client])
  const named = users.slice(0, MAX_LISTED_NAMES)
  await audit(context, {
    clientCode: client ?? null,
    act: 'user.role-given',
    object: `role ${role.code}`,
    before: { users: Object.fromEntries(named.map((user) => [user.username, roleTitle(user.role)])) },
    after: { role: roleTitle(role), count: users.length },
  })
}
