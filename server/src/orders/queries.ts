import { addDays, startOfDay } from '@despatch/domain/calendar/day'
import { caseVariants, postcodeSpellings } from '@despatch/domain/enquiries/search/any-reference'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { fixed } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { NamedUser } from '../http/shown-names.ts'
import { HISTORY_AT } from '../routing/order-version.ts'
import { fromPlace, type ListOrder } from './list-order.ts'
import { IS_SHORT_OF_STOCK, NEEDS_ATTENTION } from './order-lacks.ts'
import { ASSIGNED_TO, TAGS } from './tags-and-notes/tag-and-assignee-columns.ts'
import { workConditions, type WorkFilter } from './work-filter.ts'

export const ORDER_ROW = [
  'client_code',
  'order_number',
  'status',
  'ordered_at',
  'customer_first_name',
  'customer_last_name',
  'email',
  'post_code',
  'country',
  'quantity',
  'total_value',
  'currency_code',
  'dispatch_service',
  'despatch_date',
  'lacks',
] as const

const ORDER_WHOLE = [
  ...ORDER_ROW,
  'version',
  'suspended_for',
  'source',
  'customer_account',
  'phone',
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'address_line_4',
  'created_at',
  'created_by',
  'item_count',
] as const

/** Filter of a list of orders. Days are in Europe/London, both included. */
export type OrderFilter = WorkFilter & {
  orderRef?: string | undefined
  email?: string | undefined
  postCode?: string | undefined
  /** Stored spellings of the SKU that an order has: see `withStoredSkus`, which replaces `skuCode`. */
  skus?: readonly string[] | undefined
  skuCode?: undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
  sentShort?: boolean | undefined
  status?: OrderStatus[] | undefined
  needsAttention?: boolean | undefined
  shortOfStock?: boolean | undefined
}

/** Lines that come with an order. */
const FIRST_LINES = 100

/** Counts matching orders, with a place only those from there on. Throws an AppError if the place is malformed. */
export function ordersTotal(clients: string[], filter: OrderFilter, from?: ListOrder & { place: string }) {
  // Counted client by client, because a join of clients and orders would read all of them.
  return sql<{ total: number }>`
    select coalesce(sum(counted), 0)::bigint as total
    from unnest(${clients}::text[]) as mine (client_code)
    cross join lateral (
      select count(*) as counted
      from orders
      where client_code = mine.client_code ${orderConditions(filter)} ${from ? fromPlace(from.place, from) : sql``}
    ) found`
}

/** Conditions of a filter on `orders`, each starting with 'and'. */
export function orderConditions(filter: OrderFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.orderRef) conditions.push(hasReferencePrefix(filter.orderRef))
  if (filter.email) conditions.push(sql`and email <> '' and email collate any_case = ${filter.email}`)
  if (filter.postCode)
    conditions.push(sql`and post_code <> '' and post_code ${oneOf(postcodeSpellings(filter.postCode))}`)
  if (filter.skus) conditions.push(hasLineOf(filter.skus))
  if (filter.dateFrom) conditions.push(sql`and ordered_at >= ${startOfDay(filter.dateFrom)}`)
  if (filter.dateTo) conditions.push(sql`and ordered_at < ${startOfDay(addDays(filter.dateTo, 1))}`)
  if (filter.sentShort) conditions.push(SENT_SHORT)
  if (filter.needsAttention) conditions.push(NEEDS_ATTENTION)
  if (filter.shortOfStock) conditions.push(sql`and ${IS_SHORT_OF_STOCK}`)
  if (filter.status?.length) conditions.push(sql`and status ${oneOf(filter.status)}`)
  return sql.join([...conditions, ...workConditions(filter)], sql` `)
}

/**
 * Condition for despatched orders with all parcels delivered, starting with 'and': they wait for missing goods, or they
 * would be delivered (domain, `isOrderDelivered`).
 */
const SENT_SHORT = sql`and status = 'D' and not exists (
  select from parcels p
  where p.client_code = orders.client_code and p.order_number = orders.order_number and p.delivered_on is null
) and exists (
  select from parcels p where p.client_code = orders.client_code and p.order_number = orders.order_number
)`

/** Equality for a single text, so that an index returns the rows in order. */
function oneOf(texts: readonly string[]): RawBuilder<unknown> {
  return texts.length === 1 ? sql`= ${texts[0]}` : sql`= any (${texts}::text[])`
}

/** Condition for orders with a line of one of some SKUs, starting with 'and'. */
function hasLineOf(skus: readonly string[]): RawBuilder<unknown> {
  return sql`and exists (
    select from order_lines lines
    where lines.client_code = orders.client_code and lines.order_number = orders.order_number and lines.sku_code ${oneOf(skus)}
  )`
}

/**
 * Condition for references with a prefix, as typed, in capitals or in lower case, or equal in any case. Ranges, because
 * an index serves them for any parameter; U+10FFFF sorts after every possible continuation.
 */
function hasReferencePrefix(reference: string): RawBuilder<unknown> {
  const from = (start: string) => sql`(order_number >= ${start} and order_number < ${start} || U&'\\+10FFFF')`
  const begins = caseVariants(reference).map(from)
  return sql`and (${sql.join([...begins, sql`order_number collate any_case = ${reference}`], sql` or `)})`
}

/** One text for one client and another for several, so that each has its own plan. */
const ofClients = (clients: readonly string[]) =>
  clients.length === 1 ? sql<string>`${clients[0]}` : sql<string>`any (${clients}::text[])`

export const orderByNumber = (clients: readonly string[], orderNumber: string) =>
  db
    .selectFrom('orders')
    .select(ORDER_WHOLE)
    .select([IS_SHORT_OF_STOCK.as('is_short'), TAGS.as('tags'), ASSIGNED_TO.as('assigned_to')])
    .where('client_code', '=', ofClients(clients))
    .where('order_number', '=', orderNumber)

const allLinesOf = (clients: readonly string[], orderNumber: string) =>
  db
    .selectFrom('order_lines')
    .leftJoin('skus', (join) =>
      join
        .onRef('skus.client_code', '=', 'order_lines.client_code')
        .onRef('skus.sku_code', '=', 'order_lines.sku_code'),
    )
    .select([
      'order_lines.client_code',
      'line_number',
      'order_lines.sku_code',
      'description',
      'quantity',
      'order_lines.unit_value',
      'total_value',
      'is_unknown',
    ])
    .where('order_lines.client_code', '=', ofClients(clients))
    .where('order_number', '=', orderNumber)
    .orderBy('order_lines.client_code')
    .orderBy('line_number')

export const linesOf = (clients: readonly string[], orderNumber: string, page: { offset: number; limit: number }) =>
  allLinesOf(clients, orderNumber).limit(page.limit).offset(page.offset)

export const oneOrder = fixed((client: string, orderNumber: string) => orderByNumber([client], orderNumber).compile())

/** One order with its first lines and history in one statement, because it is the most frequent query. */
export const wholeOrder = fixed((client: string, orderNumber: string) =>
  orderByNumber([client], orderNumber)
    .select([
      jsonArrayFrom(
        allLinesOf([client], orderNumber)
          .clearSelect()
          .select([
            'line_number',
            'order_lines.sku_code',
            'description',
            'quantity',
            // As text, because JSON numbers would lose digits.
            sql<string>`order_lines.unit_value::text`.as('unit_value'),
            sql<string>`total_value::text`.as('total_value'),
            'is_unknown',
          ])
          // A literal, because PostgreSQL reuses no plan for an unknown limit.
          .limit(sql.lit(FIRST_LINES)),
      ).as('lines'),
      jsonArrayFrom(historyOf(client, orderNumber)).as('history'),
    ])
    .compile(),
)

/** Users in an order and its history; present usernames come before former ones. */
export const usersOfOrder = fixed((client: string, orderNumber: string) =>
  sql<NamedUser>`
    with named (names) as materialized (
      select array(
        select lower(by_name) from order_history where client_code = ${client} and order_number = ${orderNumber}
        union all
        select lower(created_by) from orders where client_code = ${client} and order_number = ${orderNumber}
        union all
        select lower(u.username) from order_assignees join users u using (user_id)
        where client_code = ${client} and order_number = ${orderNumber}
      )
    )
    select lower(u.username) as name, r.is_internal from users u join roles r using (role_id)
    where lower(u.username) = any ((select names from named)::text[])
    union all
    select name, is_internal from former_users where name = any ((select names from named)::text[])`.compile(db),
)

/** The newest history of an order. */
export const historyOf = (client: string, orderNumber: string) =>
  db
    .selectFrom('order_history')
    .select(['version', HISTORY_AT.as('at'), 'by_name', 'act', 'status', 'note'])
    .where('client_code', '=', client)
    .where('order_number', '=', orderNumber)
    .orderBy('version', 'desc')
    .limit(sql.lit(200))

/** Clients that have an order with this number. */
export const clientsWithOrder = (clients: readonly string[], orderNumber: string) =>
  db
    .selectFrom('orders')
    .select('client_code')
    .where('client_code', '=', sql<string>`any (${clients}::text[])`)
    .where('order_number', '=', orderNumber)
