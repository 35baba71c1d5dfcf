import { sql } from 'kysely'
import type { DecidedConsignment } from '../../routing/allocation/decide-orders.ts'
import { changeInPlace, isNamed, namedOrders } from '../../database/by-key.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

type ReceiptMessage = { order_number: string; message: string }

/** Changes the messages of receipts; with `undoneAt`, also marks the orders as undone. */
export async function updateReceiptMessages(
  transaction: Transaction,
  { commandId, client }: { commandId: string; client: string },
  receipts: readonly ReceiptMessage[],
  { undoneAt }: { undoneAt?: Date } = {},
): Promise<void> {
  if (receipts.length === 0) return
  const messages = Object.fromEntries(receipts.map(({ order_number, message }) => [order_number, message]))
  await changeInPlace(
    transaction,
    sql`update order_receipts set message = ${JSON.stringify(messages)}::jsonb ->> order_number
        ${undoneAt ? sql`, undone_at = ${undoneAt}` : sql``}
      where ctid = any (array(
        select r.place from ${namedOrders(Object.keys(messages))} cross join lateral (
          select ctid as place from order_receipts
          where ${isNamed(client)} and command_id = ${commandId} order by order_number limit 1
        ) r
      ))`.compile(db),
  )
}

/** Messages for orders that no carrier takes, with the reasons. */
export function exceptionMessages(
  decided: readonly DecidedConsignment[],
  messageOf: (orderNumber: string, why: string) => string,
): ReceiptMessage[] {
  const without = Map.groupBy(
    decided.filter(({ chosen }) => !chosen),
    ({ orderNumber }) => orderNumber,
  )
  return [...without].map(([orderNumber, ones]) => ({
    order_number: orderNumber,
    message: messageOf(orderNumber, [...new Set(ones.map(({ why }) => why))].join('. ')),
  }))
}
