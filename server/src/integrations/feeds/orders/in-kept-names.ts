import type pg from 'pg'
import { type Writing, writingOfOrders, writingOfSkus } from '../../../database/kept-names.ts'
import { Transaction } from '../../../database/transaction.ts'
import type { GatheredOrder } from './gather-orders.ts'

type Named = { readonly SKU: string; readonly orderNumber?: string }

/** Rows with their orders and SKUs written as their client keeps them; the same objects where they are already. */
export async function rowsInKeptNames<Row extends Named>(
  connection: pg.ClientBase,
  client: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const transaction = new Transaction(connection)
  const [order, sku] = [
    await writingOfOrders(
      transaction,
      client,
      namesOf(rows, ({ orderNumber = '' }) => orderNumber),
    ),
    await writingOfSkus(
      transaction,
      client,
      namesOf(rows, ({ SKU }) => SKU),
    ),
  ]
  return rows.map((row) => renamed(row, order, sku))
}

/** Gathered orders likewise, with their rows. */
export async function ordersInKeptNames(
  connection: pg.ClientBase,
  client: string,
  orders: readonly GatheredOrder[],
): Promise<readonly GatheredOrder[]> {
  const transaction = new Transaction(connection)
  const rows = orders.flatMap((order) => [...order.rows, ...order.repeats])
  const number = await writingOfOrders(
    transaction,
    client,
    namesOf(orders, ({ orderNumber }) => orderNumber),
  )
  const sku = await writingOfSkus(
    transaction,
    client,
    namesOf(rows, ({ SKU }) => SKU),
  )
  return orders.map((order) => {
    const orderNumber = number(order.orderNumber)
    const rename = (row: GatheredOrder['rows'][number]) => renamed(row, () => orderNumber, sku)
    return { ...order, orderNumber, rows: order.rows.map(rename), repeats: order.repeats.map(rename) }
  })
}

function namesOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Set<string> {
  const names = new Set<string>()
  for (const row of rows) names.add(nameOf(row))
  return names
}

function renamed<Row extends Named>(row: Row, order: Writing, sku: Writing): Row {
  const orderNumber = row.orderNumber === undefined ? undefined : order(row.orderNumber)
  const SKU = sku(row.SKU)
  return orderNumber === row.orderNumber && SKU === row.SKU
    ? row
    : { ...row, SKU, ...(orderNumber !== undefined && { orderNumber }) }
}
