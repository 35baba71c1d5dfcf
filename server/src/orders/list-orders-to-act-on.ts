import type { CutOffFilter } from '@despatch/contract/orders/order-criteria'
import type { WorkOrderRow } from '@despatch/contract/orders/order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { type Delay, DELAYS, workStatuses } from '@despatch/domain/orders/delays'
import { sql } from 'kysely'
import type { Context } from '../http/context.ts'
import { db } from '../database/sql.ts'
import { type CutOffToday, loadCutOffsToday } from '../routing/cut-offs/cut-offs-today.ts'
import { CARRIER_NAMES } from './carrier-names.ts'
import { toPage, readTotal } from './find-orders.ts'
import { type OrderRowColumns, presentRow } from './present.ts'
import { ordersPage } from './orders-page.ts'
import type { OrderFilter } from './queries.ts'
import { resolveFilter } from './resolve-filter.ts'

/** A work list filter in a request; {@link resolveFilter} replaces its SKU and cut-off. */
export type WorkListFilter = Omit<OrderFilter, 'skuCode' | 'cutOff'> & {
  skuCode?: string | undefined
  cutOff?: CutOffFilter | undefined
  delay?: Delay | undefined
}

type Row = OrderRowColumns & {
  version: number
  suspended_for: string
  carriers: string | null
  exceptions: string | null
  methods: string[] | null
}

/** Routing is looked up only for the rows of the page. */
const ROUTING_COLUMNS = sql`, orders.version, orders.suspended_for, ${CARRIER_NAMES} as carriers, (
      select string_agg(distinct c.why, '. ') from consignments c
      where c.client_code = orders.client_code and c.order_number = orders.order_number and c.ended_at is null
        and c.client_method_id is null
    ) as exceptions, (
      select array_agg(c.client_method_id) from consignments c
      where c.client_code = orders.client_code and c.order_number = orders.order_number and c.ended_at is null
    ) as methods`

/**
 * A page of orders to act on. Specification 4: 'Cancelled orders (Status_Description 'Cancelled') are filtered out of
 * views.'
 */
export async function listOrdersToActOn(
  { transaction, clients, now, services }: Context,
  { body }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const on = { transaction, books: services.books, now }
  const filter = toOrderFilter(await resolveFilter(on, clients, body), dayOf(now))
  if (!filter) return { Orders: [], hasMore: false }
  const [rows, cutOffs] = await Promise.all([
    transaction.rows(ordersPage<Row>(clients, filter, body, ROUTING_COLUMNS).compile(db)),
    loadCutOffsToday({ ...on, clients }),
  ])
  return toPage(rows, body.limit, (row) => present(row, cutOffs))
}

/** Counts orders to act on; on request, with the places of the list. */
export async function countOrdersToActOn(
  context: Context,
  { body }: RouteChecked<typeof routes.listTotal>,
): Promise<RouteAnswer<typeof routes.listTotal>> {
  const { transaction, clients, now, services } = context
  const filter = toOrderFilter(
    await resolveFilter({ transaction, books: services.books, now }, clients, body),
    dayOf(now),
  )
  return { ...(filter ? await readTotal(context, filter, body.places) : { total: 0 }), at: now.toISOString() }
}

/**
 * Converts a work list filter to an order filter: limited to orders to act on, or to orders with the delay as of
 * `today`. Undefined if the requested statuses exclude all of them. Throws an Error if the filter was not
 * resolved.
 */
export function toOrderFilter(
  { delay, skuCode, cutOff, ...filter }: WorkListFilter,
  today: Day,
): OrderFilter | undefined {
  if (skuCode || cutOff) throw new Error('Call resolveFilter first')
  const status = [...workStatuses(delay, filter.status)]
  if (status.length === 0) return undefined
  if (!delay) return { ...filter, status }
  const { isPastDay, isUnsent } = DELAYS[delay]
  const yesterday = addDays(today, -1)
  const despatchTo = filter.despatchTo && filter.despatchTo < yesterday ? filter.despatchTo : yesterday
  return { ...filter, status, ...(isPastDay && { despatchTo }), ...(isUnsent && { isUnsent }) }
}

function present(row: Row, cutOffs: readonly CutOffToday[]): WorkOrderRow {
  return {
    ...presentRow(row),
    version: row.version,
    suspendedFor: row.suspended_for,
    carrier: row.carriers ?? '',
    routingException: row.exceptions ?? '',
    startBy: startByOf(row, cutOffs),
  }
}

/** The last moment at which picking of an order of today may begin; null if no cut-off counts for it. */
function startByOf(row: Row, cutOffs: readonly CutOffToday[]): string | null {
  if (row.status !== 'N' && row.status !== 'R') return null
  const own = cutOffs.filter(
    ({ client, day, methods }) =>
      client === row.client_code && day === row.despatch_date && row.methods?.some((id) => methods.includes(id)),
  )
  const [first] = own.toSorted((one, other) => one.startBy.getTime() - other.startBy.getTime())
  return first?.startBy.toISOString() ?? null
}
