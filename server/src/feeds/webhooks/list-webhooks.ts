import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { noSuchWebhook, presentWebhook, webhooksPage, webhooksTotal } from './queries.ts'

/** A page of the client's webhooks, or the one of an id. Throws an AppError (404) for one that is not the client's. */
export async function listWebhooks(
  { transaction, client, now }: Context,
  { query }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const { page, limit, sort, desc, id, search } = query
  const filter = { client, id, search }
  const [rows, counted] = await Promise.all([
    transaction.rows(webhooksPage(filter, { offset: (page - 1) * limit, limit, sort, desc })),
    transaction.row(webhooksTotal(filter)),
  ])
  const total = counted?.total ?? 0
  if (id && total === 0) throw noSuchWebhook()
  return { webhooks: rows.map((row) => presentWebhook(row, now)), total }
}
