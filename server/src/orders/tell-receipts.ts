import { sql } from 'kysely'
import type { DecidedConsignment } from '../allocation/decide-orders.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** What the receipt of an order is to say from now on. */
type Told = { order_number: string; message: string }

/** Has receipts of a command say something else; with `undoneAt`, that the command was undone for these orders. */
export async function tellReceipts(
  transaction: Transaction,
  { commandId, client }: { commandId: string; client: string },
  told: readonly Told[],
  { undoneAt }: { undoneAt?: Date } = {},
): Promise<void> {
  if (told.length === 0) return
  await transaction.rows(
    sql`update order_receipts r set message = t.message ${undoneAt ? sql`, undone_at = ${undoneAt}` : sql``}
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (order_number text, message text)
      where r.client_code = ${client} and r.command_id = ${commandId} and r.order_number = t.order_number`.compile(db),
  )
}

/** What the receipts of orders say that no carrier takes, with why. */
export function exceptionsOf(
  decided: readonly DecidedConsignment[],
  words: (orderNumber: string, why: string) => string,
): Told[] {
  const without = Map.groupBy(
    decided.filter(({ chosen }) => !chosen),
    ({ orderNumber }) => orderNumber,
  )
  return [...without].map(([orderNumber, ones]) => ({
    order_number: orderNumber,
    message: words(orderNumber, [...new Set(ones.map(({ why }) => why))].join('. ')),
  }))
}
