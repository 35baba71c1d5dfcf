import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { reopenedText, SHORT_ACTS, whyNotReopen } from '@despatch/domain/orders/commands/sent-short'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { refusedShortages, shortText } from '../../stock/refuse-short.ts'
import { changeOrders } from './change-orders.ts'
import { whyNotReplaced } from './replacements.ts'
import { holdSentShort, notDone } from './shortfall.ts'

/**
 * Reopens an order that was closed short: it is despatched again, and waits for what was not sent. Throws an AppError for an
 * order that the client has not (404), that changed since the caller was shown it (409), for one that is not closed short, and where the client refuses shortages and what was
 * missing is no longer in stock (422).
 */
export async function reopenOrder(
  context: Context,
  { body: { orderNumber, version } }: RouteChecked<typeof routes.reopen>,
): Promise<RouteAnswer<typeof routes.reopen>> {
  const { transaction, client, now, caller } = context
  const { order, shortfall } = await holdSentShort(context, { orderNumber, version })
  const why = whyNotReopen({ status: order.status, shortfall })
  if (why !== undefined || !shortfall) throw notDone(orderNumber, 'reopened', why ?? '')
  const replaced = await whyNotReplaced(transaction, client, [{ orderNumber, pieces: order.quantity }])
  for (const [, text] of replaced) throw notDone(orderNumber, 'reopened', text)
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
  const skusOf = async (table: 'stock_remains' | 'order_lines') => {
    const rows = await transaction.rows(
      sql<{ SKU: string }>`select distinct sku_code as "SKU" from ${sql.table(table)}
        where client_code = ${client} and order_number = ${orderNumber}`.compile(db),
    )
    return rows.map(({ SKU }) => SKU)
  }
  const short = await refusedShortages(transaction, client, await skusOf('stock_remains'), await skusOf('order_lines'))
  if (short.length > 0) throw notDone(orderNumber, 'reopened', shortText(short))
  return { message: reopenedText(orderNumber, shortfall) }
}
