import type pg from 'pg'
import { CLIENT_CODES } from './dataset.ts'

/** Numbers of orders and parcels, spread evenly over the last months. */
export type Volume = { readonly orders: number; readonly parcels: number; readonly months: number; readonly rows: Rows }

export type Filling = { readonly volume: Volume; readonly until: string | undefined }

/** Fills one table with an insert statement for each client. */
export type TableRows = {
  readonly table: string
  /** About how many rows there are for each order, for the progress bar. */
  readonly perOrder: number
  sql(volume: Volume): string
  values(client: string, orders: number, filling: Filling): unknown[]
}

/** Describes a filling: the orders of each client, and the tables in order. */
export type Rows = {
  ordersOf(orders: number): number[]
  /** Adds SKUs to those that all fillings have. */
  readonly skus?: string
  readonly tables: readonly TableRows[]
  /** Days, up to today, for which costs of parcels are counted; that takes as long as everything else. */
  readonly billedDays: number
  finish?(owner: pg.Client, volume: Volume): Promise<void>
}

/** Range of a random draw. */
export const DRAWS = 10_000
/** Share of despatched orders; the others are cancelled or too new. */
export const DESPATCHED = 0.957

/**
 * Starts a statement with the $2 orders of client $1 in the $3 months until $4, numbered in order of time. `h` is a hash of the order number,
 * so all tables draw the same values. `offset 0` computes each level once; without it PostgreSQL repeats the hash in every expression.
 * `columns` draw `lines`, `sku`, `is_abroad` and `is_held`.
 */
export const withDraws = (columns: string) => `
with drawn as not materialized (
  select number, at, until, (at at time zone 'Europe/London')::date as placed_on, h, sent_at,
    case when h / 100000 % ${DRAWS} < 10 then null
      when h / 100000 % ${DRAWS} < 700 then sent_at + interval '74 hours' else sent_at + interval '26 hours' end as delivered_at,
    h % ${DRAWS} < 400 as is_cancelled, ${columns}
  from (
    select number, at, until, h, at + case h / 17 % 10 when 0 then interval '44 hours' else interval '20 hours' end as sent_at
    from (
      select number, at, until, hashtextextended(number, 0) & 9223372036854775807 as h
      from (
        select $1 || '-' || (100000 + n) as number,
          since + (until - since) * (n / $2::float8) as at, until
        from (select $4::timestamptz as until, $4::timestamptz - make_interval(months => $3::int) as since) t, generate_series(1, $2::int) n offset 0
      ) numbered offset 0
    ) hashed offset 0
  ) sent offset 0
), known as not materialized (
  select *, not is_cancelled and not is_held and sent_at <= until as has_left,
    not is_cancelled and not is_held and delivered_at <= until as has_arrived
  from drawn offset 0
)`

/** The values of a statement that begins {@link withDraws}. */
export const drawnValues: TableRows['values'] = (client, orders, { volume, until }) => [
  client,
  orders,
  volume.months,
  until,
]

/** The value of a statement that derives a client's rows from other tables. */
export const clientAlone: TableRows['values'] = (client) => [client]

/** A despatched order has a parcel if its draw is below this number. */
export const parcelDraws = ({ orders, parcels }: Volume) => Math.round((DRAWS * parcels) / orders / DESPATCHED)

/** Orders of each client, in the order of {@link CLIENT_CODES}: the first gets `share` of all, the others divide the rest. */
export function ordersWithLarge(orders: number, share: number, of: (orders: number) => number[]): number[] {
  const [first = 0, ...others] = of(orders)
  const rest = orders * (1 - share)
  const counts = others.map((count) => Math.max(1, Math.round((count * rest) / (orders - first))))
  return [orders - counts.reduce((sum, one) => sum + one, 0), ...counts].slice(0, CLIENT_CODES.length)
}
