import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { clientsPage, clientsTotal, noSuchClient, presentClient } from './queries.ts'

/**
 * A page of the clients: all for internal users, their own for client users. Throws an AppError for an `id` that the
 * caller cannot see.
 */
export async function listClients(
  { transaction, caller }: Context,
  { query }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const { page, limit, sort, desc, ...filter } = query
  const [rows, counted] = await Promise.all([
    transaction.rows(clientsPage(caller, filter, { offset: (page - 1) * limit, limit, sort, desc })),
    transaction.row(clientsTotal(caller, filter)),
  ])
  const total = counted?.total ?? 0
  if (filter.id && total === 0) throw noSuchClient()
  return { clients: rows.map(presentClient), total }
}
