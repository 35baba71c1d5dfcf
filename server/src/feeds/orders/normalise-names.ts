import { withoutDecimals } from '@despatch/domain/feeds/rows/read-cell'
import { sql } from 'kysely'
import type pg from 'pg'
import { findStoredOrders, findStoredSkus, type Spelling } from '../../database/stored-names.ts'
import { Transaction } from '../../database/transaction.ts'
import { isUnmeasured } from './chunk-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'

type SkuRow = { readonly SKU: string; readonly orderNumber?: string }

export type NormalisedRows<Row> = {
  /** The rows with order numbers and SKUs as the client's data spells them; unchanged rows are the same objects. */
  readonly rows: readonly Row[]
  /** Known orders and SKUs of the rows. */
  readonly orders: ReadonlySet<string>
  readonly skus: ReadonlySet<string>
}

/** Replaces the spelling of order numbers and SKUs in rows by that of the client's data, and finds which of them exist. */
export async function normaliseRowNames<Row extends SkuRow>(
  connection: pg.ClientBase,
  client: string,
  rows: readonly Row[],
): Promise<NormalisedRows<Row>> {
  const transaction = new Transaction(connection)
  const order = await findStoredOrders(
    transaction,
    client,
    namesOf(rows, ({ orderNumber = '' }) => orderNumber),
  )
  const sku = await findStoredSkus(transaction, client, skusOf(rows), sql<{ isKnown: boolean }>`true as "isKnown"`)
  const skuSpelling = withoutDecimalPoint(sku)
  return {
    rows: rows.map((row) => renamed(row, order.spelling, skuSpelling)),
    orders: order.known,
    skus: new Set(sku.known.keys()),
  }
}

/** A stored SKU: its unit value, and the bits of its missing data (`goods_lacks` in the database). */
export type KnownSku = { readonly unitValue: string; readonly lacks: number }

export type NormalisedOrders = {
  orders: readonly GatheredOrder[]
  /** Order numbers that exist. */
  known: ReadonlySet<string>
  /** Existing SKUs of their rows. */
  skus: ReadonlyMap<string, KnownSku>
}

/** The same for gathered orders and their rows. */
export async function normaliseOrderNames(
  connection: pg.ClientBase,
  client: string,
  gathered: readonly GatheredOrder[],
): Promise<NormalisedOrders> {
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
  const sku = withoutDecimalPoint(found)
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

/** The SKUs of rows, and without a '.0' that a spreadsheet may have added. */
function skusOf<Row extends SkuRow>(rows: readonly Row[]): Set<string> {
  const names = namesOf(rows, ({ SKU }) => SKU)
  // Iterating a growing set reaches the added names; these end without '.0', so it ends.
  for (const name of names) if (name.endsWith('.0')) names.add(withoutDecimals(name))
  return names
}

/** Spells SKUs as stored; '123.0' becomes 123, unless the client has a SKU '123.0'. */
function withoutDecimalPoint({
  spelling,
  known,
}: {
  spelling: Spelling
  known: ReadonlyMap<string, unknown>
}): Spelling {
  return (name) => {
    const written = spelling(name)
    return known.has(written) || !name.endsWith('.0') ? written : spelling(withoutDecimals(name))
  }
}

function renamed<Row extends SkuRow>(row: Row, order: Spelling, sku: Spelling): Row {
  const orderNumber = row.orderNumber === undefined ? undefined : order(row.orderNumber)
  const SKU = sku(row.SKU)
  return orderNumber === row.orderNumber && SKU === row.SKU
    ? row
    : { ...row, SKU, ...(orderNumber !== undefined && { orderNumber }) }
}
