import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ShownOrder } from './command-selection.ts'

/** An order that changed since the caller saw it: present version and latest change. */
export type ChangedOrder = {
  clientCode: string
  orderNumber: string
  version: number
  act: string
  by: string
  at: Date
  note: string
}

const MAX_CHANGED = 1000

/** Orders of a query that changed after an instant. `found` selects `client_code`, `order_number` and `version`. */
export async function changedAfter(
  transaction: Transaction,
  found: RawBuilder<unknown>,
  asOf: string,
): Promise<readonly ChangedOrder[]> {
  return transaction.rows(
    sql<ChangedOrder>`
      select found.client_code as "clientCode", found.order_number as "orderNumber", found.version,
        h.act, h.by_name as by, h.at, h.note
      from (${found}) found
      cross join lateral (
        select act, by_name, at, note from order_history
        where client_code = found.client_code and order_number = found.order_number
        order by version desc limit 1
      ) h
      where h.at > ${asOf}::timestamptz
      order by h.at desc limit ${MAX_CHANGED}`.compile(db),
  )
}

/** Orders whose version differs from the one that the caller saw. Orders without a version are skipped. */
export async function changedSince(
  transaction: Transaction,
  orders: readonly ShownOrder[],
): Promise<readonly ChangedOrder[]> {
  const shown = orders.flatMap(({ version, ...order }) => (version === undefined ? [] : [{ ...order, version }]))
  if (shown.length === 0) return []
  return transaction.rows(
    sql<ChangedOrder>`
      select shown.client_code as "clientCode", shown.order_number as "orderNumber", o.version,
        h.act, h.by_name as by, h.at, h.note
      from unnest(${shown.map(({ clientCode }) => clientCode)}::text[],
        ${shown.map(({ orderNumber }) => orderNumber)}::text[], ${shown.map(({ version }) => version)}::int[])
        as shown (client_code, order_number, version)
      join orders o on o.client_code = shown.client_code and o.order_number = shown.order_number
      cross join lateral (
        select act, by_name, at, note from order_history
        where client_code = shown.client_code and order_number = shown.order_number
        order by version desc limit 1
      ) h
      where o.version <> shown.version`.compile(db),
  )
}
