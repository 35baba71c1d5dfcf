import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { ORDER_STATUSES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { type RawBuilder, sql } from 'kysely'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { stockRowOf } from './list-stock.ts'
import { presentReservation, reservationsWhere } from './reservation-queries.ts'

type Detail = RouteAnswer<typeof routes.stockDetail>

type Count = { at: Date; pieces: number; warehouseAvailable: number; unexplained: number | null }
type Movement = Omit<Detail['movements'][number], 'at'> & { at: Date }

/**
 * The records behind the figures of a SKU and allocation code. The unexplained part of a count is computed between it
 * and the previous count, so a late count or movement changes it.
 *
 * @throws AppError 404 if nothing is known of it
 */
export async function stockDetail(
  context: Context,
  { body: input }: RouteChecked<typeof routes.stockDetail>,
): Promise<Detail> {
  const { transaction, client } = context
  const sku = (await loadSkuSpelling(transaction, client, [input.sku]))(input.sku)
  const row = await stockRowOf(context, { sku, type: input.type })
  if (!row) throw new AppError('not_found', `${sku} has no stock records`)
  const key = sql`client_code = ${client} and sku_code = ${sku} and code = ${input.type}`
  // Reservations of a kit reserve its boxes.
  const reserved = sql`r.client_code = ${client} and r.code = ${input.type} and r.sku_code = any (array(
    select ${sku}::text union all select sku_code from sku_components where client_code = ${client} and component_code = ${sku}
  ))`
  const live = sql`${reserved} and r.ended_at is null`
  const [counts, movements, movementCount, reservations, reservationCount, ended, promises, promiseCount] =
    await Promise.all([
      transaction.rows(
        sql<Count>`
        select c.counted_at as at, c.pieces, c.warehouse_available as "warehouseAvailable",
          (c.pieces - before.pieces - coalesce((
            select sum(m.pieces) from stock_movements m
            where m.client_code = c.client_code and m.sku_code = c.sku_code and m.code = c.code
              and m.at > before.counted_at and m.at <= c.counted_at
          ), 0))::bigint as unexplained
        from stock_counts c left join lateral (
          select counted_at, pieces from stock_counts x
          where x.client_code = c.client_code and x.sku_code = c.sku_code and x.code = c.code and x.counted_at < c.counted_at
          order by counted_at desc limit 1
        ) before on true
        where c.client_code = ${client} and c.sku_code = ${sku} and c.code = ${input.type}
        order by c.counted_at desc limit ${input.shown}`.compile(db),
      ),
      transaction.rows(
        sql<Movement>`select at, kind, pieces, reason, reference, order_number as "orderNumber", is_uncertain as "isUncertain",
          at <= coalesce(${row.counted_at}::timestamptz, '-infinity') as "isCounted"
        from stock_movements where ${key} order by at desc limit ${input.shown}`.compile(db),
      ),
      transaction.row(sql<{ n: number }>`select count(*) as n from stock_movements where ${key}`.compile(db)),
      transaction.rows(reservationsWhere(live, sql`limit ${input.shown}`)),
      transaction.row(sql<{ n: number }>`select count(*) as n from stock_reservations r where ${live}`.compile(db)),
      transaction.rows(endedOf(reserved)),
      input.type === SELLABLE ? transaction.rows(promisesOf(client, sku, input.shown)) : Promise.resolve([]),
      input.type === SELLABLE
        ? transaction.row(sql<{ n: number }>`select count(*) as n from (${promised(client, sku)}) p`.compile(db))
        : Promise.resolve({ n: 0 }),
    ])
  return {
    row,
    counts: counts.map((count) => ({ ...count, at: count.at.toISOString() })),
    movements: movements.map((movement) => ({ ...movement, at: movement.at.toISOString() })),
    movementCount: movementCount?.n ?? 0,
    reservations: reservations.map(presentReservation),
    reservationCount: reservationCount?.n ?? 0,
    ended: ended.map(presentReservation),
    promises: promises.map(({ status, ...line }) => ({ ...line, status: ORDER_STATUSES[status].description })),
    promiseCount: promiseCount?.n ?? 0,
  }
}

/** Maximum ended reservations shown. */
const MAX_ENDED = 20
const endedOf = (reserved: RawBuilder<unknown>) =>
  reservationsWhere(
    sql`${reserved} and r.ended_at is not null`,
    sql`limit ${MAX_ENDED}`,
    sql`r.ended_at desc, r.reservation_id`,
  )

/** Orders to which a SKU is promised, itself or as a box of a kit, with the pieces. */
const promised = (client: string, sku: string) => sql`
  select o.order_number as "orderNumber", o.status, o.ordered_at, sum(l.quantity * k.quantity)::bigint as pieces
  from (
    select ${sku}::text as sku_code, 1 as quantity
    union all
    select sku_code, quantity from sku_components where client_code = ${client} and component_code = ${sku}
  ) k join order_lines l on l.client_code = ${client} and l.sku_code = k.sku_code
  join orders o on o.client_code = l.client_code and o.order_number = l.order_number
  where promises_all(o.client_code, o.status)
  group by 1, 2, 3
  union all
  select o.order_number, o.status, o.ordered_at, s.pieces
  from stock_remains s join orders o using (client_code, order_number)
  where s.client_code = ${client} and s.sku_code = ${sku}`

const promisesOf = (client: string, sku: string, shown: number) =>
  sql<{ orderNumber: string; status: OrderStatus; pieces: number }>`
    select "orderNumber", status, pieces from (${promised(client, sku)}) p order by ordered_at, "orderNumber" limit ${shown}`.compile(
    db,
  )
