import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import { ORDER_REFUSED } from '@despatch/domain/feeds/kept-orders/existing-order'
import type { OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import type pg from 'pg'
import * as statements from './chunk-statements.ts'
import { type GatheredOrder, inOrder, valueOf } from './gather-orders.ts'

/** Refuses rows and orders of a chunk, each row once. */
export type Refuser = {
  /** Refuses a row for what is in one of its fields: its value, unless another is given. */
  row(row: OrderFeedRow, field: OrderFeedField, reason: string, value?: string): void
  /** Refuses a row for that, and its order with it. */
  rowOfOrder(row: OrderFeedRow, field: OrderFeedField, reason: string, value?: string): void
  /** Takes an order out, and refuses its rows that are not refused already: for a reason, or for the row on a line. */
  order(orderNumber: string, why: { line: number } | { field: OrderFeedField; reason: string }): void
  /** Tells the database of the orders that were taken out. */
  settle(): Promise<void>
  isRefused(orderNumber: string): boolean
  /** Whether the order, or a row of it, was refused. */
  hasRefused(orderNumber: string): boolean
}

export function refuser(
  client: pg.PoolClient,
  orders: readonly GatheredOrder[],
  { columnOf }: { columnOf: (field: OrderFeedField) => string },
  written: { refused: FeedRefusal[] },
): Refuser {
  const byNumber = new Map(orders.map((order) => [order.orderNumber, order]))
  const refusedRows = new Set<OrderFeedRow>()
  const refusedOrders = new Set<string>()
  let unsettled: string[] = []
  const refuse = (row: OrderFeedRow, column: string, reason: string, value: string) => {
    if (refusedRows.has(row)) return
    refusedRows.add(row)
    written.refused.push({ line: row.line, column, reason, value })
  }
  const row: Refuser['row'] = (of, field, reason, value = valueOf(of, field)) =>
    refuse(of, columnOf(field), reason, value)
  const order: Refuser['order'] = (orderNumber, why) => {
    refusedOrders.add(orderNumber)
    unsettled.push(orderNumber)
    const of = byNumber.get(orderNumber)
    for (const one of [...(of?.rows ?? []), ...(of?.repeats ?? [])]) {
      if ('line' in why) refuse(one, columnOf('orderNumber'), ORDER_REFUSED, inOrder(orderNumber, why.line))
      else row(one, why.field, why.reason)
    }
  }
  return {
    row,
    order,
    rowOfOrder(of, field, reason, value) {
      row(of, field, reason, value)
      order(of.orderNumber, { line: of.line })
    },
    isRefused: (orderNumber) => refusedOrders.has(orderNumber),
    hasRefused: (orderNumber) =>
      refusedOrders.has(orderNumber) || !!byNumber.get(orderNumber)?.rows.some((row) => refusedRows.has(row)),
    async settle() {
      if (unsettled.length > 0) await client.query(statements.TAKE_OUT, [unsettled])
      unsettled = []
    },
  }
}
