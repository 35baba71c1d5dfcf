import { type RawBuilder, sql } from 'kysely'
import { firstWritten, isPlainName, sameName } from '@despatch/domain/text/same-name'
import { db } from './sql.ts'
import { inOrder, type Transaction } from './transaction.ts'

// SKUs and order numbers are stored as first written and match in any case (record 15 in docs/decisions). These functions convert
// incoming names to the stored spelling where they enter, so that all other statements compare plain columns. The unique indexes
// are of plain columns under the collation any_case, because row-level security lets only such an index serve a look-up.

/** Gives how each of some names is written. */
export type Writing = (name: string) => string

/** How a client's SKUs are written; one that it has not as it is written first here. */
export async function writingOfSkus(
  transaction: Transaction,
  client: string,
  skus: Iterable<string>,
): Promise<Writing> {
  const named = [...new Set(skus)].filter((sku) => sku !== '')
  if (named.length === 0) return (sku) => sku
  const rows = await findSkus<Found>(transaction, client, named, sql``)
  return firstWritten(named, keptOf(rows), await comparing(transaction, named))
}

/** The same, with what some columns say of those that the client has, by their SKUs as they are kept. */
export async function knownSkus<Known extends object>(
  transaction: Transaction,
  client: string,
  skus: Iterable<string>,
  columns: RawBuilder<Known>,
): Promise<{ writing: Writing; known: ReadonlyMap<string, Known> }> {
  const named = [...new Set(skus)].filter((sku) => sku !== '')
  const rows = named.length === 0 ? [] : await findSkus<Found & Known>(transaction, client, named, sql`, ${columns}`)
  const writing = firstWritten(named, keptOf(rows), await comparing(transaction, named))
  return { writing, known: new Map(rows.map((row) => [row.kept, row])) }
}

const findSkus = <Row extends Found>(
  transaction: Transaction,
  client: string,
  named: readonly string[],
  columns: RawBuilder<unknown>,
) =>
  byAnyCase<Row>(
    transaction,
    sql`
      select named.name, s.* from unnest(${named}::text[]) as named (name) cross join lateral (
        select sku_code as kept ${columns} from skus
        where client_code = ${client} and sku_code collate any_case between named.name and named.name
        order by sku_code collate any_case limit 1
      ) s`,
  )

/**
 * How a client's orders are numbered. Of two orders that differ by case alone, from before they could not, each is found as
 * it is written, and the first written in any other case.
 */
export async function writingOfOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: Iterable<string>,
): Promise<Writing> {
  return (await knownOrders(transaction, client, orderNumbers)).writing
}

/** The same, with those that the client has. */
export async function knownOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: Iterable<string>,
): Promise<{ writing: Writing; known: ReadonlySet<string> }> {
  const named = [...new Set(orderNumbers)].filter((number) => number !== '')
  if (named.length === 0) return { writing: (number) => number, known: new Set() }
  const rows = await byAnyCase<{ name: string; kept: string; is_first: boolean }>(
    transaction,
    sql`
      select named.name, o.* from unnest(${named}::text[]) as named (name) cross join lateral (
        select order_number as kept, case_twin is null as is_first from orders
        where client_code = ${client} and order_number collate any_case between named.name and named.name
        order by order_number collate any_case offset 0
      ) o`,
  )
  const kept = new Map([...keptOf(rows.filter((row) => row.is_first)), ...exactOf(rows)])
  const writing = firstWritten(named, kept, await comparing(transaction, named))
  return { writing, known: new Set(rows.map((row) => row.kept)) }
}

/** How an order of some clients is numbered that someone names in any case; as it is named where there is none. */
export async function orderAsKept(
  transaction: Transaction,
  clients: readonly string[],
  orderNumber: string,
): Promise<string> {
  const row = await transaction.row(
    sql<{ kept: string }>`
      select order_number as kept from orders
      where client_code = any (${clients}::text[]) and order_number collate any_case = ${orderNumber}
      order by order_number <> ${orderNumber}, case_twin nulls first limit 1`.compile(db),
  )
  return row?.kept ?? orderNumber
}

type Found = { name: string; kept: string }
const keptOf = (rows: readonly Found[]) => new Map(rows.map(({ name, kept }) => [name, kept]))
const exactOf = (rows: readonly Found[]) => keptOf(rows.filter(({ name, kept }) => name === kept))

/** How names are compared with each other: where some are not plain, only the database knows which are the same. */
async function comparing(transaction: Transaction, names: readonly string[]): Promise<(name: string) => string> {
  if (names.every(isPlainName)) return sameName
  const rows = await transaction.rows(
    sql<{ name: string; first: string }>`
      select name, first from (
        select name, first_value(name) over (partition by name collate any_case order by nth) as first
        from unnest(${names}::text[]) with ordinality as named (name, nth)
      ) compared where first <> name`.compile(db),
  )
  const firsts = new Map(rows.map(({ name, first }) => [name, first]))
  return (name) => firsts.get(name) ?? name
}

/**
 * With sorting avoided, so that the index of the names is the one that is left: database/by-key. What avoids sorting already
 * goes on doing so: a feed looks up all its rows by key. The three travel together.
 */
async function byAnyCase<Row>(transaction: Transaction, query: RawBuilder<unknown>): Promise<Row[]> {
  const [, rows] = await inOrder([
    transaction.rows(
      sql`select set_config('app.sorting_before', sorting, true), set_config('enable_sort', 'off', true)
        from (select current_setting('enable_sort') as sorting offset 0) before`.compile(db),
    ),
    transaction.rows(sql<Row>`${query}`.compile(db)),
    transaction.rows(sql`select set_config('enable_sort', current_setting('app.sorting_before'), true)`.compile(db)),
  ])
  return rows
}
