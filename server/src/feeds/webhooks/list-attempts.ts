import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { attemptsOf, deliveryOf, noSuchDelivery, presentAttempt } from './attempt-queries.ts'

/**
 * The tries of a delivery, newest first. Throws an AppError (404) for a delivery that is not of this webhook, or whose
 * webhook is not the client's.
 */
export async function listAttempts(
  { transaction, client }: Context,
  { params: { id, delivery } }: RouteChecked<typeof routes.attempts>,
): Promise<RouteAnswer<typeof routes.attempts>> {
  const [known, rows] = await Promise.all([
    transaction.row(deliveryOf(client, id, delivery)),
    transaction.rows(attemptsOf(client, delivery)),
  ])
  if (!known) throw noSuchDelivery()
  return { attempts: rows.map(presentAttempt) }
}
