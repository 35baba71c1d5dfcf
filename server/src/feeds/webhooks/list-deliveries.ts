import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { deliveriesPage, deliveriesTotal, noSuchWebhook, presentDelivery, webhookOf } from './queries.ts'

/** A page of the deliveries of a webhook, newest first. Throws an AppError (404) for one that is not the client's. */
export async function listDeliveries(
  { transaction, client }: Context,
  { params: { id }, query: { page, limit, status, event } }: RouteChecked<typeof routes.deliveries>,
): Promise<RouteAnswer<typeof routes.deliveries>> {
  const filter = { client, webhook: id, status, event }
  const [webhook, rows, counted] = await Promise.all([
    transaction.row(webhookOf(client, id)),
    transaction.rows(deliveriesPage(filter, { offset: (page - 1) * limit, limit })),
    transaction.row(deliveriesTotal(filter)),
  ])
  if (!webhook) throw noSuchWebhook()
  return { deliveries: rows.map(presentDelivery), total: counted?.total ?? 0 }
}
