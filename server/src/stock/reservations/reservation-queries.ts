import type { Reservation } from '@despatch/contract/stock/reservations'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'

/** A stored reservation with the title of its SKU. */
export type StoredReservation = Omit<Reservation, 'last_amended_date' | 'state' | 'reserved_stock'> & {
  last_amended_date: Date
  ended_as: '' | 'released' | 'expired'
}

/** Selects reservations by a condition on `r`; by default the earliest to end first. */
export const reservationsWhere = (
  condition: RawBuilder<unknown>,
  paging: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`r.until_day, r.reservation_id`,
) =>
  sql<StoredReservation>`
    select r.reservation_id as _id, r.code as type, r.sku_code as sku, coalesce(trim(s.description), '') as title, r.pieces,
      r.drawn, r.purpose, r.until_day as until, r.held_by as "heldBy", r.order_number as "orderNumber",
      r.customer_account as "customerAccount", r.note, r.ended_as, r.version, r.amended_at as last_amended_date,
      r.amended_by as last_amended_user
    from stock_reservations r left join skus s on s.client_code = r.client_code and s.sku_code = r.sku_code
    where ${condition} order by ${order} ${paging}`.compile(db)

export const presentReservation = ({ ended_as, last_amended_date, ...stored }: StoredReservation): Reservation => ({
  ...stored,
  reserved_stock: ended_as === '' ? stored.pieces - stored.drawn : 0,
  state: ended_as === '' ? 'live' : ended_as,
  last_amended_date: last_amended_date.toISOString(),
})
