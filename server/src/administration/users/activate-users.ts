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
import { isOneOf } from './queries.ts'

/**
 * Activates the users that may be; who may not is named with the reason. Who has no password yet is mailed a link to
 * choose one, where there is an address.
 */
export async function activateUsers(
  context: Context,
  { body }: RouteChecked<typeof routes.activate>,
): Promise<RouteAnswer<typeof routes.activate>> {
  const { transaction } = context
  const asked = new Map(body.users.usernames.map((name) => [name.toLowerCase(), name]))
  const users = await usersToChange(
    context,
    sql`lower(users.username) in (select unnest(${[...asked.keys()]}::text[]))`,
  )
  const found = new Map(users.map((user) => [user.username.toLowerCase(), user]))
  const known = new Map(
    Object.entries(body.users.versions ?? {}).map(([name, version]) => [name.toLowerCase(), version]),
  )
  const whyNotActivate = (user: UserToChange | undefined) =>
    whyNot(user, user && known.get(user.username.toLowerCase()))
  const refused = [...asked].flatMap(([name, username]) => {
    const reason = whyNotActivate(found.get(name))
    return reason ? [{ username, reason }] : []
  })
  const activated = users.filter((user) => whyNotActivate(user) === undefined)
  await transaction.write(
    db
      .updateTable('users')
      .set((set) => ({ active: true, version: set('version', '+', 1) }))
      .where(isOneOf(activated.map(({ user_id }) => user_id))),
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
  // That someone tried is kept as well.
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

/** `known` is the version that the caller was shown, where they say. */
function whyNot(user: UserToChange | undefined, known: number | undefined): string | undefined {
  if (!user) return 'There is no such user, or none that you may see'
  if (user.whyNot) return user.whyNot
  if (user.active) return 'Active already'
  if (known !== undefined && known !== user.version)
    return 'Someone has changed the user meanwhile: look at it as it is now'
  return user.locked ? 'Locked: unlock the user first' : undefined
}

function messageOf(activated: number, refused: number): string {
  if (refused === 0) return DATA_UPDATED
  return activated === 0 ? 'No user was activated.' : `${activated} of ${activated + refused} users were activated.`
}
