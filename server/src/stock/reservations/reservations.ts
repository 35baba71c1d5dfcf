import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED, DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type StoredReservation, presentReservation, reservationsWhere } from './reservation-queries.ts'
import { updateReservation, endReservation, type ReservationContext, prepareToReserve } from './reserve.ts'

export const reservationContext = ({ transaction, client, now, caller }: Context): ReservationContext => ({
  transaction,
  client,
  now,
  byName: caller.username,
})

const auditFields = ({ sku, type, pieces, drawn, purpose, until, orderNumber, version }: StoredReservation) => ({
  sku,
  type,
  pieces,
  drawn,
  purpose,
  until,
  orderNumber,
  version,
})
const auditTitle = ({ sku, pieces }: StoredReservation) => `${formatCount(pieces)} of ${sku}`

/**
 * Reserves stock of a SKU.
 *
 * @throws AppError as `prepareToReserve`, or if fewer pieces are available
 */
export async function addReservation(
  context: Context,
  { body }: RouteChecked<typeof routes.addReservation>,
): Promise<RouteAnswer<typeof routes.addReservation>> {
  const { transaction } = context
  // Others waiting for this balance can continue before the commit is on disk; this caller's answer waits for it.
  transaction.releaseEarly()
  const { reservation, statement, toRefusal } = await prepareToReserve(reservationContext(context), body)
  transaction.last(statement, toRefusal)
  await audit(context, {
    clientCode: context.client,
    act: 'stock.reserved',
    object: auditTitle(reservation),
    after: auditFields(reservation),
  })
  return { message: DATA_ADDED, reservation: presentReservation(reservation) }
}

/**
 * Changes a reservation; it can grow only by what is available.
 *
 * @throws AppError as `updateReservation`
 */
export async function changeReservation(
  context: Context,
  { params: { id }, body }: RouteChecked<typeof routes.changeReservation>,
): Promise<RouteAnswer<typeof routes.changeReservation>> {
  const { before, after } = await updateReservation(reservationContext(context), id, body)
  await audit(context, {
    clientCode: context.client,
    act: 'stock.reservation-changed',
    object: auditTitle(after),
    before: auditFields(before),
    after: auditFields(after),
  })
  return { message: DATA_UPDATED, reservation: presentReservation(after) }
}

/**
 * Releases what is left of a reservation.
 *
 * @throws AppError as `endReservation`
 */
export async function releaseReservation(
  context: Context,
  { params: { id }, query: { version } }: RouteChecked<typeof routes.releaseReservation>,
): Promise<RouteAnswer<typeof routes.releaseReservation>> {
  const ended = await endReservation(reservationContext(context), id, 'released', version)
  await audit(context, {
    clientCode: context.client,
    act: 'stock.reservation-released',
    object: auditTitle(ended),
    after: auditFields(ended),
  })
  return { message: DATA_UPDATED, reservation: presentReservation(ended) }
}

/** A page of reservations, the earliest to end first. */
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

/**
 * History of a reservation, newest first.
 *
 * @throws AppError 404 if the client has no such reservation
 */
export async function reservationHistory(
  { transaction, client }: Context,
  { params: { id } }: RouteChecked<typeof routes.reservationHistory>,
): Promise<RouteAnswer<typeof routes.reservationHistory>> {
  type Row = { at: Date; byName: string; act: string; pieces: number; until: string; note: string }
  const rows = await transaction.rows(
    sql<Row>`select at, by_name as "byName", act, pieces, until_day as until, note from stock_reservation_history
      where client_code = ${client} and reservation_id = ${id} order by version desc`.compile(db),
  )
  if (rows.length === 0) throw new AppError('not_found', 'Reservation not found')
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
