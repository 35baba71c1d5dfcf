import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import { ORDER_REFUSED } from '@despatch/domain/feeds/existing-orders/existing-order'
import type { OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import type pg from 'pg'
import * as statements from './chunk-statements.ts'
import { type GatheredOrder, orderAndLine, valueOf } from './gather-orders.ts'

/** Refuses rows and orders of a chunk, each row once. */
export type Refuser = {
  /** Refuses a row for one of its fields, with the field's value unless another is given. */
  row(row: OrderFeedRow, field: OrderFeedField, reason: string, value?: string): void
  /** Refuses a row and its order. */
  rowOfOrder(row: OrderFeedRow, field: OrderFeedField, reason: string, value?: string): void
  /** Removes an order from the chunk and refuses its remaining rows: for a field, or because of the row on a line. */
  order(orderNumber: string, why: { line: number } | { field: OrderFeedField; reason: string }): void
  /** Removes refused orders from the temporary tables. */
  settle(): Promise<void>
  isRefused(orderNumber: string): boolean
  /** Whether the order or one of its rows was refused. */
  hasRefused(orderNumber: string): boolean
}

export function createRefuser(
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
  const row: Refuser['row'] = (target, field, reason, value = valueOf(target, field)) =>
    refuse(target, columnOf(field), reason, value)
  const order: Refuser['order'] = (orderNumber, why) => {
    refusedOrders.add(orderNumber)
    unsettled.push(orderNumber)
    const target = byNumber.get(orderNumber)
    for (const one of [...(target?.rows ?? []), ...(target?.repeats ?? [])]) {
      if ('line' in why) refuse(one, columnOf('orderNumber'), ORDER_REFUSED, orderAndLine(orderNumber, why.line))
      else row(one, why.field, why.reason)
    }
  }
  return {
    row,
    order,
    rowOfOrder(target, field, reason, value) {
      row(target, field, reason, value)
      order(target.orderNumber, { line: target.line })
    },
    isRefused: (orderNumber) => refusedOrders.has(orderNumber),
    hasRefused: (orderNumber) =>
      refusedOrders.has(orderNumber) || !!byNumber.get(orderNumber)?.rows.some((row) => refusedRows.has(row)),
    async settle() {
      if (unsettled.length > 0) await client.query(statements.REMOVE_ORDERS, [unsettled])
      unsettled = []
    },
  }
}
