import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { trimMoney } from '@despatch/domain/money/money'
import { changesNote } from '@despatch/domain/orders/order-fields'
import { allocateAnew } from '../allocation/allocate-anew.ts'
import { routingOf } from '../allocation/allocate-orders.ts'
import type { Context } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { audit } from '../audit/write-audit.ts'
import { db } from '../database/sql.ts'
import { type Amendment, amendedTotals, readAmendment } from './amendment.ts'
import { lineRows } from './order-lines.ts'

/**
 * Amends an order: its lines, whose it is, where it goes, its service and day. domain.md: 'amending allocates anew'; a
 * suspended order is allocated when it is released. Throws a Refusal as {@link readAmendment} does, and for an amendment
 * that changes nothing (422).
 */
export async function amendOrder(
  context: Context,
  { body }: RouteChecked<typeof routes.amend>,
): Promise<RouteAnswer<typeof routes.amend>> {
  const { transaction, client, now, caller } = context
  const amendment = await readAmendment(context, body)
  if (Object.keys(amendment.changes).length === 0)
    throw new Refusal('unprocessable', 'Nothing is changed by this: the order is so already.')
  const { order, grounds, was } = amendment
  const version = was.version + 1
  await save(context, amendment, version)
  const decided =
    was.status === 'S' ? [] : await allocateAnew({ transaction, client, now, byName: caller.username }, order, grounds)
  return { message: DATA_UPDATED, version, routing: routingOf(decided) }
}

async function save(context: Context, amendment: Amendment, version: number): Promise<void> {
  const { transaction, client, now, caller } = context
  const { was, set, lines, changes } = amendment
  const key = { client_code: client, order_number: was.order_number }
  const { quantity, totalValue, itemCount } = amendedTotals(amendment)
  await Promise.all([
    transaction.rows(
      db
        .updateTable('orders')
        .set({ ...set, version, quantity, item_count: itemCount, total_value: totalValue })
        .where((is) => is.and(key)),
    ),
    lines && transaction.rows(db.deleteFrom('order_lines').where((is) => is.and(key))),
    lines && transaction.rows(db.insertInto('order_lines').values(lineRows(key, lines))),
    transaction.rows(
      db.insertInto('order_history').values({
        ...key,
        version,
        at: now,
        by_name: caller.username,
        act: 'Amended',
        status: was.status,
        note: changesNote(changes),
        changes: JSON.stringify(changes),
      }),
    ),
    // Whose the order is, and where it goes, is personal: that it was changed is said, not into what.
    audit(context, {
      clientCode: client,
      act: 'order.amended',
      object: `order ${was.order_number}`,
      before: {
        version: was.version,
        dispatchService: was.dispatch_service,
        despatchDate: was.despatch_date,
        quantity: was.quantity,
        totalValue: trimMoney(was.total_value),
      },
      after: {
        version,
        dispatchService: set.dispatch_service,
        despatchDate: set.despatch_date,
        quantity,
        totalValue: lines ? totalValue : trimMoney(totalValue),
        changed: Object.keys(changes),
      },
    }),
  ])
}
