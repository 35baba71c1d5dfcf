import { type RawBuilder, sql } from 'kysely'
import { chooseSpellings, isPlainName, sameName } from '@despatch/domain/text/same-name'
import { db } from './sql.ts'
import type { Transaction } from './transaction.ts'

// SKUs and order numbers are compared without regard to case and stored as first written: docs/decisions/0015. These functions
// turn incoming names into their stored spelling at the boundary, so that all other statements can compare names directly. The
// indexes are on plain columns with the collation any_case, which row-level security lets the planner use.

/** Maps a name to its stored spelling. */
export type Spelling = (name: string) => string

/** Loads the stored spelling of a client's SKUs. A SKU that does not exist keeps the spelling that comes first in the list. */
export async function loadSkuSpelling(
  transaction: Transaction,
  client: string,
  skus: Iterable<string>,
): Promise<Spelling> {
  const named = [...new Set(skus)].filter((sku) => sku !== '')
  if (named.length === 0) return (sku) => sku
  const rows = await findSkus<SpellingRow>(transaction, client, named, sql``)
  return chooseSpellings(named, spellingOf(rows), await loadComparison(transaction, named))
}

/** The same, and the given columns of the SKUs that exist, by stored SKU. */
export async function findStoredSkus<Known extends object>(
  transaction: Transaction,
  client: string,
  skus: Iterable<string>,
  columns: RawBuilder<Known>,
): Promise<{ spelling: Spelling; known: ReadonlyMap<string, Known> }> {
  const named = [...new Set(skus)].filter((sku) => sku !== '')
  const rows =
    named.length === 0 ? [] : await findSkus<SpellingRow & Known>(transaction, client, named, sql`, ${columns}`)
  const spelling = chooseSpellings(named, spellingOf(rows), await loadComparison(transaction, named))
  return { spelling, known: new Map(rows.map((row) => [row.stored, row])) }
}

const findSkus = <Row extends SpellingRow>(
  transaction: Transaction,
  client: string,
  named: readonly string[],
  columns: RawBuilder<unknown>,
) =>
  transaction.rows(
    sql<Row>`
      select named.name, sku_code as stored ${columns} from unnest(${named}::text[]) as named (name)
      join skus on client_code = ${client} and sku_code collate any_case = named.name`.compile(db),
  )

/**
 * Loads the stored spelling of a client's order numbers. Old orders may differ by case alone: each is found by its exact number, and
 * the first of them by any other spelling.
 */
export async function loadOrderSpelling(
  transaction: Transaction,
  client: string,
  orderNumbers: Iterable<string>,
): Promise<Spelling> {
  return (await findStoredOrders(transaction, client, orderNumbers)).spelling
}

/** The same, and the numbers that exist. */
export async function findStoredOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: Iterable<string>,
): Promise<{ spelling: Spelling; known: ReadonlySet<string> }> {
  const named = [...new Set(orderNumbers)].filter((number) => number !== '')
  if (named.length === 0) return { spelling: (number) => number, known: new Set() }
  const rows = await transaction.rows(
    sql<{ name: string; stored: string; is_first: boolean }>`
      select named.name, order_number as stored, case_twin is null as is_first
      from unnest(${named}::text[]) as named (name)
      join orders on client_code = ${client} and order_number collate any_case = named.name`.compile(db),
  )
  const stored = new Map([...spellingOf(rows.filter((row) => row.is_first)), ...exactSpellingOf(rows)])
  const spelling = chooseSpellings(named, stored, await loadComparison(transaction, named))
  return { spelling, known: new Set(rows.map((row) => row.stored)) }
}

/** The stored number of an order of some clients, found in any case; the given number if there is no such order. */
export async function findStoredOrderNumber(
  transaction: Transaction,
  clients: readonly string[],
  orderNumber: string,
): Promise<string> {
  const row = await transaction.row(
    sql<{ stored: string }>`
      select order_number as stored from orders
      where client_code = any (${clients}::text[]) and order_number collate any_case = ${orderNumber}
      order by order_number <> ${orderNumber}, case_twin nulls first limit 1`.compile(db),
  )
  return row?.stored ?? orderNumber
}

type SpellingRow = { name: string; stored: string }
const spellingOf = (rows: readonly SpellingRow[]) => new Map(rows.map(({ name, stored }) => [name, stored]))
const exactSpellingOf = (rows: readonly SpellingRow[]) => spellingOf(rows.filter(({ name, stored }) => name === stored))

/** How names compare with each other. Only the database can compare names that are not plain. */
async function loadComparison(transaction: Transaction, names: readonly string[]): Promise<(name: string) => string> {
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
