import type { activity as routes, HistoryKind } from '@despatch/contract/administration/user-activity/activity'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { type Compilable, sql } from 'kysely'
import { keyOf } from '../api-keys/queries.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { isVisibleClient, seeEveryClient } from '../clients/queries.ts'
import { db } from '../../database/sql.ts'
import { isVisibleRole } from '../roles/queries.ts'
import { permissionsFor, seeClients } from '../../http/authentication/open-session.ts'
import { isVisible } from '../../sign-in/sessions/visible-users.ts'
import { activityPage } from './queries.ts'

/** The menu entry that shows records of a kind, and so gives access to their history. */
const ENTRY: Record<HistoryKind, LeafPath> = {
  user: 'setUpAndControl.userAdministration.manageUsers',
  role: 'setUpAndControl.userAdministration.rolesAndPermissions',
  client: 'setUpAndControl.clientAdministration.clientList',
  'api-key': 'setUpAndControl.userAdministration.apiKeys',
  webhook: 'feeds.webhooks',
}

/**
 * The audit of one user, role, client, API key or webhook, newest first. Throws an AppError if the caller may not see
 * records of that kind (403), or not this one (404).
 */
export async function recordHistory(
  context: Context,
  { query: { of, id, page, limit } }: RouteChecked<typeof routes.history>,
): Promise<RouteAnswer<typeof routes.history>> {
  const { transaction, caller } = context
  const permission = { reads: [ENTRY[of]] }
  const clients = context.clients.filter((code) => mayCall(permission, permissionsFor(caller, code)))
  if (caller.isInternal ? !mayCall(permission, caller.rolePermissions) : clients.length === 0)
    throw new AppError('unauthorized_access', 'You don’t have access to this. Ask your administrator.')
  const record =
    of === 'client' || /^[1-9]\d{0,14}$/.test(id)
      ? await transaction.row(RECORDS[of]({ ...context, clients }, id))
      : undefined
  if (!record) throw new AppError('not_found', 'Record not found, or you don’t have access to it.')
  return activityPage(context, await auditedClients(), { record: `${of}:${id}` }, { page, limit })

  async function auditedClients(): Promise<readonly string[]> {
    // Internal users see all acts on a record that they can see, for every client, closed ones too.
    if (caller.isInternal) return seeEveryClient(transaction)
    if (!record?.client_codes) return clients
    await seeClients(transaction, record.client_codes)
    return record.client_codes
  }
}

type RecordClients = { client_codes: string[] | null }
const CLIENTS_OF_CALL = sql<null>`null`.as('client_codes')

/** Finds a record among those that the caller sees. `client_codes` is set where only these clients' audit holds it. */
const RECORDS: Record<HistoryKind, (context: Context, id: string) => Compilable<RecordClients>> = {
  user: (context, id) =>
    db.selectFrom('users').select(CLIENTS_OF_CALL).where('user_id', '=', Number(id)).where(isVisible(context)),
  role: (context, id) =>
    db.selectFrom('roles').select(CLIENTS_OF_CALL).where('role_id', '=', Number(id)).where(isVisibleRole(context)),
  client: ({ caller }, id) =>
    db.selectFrom('clients').select(CLIENTS_OF_CALL).where('client_code', '=', id).where(isVisibleClient(caller)),
  'api-key': (context, id) => keyOf(context, id).clearSelect().select('client_codes'),
  webhook: ({ clients }, id) =>
    db
      .selectFrom('webhooks')
      .select(CLIENTS_OF_CALL)
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('webhook_id', '=', Number(id)),
}
