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
import { holdSentShort, notDone } from './shortfall.ts'
import { inOrder } from '../../database/transaction.ts'

/**
 * Closes a despatched order of which less was sent than was ordered: nothing more of it comes. Where all of its parcels are
 * delivered so is the order; else it is with the last of them. It stays so until it is reopened. Throws an AppError for an
 * order that the client has not (404), that changed since the caller was shown it (409), and for one that is not despatched, or of
 * which nothing is known to be missing (422).
 */
export async function closeShort(
  context: Context,
  { body: { orderNumber, version, note } }: RouteChecked<typeof routes.closeShort>,
): Promise<RouteAnswer<typeof routes.closeShort>> {
  const { transaction, client, now, caller } = context
  const { order, shortfall } = await holdSentShort(context, { orderNumber, version })
  const why = whyNotClose({ status: order.status, shortfall })
  if (why !== undefined || !shortfall) throw notDone(orderNumber, 'closed short', why ?? '')
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
  // Delivered is a step of its own, as it is when a feed delivers it: webhooks are told by it.
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
