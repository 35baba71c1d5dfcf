import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import { fromPlace, type ListOrder, orderedBy, placeText, sortTerms } from './list-order.ts'
import { IS_SHORT_OF_STOCK } from './order-lacks.ts'
import type { OrderRowColumns } from './present.ts'
import { matching, ORDER_ROW, type OrderFilter } from './queries.ts'
import { ASSIGNED_TO, TAGS } from './tags-and-notes/noted-columns.ts'

/** What a list shows beside {@link ORDER_ROW}: columns, each with a comma before it, and where they come from. */
type MoreColumns = { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> }
const NO_MORE: MoreColumns = { columns: sql``, joins: sql`` }

/** Rows beyond these are merged from the clients' indexes one by one: no client has all of them put in order with the others'. */
const DEEP = 1000
/** Of so many statuses an index each gives the first rows. */
const FEW_STATUSES = 4

type Page = ListOrder & { page: number; limit: number; from?: string | undefined }

/** A part of a statement that is given nothing, built once: every list would build it again. */
const textOf = (part: RawBuilder<unknown>) => sql.raw(part.compile(db).sql)

const ROW = textOf(
  sql`${sql.join(ORDER_ROW.map((name) => sql.ref(`orders.${name}`)))}, ${IS_SHORT_OF_STOCK} as is_short,
    ${TAGS} as tags, ${ASSIGNED_TO} as assigned_to`,
)

type Ordering = Record<'mine' | 'found' | 'page' | 'named' | 'place', RawBuilder<unknown>>
const orderings = new Map<string, Ordering>()

/** What a list in this order says of it: within a client, of what was found of all, of the page, and the place of a row. */
function orderingOf({ sort, desc }: ListOrder): Ordering {
  const known = orderings.get(`${sort} ${desc}`)
  if (known) return known
  const terms = sortTerms(sort)
  // The terms as the rows of all clients have them.
  const keys = terms.map((_term, index) => sql.ref(`key_${index}`))
  const ordering = {
    mine: textOf(orderedBy(terms, desc)),
    found: textOf(orderedBy([...keys, sql.ref('found.client_code')], desc)),
    page: textOf(orderedBy([...terms, sql.ref('client_code')], desc)),
    named: textOf(
      sql`client_code, order_number, ${sql.join(terms.map((term, index) => sql`${term} as ${keys[index]}`))}`,
    ),
    place: textOf(placeText(sort)),
  }
  orderings.set(`${sort} ${desc}`, ordering)
  return ordering
}

/**
 * A page of orders of one or many clients, one row more than the page so that it is known whether there is another.
 * Each client's index gives its first rows in order; of several, or far down, the page is taken of these before the rows are read whole.
 * With `from`, pages are counted from that place of the list on; each row comes with its place. Throws an AppError where that is none.
 */
export function ordersPage<Row = OrderRowColumns>(
  clients: string[],
  filter: OrderFilter,
  page: Page,
  more: MoreColumns = NO_MORE,
) {
  const ordering = orderingOf(page)
  return sql<Row & { place: string }>`
    select ${ROW}, ${ordering.place} as place${more.columns}
    from ${chosenOf(clients, filter, page, ordering)}
    ${more.joins}
    ${ordering.page}`
}

/** The rows of the page, as `orders`. */
function chosenOf(clients: string[], filter: OrderFilter, list: Page, ordering: Ordering): RawBuilder<unknown> {
  const { page, limit, from } = list
  const reach = page * limit + 1
  const skipping = sql`limit ${limit + 1} offset ${(page - 1) * limit}`
  const rowsOf = (
    client: RawBuilder<unknown>,
    columns: RawBuilder<unknown>,
    { of = matching(filter), some }: { of?: RawBuilder<unknown>; some: RawBuilder<unknown> },
  ) => sql`(
        select ${columns}
        from orders
        where client_code = ${client} ${of} ${from === undefined ? sql`` : fromPlace(from, list)}
        ${ordering.mine} ${some}
      )`
  const [client] = clients
  const isOfOne = clients.length === 1
  const { status, ...rest } = filter
  if (isOfOne && isOfFewStatuses(filter, list, reach))
    // By their days the orders of all statuses would be read, and rare ones are far between.
    return sql`(
      select found.* from unnest(${[...new Set(status)]}::text[]) as asked (status)
      cross join lateral ${rowsOf(sql`${client}`, sql`*`, {
        of: sql`and status = asked.status collate "C" ${matching(rest)}`,
        some: sql`limit ${reach}`,
      })} found
      ${ordering.mine} ${skipping}
    ) orders`
  // Of one client's first pages little is skipped: its rows are read whole as they are found, not found first and looked up then.
  if (isOfOne && reach <= DEEP) return sql`${rowsOf(sql`${client}`, sql`*`, { some: skipping })} orders`
  // What is skipped of a single client is not put in order with that of others.
  const [mine, all] = isOfOne ? [skipping, sql``] : [sql`limit ${reach}`, skipping]
  const keysOf = (of: RawBuilder<unknown>) => rowsOf(of, ordering.named, { some: mine })
  // A union of lists that are in order is merged row by row; it is planned client by client, which few rows are not worth.
  const found = isOfOne
    ? sql`${keysOf(sql`${client}`)} found`
    : reach > DEEP
      ? sql`(${sql.join(
          clients.map((each) => keysOf(sql`${each}`)),
          sql` union all `,
        )}) found`
      : sql`unnest(${clients}::text[]) as mine (client_code)
      cross join lateral ${keysOf(sql`mine.client_code`)} found`
  return sql`(
      select found.client_code, found.order_number
      from ${found}
      ${ordering.found} ${all}
    ) chosen
    join orders using (client_code, order_number)`
}

/** Whether a list is of a few statuses by day, of which each has its orders in order: nothing else narrows it. */
function isOfFewStatuses({ status = [], ...filter }: OrderFilter, { sort }: ListOrder, reach: number): boolean {
  if (sort !== 'orderDate' || status.length < 2 || status.length > FEW_STATUSES || reach * status.length > DEEP)
    return false
  // A filter may be a whole body: what says the order and the page narrows nothing.
  const { dateFrom: _from, dateTo: _to, ...narrowed } = filter
  return Object.entries(narrowed).every(([name, value]) => PAGING.has(name) || value === undefined)
}

const PAGING: ReadonlySet<string> = new Set(['sort', 'desc', 'page', 'limit', 'from', 'places'])
