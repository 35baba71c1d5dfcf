import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED, DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type KeptReservation, presentReservation, reservationsWhere } from './reservation-queries.ts'
import { changeReserved, endReserved, type On, prepareToReserve } from './reserve.ts'

export const onOf = ({ transaction, client, now, caller }: Context): On => ({
  transaction,
  client,
  now,
  byName: caller.username,
})

const audited = ({ sku, type, pieces, drawn, purpose, until, orderNumber, version }: KeptReservation) => ({
  sku,
  type,
  pieces,
  drawn,
  purpose,
  until,
  orderNumber,
  version,
})
const named = ({ sku, pieces }: KeptReservation) => `${formatCount(pieces)} of ${sku}`

/** Reserves stock of a SKU. Throws an AppError as `prepareToReserve` does, or where fewer pieces are available. */
export async function addReservation(
  context: Context,
  { body }: RouteChecked<typeof routes.addReservation>,
): Promise<RouteAnswer<typeof routes.addReservation>> {
  const { transaction } = context
  // Those who wait for the same stock go on before the disk has all of this; the caller does not.
  transaction.releaseEarly()
  const { made, reserving, refused } = await prepareToReserve(onOf(context), body)
  transaction.last(reserving, refused)
  await audit(context, {
    clientCode: context.client,
    act: 'stock.reserved',
    object: named(made),
    after: audited(made),
  })
  return { message: DATA_ADDED, reservation: presentReservation(made) }
}

/** Changes a reservation: more only of what is available. Throws an AppError as `changeReserved` does. */
export async function changeReservation(
  context: Context,
  { params: { id }, body }: RouteChecked<typeof routes.changeReservation>,
): Promise<RouteAnswer<typeof routes.changeReservation>> {
  const { before, after } = await changeReserved(onOf(context), id, body)
  await audit(context, {
    clientCode: context.client,
    act: 'stock.reservation-changed',
    object: named(after),
    before: audited(before),
    after: audited(after),
  })
  return { message: DATA_UPDATED, reservation: presentReservation(after) }
}

/** Releases what is left of a reservation. Throws an AppError as `endReserved` does. */
export async function releaseReservation(
  context: Context,
  { params: { id }, query: { version } }: RouteChecked<typeof routes.releaseReservation>,
): Promise<RouteAnswer<typeof routes.releaseReservation>> {
  const ended = await endReserved(onOf(context), id, 'released', version)
  await audit(context, {
    clientCode: context.client,
    act: 'stock.reservation-released',
    object: named(ended),
    after: audited(ended),
  })
  return { message: DATA_UPDATED, reservation: presentReservation(ended) }
}

/** A page of reservations, those that end first first. */
export async function listReservations(
  { transaction, client }: Context,
  { body: { sku, type, purpose, isLive, page, limit } }: RouteChecked<typeof routes.listReservations>,
): Promise<RouteAnswer<typeof routes.listReservations>> {
  const begins = `${sku.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const condition = sql`r.client_code = ${client} and ${isLive ? sql`r.ended_at is null` : sql`true`}
    ${sku === '' ? sql`` : sql`and lower(r.sku_code) like ${begins}`} ${type === '' ? sql`` : sql`and r.code = ${type}`}
    ${purpose === '' ? sql`` : sql`and r.purpose = ${purpose}`}`
  const [rows, counted] = await Promise.all([
    transaction.rows(reservationsWhere(condition, sql`limit ${limit} offset ${(page - 1) * limit}`)),
    transaction.row(
      sql<{ total: number }>`select count(*) as total from stock_reservations r where ${condition}`.compile(db),
    ),
  ])
  return { rows: rows.map(presentReservation), total: counted?.total ?? 0 }
}

/** What became of a reservation, the newest first. Throws an AppError (404) for one that the client has not. */
export async function reservationHistory(
  { transaction, client }: Context,
  { params: { id } }: RouteChecked<typeof routes.reservationHistory>,
): Promise<RouteAnswer<typeof routes.reservationHistory>> {
  type Row = { at: Date; byName: string; act: string; pieces: number; until: string; note: string }
  const rows = await transaction.rows(
    sql<Row>`select at, by_name as "byName", act, pieces, until_day as until, note from stock_reservation_history
      where client_code = ${client} and reservation_id = ${id} order by version desc`.compile(db),
  )
  if (rows.length === 0) throw new AppError('not_found', 'There is no such reservation')
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
