import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { selectDeliveries, countDeliveries, noSuchWebhook, presentDelivery, selectWebhook } from './queries.ts'

/**
 * Lists deliveries of a webhook, newest first.
 * @throws AppError (404) if the webhook is not the client's
 */
export async function listDeliveries(
  { transaction, client }: Context,
  { params: { id }, query: { page, limit, status, event } }: RouteChecked<typeof routes.deliveries>,
): Promise<RouteAnswer<typeof routes.deliveries>> {
  const filter = { client, webhook: id, status, event }
  const [webhook, rows, counted] = await Promise.all([
    transaction.row(selectWebhook(client, id)),
    transaction.rows(selectDeliveries(filter, { offset: (page - 1) * limit, limit })),
    transaction.row(countDeliveries(filter)),
  ])
  if (!webhook) throw noSuchWebhook()
  return { deliveries: rows.map(presentDelivery), total: counted?.total ?? 0 }
}
