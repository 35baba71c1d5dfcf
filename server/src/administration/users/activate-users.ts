import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { inviteUser } from '../../sign-in/password/invite-user.ts'
import { auditUsers, changeOfUser } from './audit-users.ts'
import { type UserToChange, usersToChange } from './changeable-users.ts'
import { hasIdIn } from './queries.ts'

/**
 * Activates users; those that cannot be activated are returned with the reason. Users without a password are mailed a
 * link to choose one, if they have an address.
 */
export async function activateUsers(
  context: Context,
  { body }: RouteChecked<typeof routes.activate>,
): Promise<RouteAnswer<typeof routes.activate>> {
  const { transaction } = context
  const requested = new Map(body.users.usernames.map((name) => [name.toLowerCase(), name]))
  const users = await usersToChange(
    context,
    sql`lower(users.username) in (select unnest(${[...requested.keys()]}::text[]))`,
  )
  const found = new Map(users.map((user) => [user.username.toLowerCase(), user]))
  const seenVersions = new Map(
    Object.entries(body.users.versions ?? {}).map(([name, version]) => [name.toLowerCase(), version]),
  )
  const whyNotActivate = (user: UserToChange | undefined) =>
    whyNot(user, user && seenVersions.get(user.username.toLowerCase()))
  const refused = [...requested].flatMap(([name, username]) => {
    const reason = whyNotActivate(found.get(name))
    return reason ? [{ username, reason }] : []
  })
  const activated = users.filter((user) => whyNotActivate(user) === undefined)
  await transaction.write(
    db
      .updateTable('users')
      .set((set) => ({ active: true, version: set('version', '+', 1) }))
      .where(hasIdIn(activated.map(({ user_id }) => user_id))),
  )
  const invited = await Promise.all(
    activated.filter((user) => !user.has_password).map((user) => inviteUser(transaction, { user, context })),
  )
  await auditUsers(
    context,
    activated.map((user) => ({
      act: 'user.activated',
      user,
      ...changeOfUser(user, { ...user, active: true, version: user.version + 1 }),
    })),
  )
  // Audit the attempt even if it activated nobody.
  if (activated.length === 0)
    await audit(context, {
      clientCode: null,
      act: 'user.activated',
      object: 'no user',
      after: { refused: refused.length },
    })
  return {
    message: messageOf(activated.length, refused.length),
    activated: activated.length,
    invited: invited.filter(Boolean).length,
    refused,
  }
}

/** `seenVersion` is the version that the caller saw, if the body says so. */
function whyNot(user: UserToChange | undefined, seenVersion: number | undefined): string | undefined {
  if (!user) return 'User not found, or you don’t have access to them'
  if (user.whyNot) return user.whyNot
  if (user.active) return 'Already active'
  if (seenVersion !== undefined && seenVersion !== user.version)
    return 'Someone else changed this user. Reload to see their changes'
  return user.locked ? 'Locked. Unlock the user first' : undefined
}

function messageOf(activated: number, refused: number): string {
  if (refused === 0) return DATA_UPDATED
  return activated === 0 ? 'No user was activated.' : `${activated} of ${activated + refused} users were activated.`
}
