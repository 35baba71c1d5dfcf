import { sql } from 'kysely'
import type { DecidedConsignment } from '../../routing/allocation/decide-orders.ts'
import { changeInPlace, isNamed, namedOrders } from '../../database/by-key.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** What the receipt of an order is to say from now on. */
type Told = { order_number: string; message: string }

/** Has receipts of a command say something else; with `undoneAt`, that the command was undone for these orders. */
export async function updateReceiptMessages(
  transaction: Transaction,
  { commandId, client }: { commandId: string; client: string },
  told: readonly Told[],
  { undoneAt }: { undoneAt?: Date } = {},
): Promise<void> {
  if (told.length === 0) return
  const messages = Object.fromEntries(told.map(({ order_number, message }) => [order_number, message]))
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

/** What the receipts of orders say that no carrier takes, with why. */
export function exceptionsOf(
  decided: readonly DecidedConsignment[],
  messageOf: (orderNumber: string, why: string) => string,
): Told[] {
  const without = Map.groupBy(
    decided.filter(({ chosen }) => !chosen),
    ({ orderNumber }) => orderNumber,
  )
  return [...without].map(([orderNumber, ones]) => ({
    order_number: orderNumber,
    message: messageOf(orderNumber, [...new Set(ones.map(({ why }) => why))].join('. ')),
  }))
}
