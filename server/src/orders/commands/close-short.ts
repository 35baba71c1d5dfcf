import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { masked } from '@despatch/domain/administration/user-activity/acts'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { closedText, notSentText, SHORT_ACTS, whyNotClose } from '@despatch/domain/orders/commands/sent-short'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { changeOrders, type OrderChange } from './change-orders.ts'
import { lockShortOrder, commandRefused } from './shortfall.ts'
import { inOrder } from '../../database/transaction.ts'

/**
 * Closes a despatched order that was sent with goods missing: the rest will not come. The order becomes delivered at
 * once if all its parcels are, otherwise with the last of them. Throws an AppError: 404 if the client has no such
 * order, 409 if it changed since the caller saw it, 422 if it is not despatched or nothing is known to be missing.
 */
export async function closeShort(
  context: Context,
  { body: { orderNumber, version, note } }: RouteChecked<typeof routes.closeShort>,
): Promise<RouteAnswer<typeof routes.closeShort>> {
  const { transaction, client, now, caller } = context
  const { order, shortfall } = await lockShortOrder(context, { orderNumber, version })
  const why = whyNotClose({ status: order.status, shortfall })
  if (why !== undefined || !shortfall) throw commandRefused(orderNumber, 'closed short', why ?? '')
  const underWay = await transaction.row(
    sql`select 1 from parcels
      where client_code = ${client} and order_number = ${orderNumber} and delivered_at is null limit 1`.compile(db),
  )
  const on = { client, at: now, byName: caller.username }
  const missing = notSentText(shortfall)
  const closed = { status: 'D', suspendedFor: '', despatchDay: order.despatch_date } as const
  const changes: [string, OrderChange][] = [
    [SHORT_ACTS.close, { ...closed, order, note: [missing, note].filter(Boolean).join(': ') }],
  ]
  // Delivery is a history entry of its own, as from a feed, because it triggers webhooks.
  if (!underWay)
    changes.push([
      ORDER_STATUSES.V.description,
      { ...closed, status: 'V', order: { ...order, version: order.version + 1 }, note: '' },
    ])
  await inOrder([
    ...changes.map(([act, change]) => changeOrders(transaction, on, act, [change])),
    audit(context, {
      clientCode: client,
      act: 'order.closed',
      object: `order ${orderNumber}`,
      before: { version: order.version, status: order.status },
      after: {
        version: order.version + changes.length,
        status: underWay ? 'D' : 'V',
        missing,
        ...(note && { note: masked(note) }),
      },
    }),
  ])
  return { message: closedText(orderNumber, shortfall, !underWay) }
}
