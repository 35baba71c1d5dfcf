import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { type RewrittenCode, rewrittenCodes } from '../../stock/rewritten-codes.ts'
import { findRewrittenOrders } from '../orders/rewritten-orders.ts'
import type { RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'

const NO_ORDER = 'This client has no such order. Import the order first, or correct its number'
const NO_SKU = 'This client has no such SKU'
export const NO_ORDER_OR_ACCOUNT =
  'Order number and customer account are missing. A return needs one of them, unless its reference is known'

type UnknownRowsContext = {
  client: string
  columnOf: RowFeedContext['columnOf']
  known: { orders: ReadonlySet<string>; skus: ReadonlySet<string> }
  isOfKnown: (row: ReturnRow) => boolean
}

/** Refuses rows with unknown orders or SKUs. Returns the others. */
export async function refuseUnknownRows(
  connection: pg.PoolClient,
  { client, columnOf, known, isOfKnown }: UnknownRowsContext,
  rows: readonly ReturnRow[],
  { refused }: RowsWritten,
): Promise<ReturnRow[]> {
  const orders = new Set([...known.orders, ...(await findOrders(connection, client, rows, known.orders))])
  const skus = new Set([...known.skus, ...(await findSkus(connection, client, rows, known.skus))])
  const transaction = new Transaction(connection)
  const unknown = (has: ReadonlySet<string>, field: 'SKU' | 'orderNumber') =>
    rows.map((row) => row[field]).filter((name) => !has.has(name))
  const rewritten = await rewrittenCodes(transaction, client, unknown(skus, 'SKU'))
  const twins = await findRewrittenOrders(transaction, client, unknown(orders, 'orderNumber'))
  return rows.filter((row) => {
    const { line, orderNumber, customerAccount, SKU } = row
    const refuse = (field: 'SKU' | 'orderNumber', reason: RewrittenCode) => {
      refused.push({ line, column: columnOf(field), ...reason })
      return false
    }
    if (orderNumber === '' && customerAccount === '' && !isOfKnown(row))
      return refuse('orderNumber', { reason: NO_ORDER_OR_ACCOUNT, value: '' })
    if (orderNumber !== '' && !orders.has(orderNumber))
      return refuse('orderNumber', twins.get(orderNumber) ?? { reason: NO_ORDER, value: orderNumber })
    return skus.has(SKU) || refuse('SKU', rewritten.get(SKU) ?? { reason: NO_SKU, value: SKU })
  })
}

/** Finds further existing orders of rows: an announced return may have completed their number. */
async function findOrders(
  connection: pg.ClientBase,
  client: string,
  rows: readonly ReturnRow[],
  known: ReadonlySet<string>,
) {
  const named = new Set(rows.map(({ orderNumber }) => orderNumber).filter((name) => name !== '' && !known.has(name)))
  if (named.size === 0) return []
  const { rows: found } = await connection.query<{ order_number: string }>(
    'select order_number from orders where client_code = $1 and order_number = any ($2::text[])',
    [client, [...named]],
  )
  return found.map(({ order_number }) => order_number)
}

async function findSkus(
  connection: pg.ClientBase,
  client: string,
  rows: readonly ReturnRow[],
  known: ReadonlySet<string>,
) {
  const named = new Set(rows.map(({ SKU }) => SKU).filter((name) => !known.has(name)))
  if (named.size === 0) return []
  const { rows: found } = await connection.query<{ sku_code: string }>(
    'select sku_code from skus where client_code = $1 and sku_code = any ($2::text[])',
    [client, [...named]],
  )
  return found.map(({ sku_code }) => sku_code)
}
