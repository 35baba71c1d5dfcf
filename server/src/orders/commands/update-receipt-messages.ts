import { sql } from 'kysely'
import type { DecidedConsignment } from '../../routing/allocation/decide-consignment.ts'
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
  await transaction.write(
    sql`update order_receipts set message = ${JSON.stringify(messages)}::jsonb ->> order_number
        ${undoneAt ? sql`, undone_at = ${undoneAt}` : sql``}
      where client_code = ${client} and command_id = ${commandId}
        and order_number = any (${Object.keys(messages)}::text[])`.compile(db),
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
