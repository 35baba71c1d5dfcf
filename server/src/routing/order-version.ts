import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { OrderChanges } from '@despatch/domain/orders/order-fields'
import { sql, type Updateable } from 'kysely'
import { db } from '../database/sql.ts'
import type { Tables } from '../database/tables.ts'
import { inOrder, type Transaction } from '../database/transaction.ts'

/** Who changes an order of which client, and when, in the transaction that holds the order. */
export type ChangedBy = {
  readonly transaction: Transaction
  readonly client: string
  readonly now: Date
  readonly byName: string
}

/** A version of an order as its history shows it. */
export type OrderVersion = {
  readonly orderNumber: string
  readonly version: number
  readonly status: OrderStatus
  readonly act: string
  readonly note?: string
  readonly changes?: OrderChanges
}

/**
 * When an entry of an order's history was written, for a select from `order_history`: not before the entry of the version
 * before. The moment that is kept is that of the request, which may have waited for a request that came later.
 */
export const HISTORY_AT = sql<Date>`max(at) over (partition by client_code, order_number order by version)`

/** The last that happened to an order: what, by whom, with its note. */
export const lastOfHistory = (
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

/** Writes the row of an order's history for a version of it. */
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

/** Writes an order's next version, with what else of it changes, and its history. What audits it is the caller's. */
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
