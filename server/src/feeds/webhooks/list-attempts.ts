import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { selectAttempts, selectDelivery, noSuchDelivery, presentAttempt } from './attempt-queries.ts'

/**
 * Lists attempts of a delivery, newest first.
 * @throws AppError (404) if the delivery is not of this webhook, or the webhook not of the client
 */
export async function listAttempts(
  { transaction, client }: Context,
  { params: { id, delivery } }: RouteChecked<typeof routes.attempts>,
): Promise<RouteAnswer<typeof routes.attempts>> {
  const [known, rows] = await Promise.all([
    transaction.row(selectDelivery(client, id, delivery)),
    transaction.rows(selectAttempts(client, delivery)),
  ])
  if (!known) throw noSuchDelivery()
  return { attempts: rows.map(presentAttempt) }
}
