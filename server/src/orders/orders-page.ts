import { WINDOW_SIZE } from '@despatch/contract/route/fields'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import { fromPlace, type ListOrder, orderByTerms, placeText, sortTerms } from './list-order.ts'
import { IS_SHORT_OF_STOCK } from './order-lacks.ts'
import type { OrderRowColumns } from './present.ts'
import { orderConditions, ORDER_ROW, type OrderFilter } from './queries.ts'
import { ASSIGNED_TO, TAGS } from './tags-and-notes/tag-and-assignee-columns.ts'

/**
 * Beyond this many rows, the clients' indexes are merged row by row instead of sorting the first rows of every client.
 */
const DEEP_ROWS = 1000
/** Places of the first 100,000 rows. Further windows are counted from the last place. */
const MAX_PLACES = 500
/** Up to this many statuses, each status is read through its own index range. */
const FEW_STATUSES = 4

type Page = ListOrder & { page: number; limit: number; from?: string | undefined }

/** Compiles a constant part of a statement once. */
const precompile = (part: RawBuilder<unknown>) => sql.raw(part.compile(db).sql)

const ROW_COLUMNS = precompile(
  sql`${sql.join(ORDER_ROW.map((name) => sql.ref(`orders.${name}`)))}, ${IS_SHORT_OF_STOCK} as is_short,
    ${TAGS} as tags, ${ASSIGNED_TO} as assigned_to`,
)

type Ordering = Record<'mine' | 'found' | 'page' | 'named' | 'place' | 'foundPlace', RawBuilder<unknown>>
const orderings = new Map<string, Ordering>()

/** Sort clauses of a list: within a client, over all clients, for the page, and the place of a row. */
function orderingFor({ sort, desc }: ListOrder): Ordering {
  const known = orderings.get(`${sort} ${desc}`)
  if (known) return known
  const terms = sortTerms(sort)
  // The sort terms under the names of the merged rows.
  const keys = terms.map((_term, index) => sql.ref(`key_${index}`))
  const ordering = {
    mine: precompile(orderByTerms(terms, desc)),
    found: precompile(orderByTerms([...keys, sql.ref('found.client_code')], desc)),
    page: precompile(orderByTerms([...terms, sql.ref('client_code')], desc)),
    named: precompile(
      sql`client_code, order_number, ${sql.join(terms.map((term, index) => sql`${term} as ${keys[index]}`))}`,
    ),
    place: precompile(placeText(sort)),
    foundPlace: precompile(placeText(sort, keys[0])),
  }
  orderings.set(`${sort} ${desc}`, ordering)
  return ordering
}

/**
 * A page of orders of one or more clients, plus one row that shows whether there are more. Each client's index gives
 * its first rows in order; with several clients, or deep in the list, keys are merged before complete rows are read.
 * With `from`, pages count from that place. Each row has its place. `moreColumns` are columns beside {@link ORDER_ROW},
 * each starting with a comma. Throws an AppError if the place is malformed.
 */
export function ordersPage<Row = OrderRowColumns>(
  clients: string[],
  filter: OrderFilter,
  page: Page,
  moreColumns: RawBuilder<unknown> = sql``,
) {
  const ordering = orderingFor(page)
  return sql<Row & { place: string }>`
    select ${ROW_COLUMNS}, ${ordering.place} as place${moreColumns}
    from ${pageRows(clients, filter, page, ordering)}
    ${ordering.page}`
}

/** Places of the first rows of a list: one at the start of each window of the browser. */
export function ordersPlaces(clients: readonly string[], filter: OrderFilter, order: ListOrder) {
  const ordering = orderingFor(order)
  const reach = sql`limit ${MAX_PLACES * WINDOW_SIZE}`
  const keysOf = (client: RawBuilder<unknown>) => sql`(
        select ${ordering.named}
        from orders
        where client_code = ${client} ${orderConditions(filter)}
        ${ordering.mine} ${reach}
      )`
  return sql<{ place: string }>`
    select ${ordering.foundPlace} as place
    from (
      select *, row_number() over () as nth
      from (
        select * from ${mergedLists(clients, keysOf)} found
        ${ordering.found} ${reach}
      ) found
    ) listed
    where nth % ${WINDOW_SIZE} = 1
    order by nth`
}

/**
 * The sorted lists of clients as one union, which is merged row by row, but planned client by client: too slow for few
 * rows. Without clients it is empty.
 */
const mergedLists = (clients: readonly string[], listOf: (client: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`(${sql.join(
    (clients.length > 0 ? clients : ['']).map((client) => listOf(sql`${client}`)),
    sql` union all `,
  )})`

/** The rows of the page, as `orders`. */
function pageRows(clients: string[], filter: OrderFilter, list: Page, ordering: Ordering): RawBuilder<unknown> {
  const { page, limit, from } = list
  const reach = page * limit + 1
  const skipping = sql`limit ${limit + 1} offset ${(page - 1) * limit}`
  const rowsOf = (
    client: RawBuilder<unknown>,
    columns: RawBuilder<unknown>,
    { of = orderConditions(filter), some }: { of?: RawBuilder<unknown>; some: RawBuilder<unknown> },
  ) => sql`(
        select ${columns}
        from orders
        where client_code = ${client} ${of} ${from === undefined ? sql`` : fromPlace(from, list)}
        ${ordering.mine} ${some}
      )`
  const [client] = clients
  const isOfOne = clients.length === 1
  const { status, ...rest } = filter
  if (isOfOne && hasFewStatuses(filter, list, reach))
    // The index by day would read orders of all statuses, and rare statuses are far apart.
    return sql`(
      select found.* from unnest(${[...new Set(status)]}::text[]) as asked (status)
      cross join lateral ${rowsOf(sql`${client}`, sql`*`, {
        of: sql`and status = asked.status collate "C" ${orderConditions(rest)}`,
        some: sql`limit ${reach}`,
      })} found
      ${ordering.mine} ${skipping}
    ) orders`
  // First pages of one client skip little, so complete rows are read directly.
  if (isOfOne && reach <= DEEP_ROWS) return sql`${rowsOf(sql`${client}`, sql`*`, { some: skipping })} orders`
  // A single client can skip rows before sorting.
  const [mine, all] = isOfOne ? [skipping, sql``] : [sql`limit ${reach}`, skipping]
  const keysOf = (of: RawBuilder<unknown>) => rowsOf(of, ordering.named, { some: mine })
  const found = isOfOne
    ? sql`${keysOf(sql`${client}`)} found`
    : reach > DEEP_ROWS
      ? sql`${mergedLists(clients, keysOf)} found`
      : sql`unnest(${clients}::text[]) as mine (client_code)
      cross join lateral ${keysOf(sql`mine.client_code`)} found`
  return sql`(
      select found.client_code, found.order_number
      from ${found}
      ${ordering.found} ${all}
    ) chosen
    join orders using (client_code, order_number)`
}

/**
 * Whether a list is filtered by a few statuses only and sorted by day, so that each status has its own sorted index
 * range.
 */
function hasFewStatuses({ status = [], ...filter }: OrderFilter, { sort }: ListOrder, reach: number): boolean {
  if (sort !== 'orderDate' || status.length < 2 || status.length > FEW_STATUSES || reach * status.length > DEEP_ROWS)
    return false
  // A filter may be a complete request body; sorting and paging do not filter.
  const { dateFrom: _from, dateTo: _to, ...narrowed } = filter
  return Object.entries(narrowed).every(([name, value]) => PAGING_FIELDS.has(name) || value === undefined)
}

const PAGING_FIELDS: ReadonlySet<string> = new Set(['sort', 'desc', 'page', 'limit', 'from', 'places'])
