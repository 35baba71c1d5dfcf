import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { OrderChanges } from '@despatch/domain/orders/order-fields'
import { sql, type Updateable } from 'kysely'
import { db } from '../database/sql.ts'
import type { Tables } from '../database/tables.ts'
import { inOrder, type Transaction } from '../database/transaction.ts'

/** The transaction that has locked an order, its client, and the user and time of the change. */
export type ChangedBy = {
  readonly transaction: Transaction
  readonly client: string
  readonly now: Date
  readonly byName: string
}

/** A version of an order for its history. */
export type OrderVersion = {
  readonly orderNumber: string
  readonly version: number
  readonly status: OrderStatus
  readonly act: string
  readonly note?: string
  readonly changes?: OrderChanges
}

/**
 * The time of an entry, for a select from `order_history`: never before the entry of the previous version. The stored
 * time is the request's, which may have waited for a later request.
 */
export const HISTORY_AT = sql<Date>`max(at) over (partition by client_code, order_number order by version)`

/** Loads the last entry of an order's history. */
export const loadLastHistoryEntry = (
  { transaction, client }: Pick<ChangedBy, 'transaction' | 'client'>,
  orderNumber: string,
): Promise<{ act: string; by_name: string; note: string } | undefined> =>
  transaction.row(
    db
      .selectFrom('order_history')
      .select(['act', 'by_name', 'note'])
      .where('client_code', '=', client)
      .where('order_number', '=', orderNumber)
      .orderBy('version', 'desc')
      .limit(1),
  )

/** Writes one entry of an order's history. */
export async function writeOrderHistory(
  { transaction, client, now, byName }: ChangedBy,
  { orderNumber, version, status, act, note = '', changes = {} }: OrderVersion,
): Promise<void> {
  await transaction.write(
    db.insertInto('order_history').values({
      client_code: client,
      order_number: orderNumber,
      version,
      at: now,
      by_name: byName,
      act,
      status,
      note,
      changes: JSON.stringify(changes),
    }),
  )
}

/** Writes an order's next version, other changed columns and the history entry. The caller writes the audit row. */
export async function writeOrderVersion(
  by: ChangedBy,
  next: OrderVersion,
  set: Omit<Updateable<Tables['orders']>, 'version'> = {},
): Promise<void> {
  await inOrder([
    by.transaction.write(
      db
        .updateTable('orders')
        .set({ ...set, version: next.version })
        .where('client_code', '=', by.client)
        .where('order_number', '=', next.orderNumber),
    ),
    writeOrderHistory(by, next),
  ])
}
