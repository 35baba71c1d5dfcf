import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ShownOrder } from './command-selection.ts'

/** An order that changed since the caller was shown it: its version now, and the last that happened to it. */
export type ChangedOrder = {
  clientCode: string
  orderNumber: string
  version: number
  act: string
  by: string
  at: Date
  note: string
}

/** As many are named: what nobody reads is not counted out. */
const MAX_CHANGED = 1000

/**
 * The orders of a filter that something happened to after a moment; `found` selects them, with their `client_code`, `order_number`
 * and `version`.
 */
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

/** Those of some orders that have another version than their callers were shown. Orders without one are not looked at. */
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
      cross join lateral (
        select version from orders
        where client_code = shown.client_code and order_number between shown.order_number and shown.order_number
        order by order_number limit 1
      ) o
      cross join lateral (
        select act, by_name, at, note from order_history
        where client_code = shown.client_code and order_number = shown.order_number
        order by version desc limit 1
      ) h
      where o.version <> shown.version`.compile(db),
  )
}
