import { withoutDecimals } from '@despatch/domain/feeds/rows/read-cell'
import { sql } from 'kysely'
import type pg from 'pg'
import { findStoredOrders, findStoredSkus, type Spelling } from '../../database/stored-names.ts'
import { Transaction } from '../../database/transaction.ts'
import { isUnmeasured } from './chunk-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'

type Named = { readonly SKU: string; readonly orderNumber?: string }

export type KeptRows<Row> = {
  /** The rows with their orders and SKUs written as their client keeps them; the same objects where they are already. */
  readonly rows: readonly Row[]
  /** The orders and SKUs of the rows that the client has. */
  readonly orders: ReadonlySet<string>
  readonly skus: ReadonlySet<string>
}

/** Rows with their orders and SKUs written as their client keeps them, and which of these it has. */
export async function rowsInKeptNames<Row extends Named>(
  connection: pg.ClientBase,
  client: string,
  rows: readonly Row[],
): Promise<KeptRows<Row>> {
  const transaction = new Transaction(connection)
  const order = await findStoredOrders(
    transaction,
    client,
    namesOf(rows, ({ orderNumber = '' }) => orderNumber),
  )
  const sku = await findStoredSkus(transaction, client, skusOf(rows), sql<{ isKnown: boolean }>`true as "isKnown"`)
  const skuSpelling = withoutPoint(sku)
  return {
    rows: rows.map((row) => renamed(row, order.spelling, skuSpelling)),
    orders: order.known,
    skus: new Set(sku.known.keys()),
  }
}

/** What is known of a SKU: what one is worth, and what of it is not, as `goods_lacks` in the database says it. */
export type KnownSku = { readonly unitValue: string; readonly lacks: number }

export type KeptOrders = {
  orders: readonly GatheredOrder[]
  /** The numbers of those that are there. */
  known: ReadonlySet<string>
  /** The SKUs of their rows that are there. */
  skus: ReadonlyMap<string, KnownSku>
}

/** Gathered orders likewise, with their rows, and with what is known of them: it is looked up with their names. */
export async function ordersInKeptNames(
  connection: pg.ClientBase,
  client: string,
  gathered: readonly GatheredOrder[],
): Promise<KeptOrders> {
  const transaction = new Transaction(connection)
  const rows = gathered.flatMap((order) => [...order.rows, ...order.repeats])
  const { spelling: number, known } = await findStoredOrders(
    transaction,
    client,
    namesOf(gathered, ({ orderNumber }) => orderNumber),
  )
  const found = await findStoredSkus(
    transaction,
    client,
    skusOf(rows),
    sql<KnownSku>`unit_value as "unitValue", ${sql.raw(isUnmeasured('skus'))} as lacks`,
  )
  const { known: skus } = found
  const sku = withoutPoint(found)
  const orders = gathered.map((order) => {
    const orderNumber = number(order.orderNumber)
    const rename = (row: GatheredOrder['rows'][number]) => renamed(row, () => orderNumber, sku)
    return { ...order, orderNumber, rows: order.rows.map(rename), repeats: order.repeats.map(rename) }
  })
  return { orders, known, skus }
}

function namesOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Set<string> {
  const names = new Set<string>()
  for (const row of rows) names.add(nameOf(row))
  return names
}

/** The SKUs of rows, and those that a spreadsheet may have written '.0' behind. */
function skusOf<Row extends Named>(rows: readonly Row[]): Set<string> {
  const names = namesOf(rows, ({ SKU }) => SKU)
  // A set that grows is gone through to its end: what is added here ends in no '.0' any more.
  for (const name of names) if (name.endsWith('.0')) names.add(withoutDecimals(name))
  return names
}

/** How SKUs are written; '123.0' is 123, unless the client has such a SKU. */
function withoutPoint({ spelling, known }: { spelling: Spelling; known: ReadonlyMap<string, unknown> }): Spelling {
  return (name) => {
    const written = spelling(name)
    return known.has(written) || !name.endsWith('.0') ? written : spelling(withoutDecimals(name))
  }
}

function renamed<Row extends Named>(row: Row, order: Spelling, sku: Spelling): Row {
  const orderNumber = row.orderNumber === undefined ? undefined : order(row.orderNumber)
  const SKU = sku(row.SKU)
  return orderNumber === row.orderNumber && SKU === row.SKU
    ? row
    : { ...row, SKU, ...(orderNumber !== undefined && { orderNumber }) }
}
