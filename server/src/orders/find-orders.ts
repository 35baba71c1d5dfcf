import type { ResultOrderRow } from '@despatch/contract/orders/order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import { WINDOW_SIZE } from '@despatch/contract/route/fields'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { deliveryTown } from '@despatch/domain/orders/delivery-town'
import { sql } from 'kysely'
import type { Context } from '../http/context.ts'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import { canReusePlan } from './can-reuse-plan.ts'
import { CARRIER_NAMES } from './carrier-names.ts'
import type { ListOrder } from './list-order.ts'
import { type OrderRowColumns, presentRow } from './present.ts'
import { ordersPage, ordersPlaces } from './orders-page.ts'
import { type OrderFilter, ordersTotal } from './queries.ts'
import { withStoredSkus } from './resolve-filter.ts'

type ResultColumns = OrderRowColumns & { address_line_2: string; address_line_3: string; carriers: string | null }

const RESULT_COLUMNS = sql`, orders.address_line_2, orders.address_line_3, ${CARRIER_NAMES} as carriers`

/** A page of matching orders, newest first by default. */
export async function findOrders(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.consolidated>,
): Promise<RouteAnswer<typeof routes.consolidated>> {
  const filter = await withStoredSkus(transaction, clients, body)
  const page = ordersPage<ResultColumns>(clients, filter, body, RESULT_COLUMNS).compile(db)
  const rows = await transaction.rows(clients.length === 1 && canReusePlan(filter) ? prepared(page) : page)
  return toPage(rows, body.limit, presentResult)
}

const presentResult = (row: ResultColumns): ResultOrderRow => ({
  ...presentRow(row),
  town: deliveryTown({ addressLine2: row.address_line_2, addressLine3: row.address_line_3 }),
  carrier: row.carriers ?? '',
})

/** The page, and the place of the row after it as the cursor of the next page. */
export function toPage<Row extends { place: string }, Shown>(rows: Row[], limit: number, show: (row: Row) => Shown) {
  const after = rows[limit]
  return { Orders: rows.slice(0, limit).map(show), hasMore: after !== undefined, ...(after && { next: after.place }) }
}

/** Counts matching orders; on request, with the places of the list. */
export async function countOrders(
  context: Context,
  { body }: RouteChecked<typeof routes.total>,
): Promise<RouteAnswer<typeof routes.total>> {
  return readTotal(context, await withStoredSkus(context.transaction, context.clients, body), body.places)
}

/**
 * Counts matching orders. With a sort order, also returns the places of the list; these are counted already, so only
 * orders after the last place are counted.
 */
export async function readTotal({ transaction, clients }: Context, filter: OrderFilter, order: ListOrder | undefined) {
  const count = async (from?: ListOrder & { place: string }) =>
    (await transaction.row(ordersTotal(clients, filter, from).compile(db)))?.total ?? 0
  if (!order) return { total: await count() }
  const places = (await transaction.rows(ordersPlaces(clients, filter, order).compile(db))).map(({ place }) => place)
  const place = places.at(-1)
  const before = Math.max(places.length - 1, 0) * WINDOW_SIZE
  return { total: place === undefined ? 0 : before + (await count({ ...order, place })), places }
}
