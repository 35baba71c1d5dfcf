import type { activity as routes, HISTORY_KINDS } from '@despatch/contract/activity/activity'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { LeafPath } from '@despatch/domain/roles/menu'
import { sql } from 'kysely'
import type { Context } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { isVisibleClient, seeEveryClient } from '../clients/queries.ts'
import { db } from '../database/sql.ts'
import { isVisibleRole } from '../roles/queries.ts'
import { permissionsFor } from '../session/open-session.ts'
import { isVisible } from '../users/visible-users.ts'
import { activityPage } from './queries.ts'

type Kind = (typeof HISTORY_KINDS)[number]

/** The entry of the menu that shows records of a kind, and so their history. */
const ENTRY: Record<Kind, LeafPath> = {
  user: 'setUpAndControl.userAdministration.manageUsers',
  role: 'setUpAndControl.userAdministration.rolesAndPermissions',
  client: 'setUpAndControl.clientAdministration.clientList',
}

/**
 * What was done to one user, role or client, newest first. Throws a Refusal where the caller may not see records of that
 * kind (403), or not this one (404).
 */
export async function recordHistory(
  context: Context,
  { query: { of, id, page, limit } }: RouteChecked<typeof routes.history>,
): Promise<RouteAnswer<typeof routes.history>> {
  const { transaction, caller } = context
  const permission = { reads: [ENTRY[of]] }
  const clients = context.clients.filter((code) => mayCall(permission, permissionsFor(caller, code)))
  if (caller.isInternal ? !mayCall(permission, caller.rolePermissions) : clients.length === 0)
    throw new Refusal('unauthorized_access', 'You may not do this. Ask an administrator for the permission.')
  if (!(await isSeen({ ...context, clients }, of, id)))
    throw new Refusal('not_found', 'There is no such record, or it is not yours to see.')
  // Of a record that internal users see they see all that was done, for whichever client, closed ones too.
  const whose = caller.isInternal ? await seeEveryClient(transaction) : clients
  return activityPage(context, whose, { record: `${of}:${id}` }, { page, limit })
}

async function isSeen(context: Context, of: Kind, id: string): Promise<boolean> {
  if (of !== 'client' && !/^[1-9]\d{0,14}$/.test(id)) return false
  const { transaction, caller } = context
  const found = await transaction.row(
    of === 'user'
      ? db
          .selectFrom('users')
          .select(sql`1`.as('one'))
          .where('user_id', '=', Number(id))
          .where(isVisible(context))
      : of === 'role'
        ? db
            .selectFrom('roles')
            .select(sql`1`.as('one'))
            .where('role_id', '=', Number(id))
            .where(isVisibleRole(context))
        : db
            .selectFrom('clients')
            .select(sql`1`.as('one'))
            .where('client_code', '=', id)
            .where(isVisibleClient(caller)),
  )
  return found !== undefined
}
