import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { reopenedText, SHORT_ACTS, whyNotReopen } from '@despatch/domain/orders/suspend-release-cancel/sent-short'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { changeOrders } from './change-orders.ts'
import { holdSentShort, notDone } from './shortfall.ts'

/**
 * Reopens an order that was closed short: it is despatched again, and waits for what was not sent. Throws an AppError for an
 * order that the client has not (404), and for one that is not closed short (422).
 */
export async function reopenOrder(
  context: Context,
  { body: { orderNumber } }: RouteChecked<typeof routes.reopen>,
): Promise<RouteAnswer<typeof routes.reopen>> {
  const { transaction, client, now, caller } = context
  const { order, shortfall } = await holdSentShort(context, orderNumber)
  const why = whyNotReopen({ status: order.status, shortfall })
  if (why !== undefined || !shortfall) throw notDone(orderNumber, 'reopened', why ?? '')
  await Promise.all([
    changeOrders(transaction, { client, at: now, byName: caller.username }, SHORT_ACTS.reopen, [
      { order, status: 'D', suspendedFor: '', despatchDay: order.despatch_date, note: '' },
    ]),
    audit(context, {
      clientCode: client,
      act: 'order.reopened',
      object: `order ${orderNumber}`,
      before: { version: order.version, status: order.status },
      after: { version: order.version + 1, status: 'D' },
    }),
  ])
  return { message: reopenedText(orderNumber, shortfall) }
}
