import { type RawBuilder, sql } from 'kysely'

/** Days are counted from 1 January 1970. */
export const EPOCH = sql`date '1970-01-01'`
export const numbered = (instant: RawBuilder<unknown>) =>
  sql`(${instant} at time zone 'Europe/London')::date - ${EPOCH}`

/**
 * A shopper as a number, made of the email in any case: a million of them are compared and kept for a fraction of what texts cost.
 * Two of a million shoppers have one number once in thirty million trials.
 */
export const shopper = (email: RawBuilder<unknown>) => sql`hashtextextended(lower(${email} collate "C"), 0)`
/** The newest returns of a shopper that are looked at: anyone who has more is out of all bounds. */
const MAX_EARLIER = 1000

/** Shoppers who returned often enough to matter, with the days of their returns, the newest first. */
export const MADE_BEFORE = sql.table('tried_shoppers')

type Of = { readonly client: string; readonly today: string; readonly atLeast: number }

/** Shoppers as another connection put them together. `days` is an array as the database writes one. */
export type MadeShoppers = readonly { readonly shopper: string; readonly days: string }[]
/** Days that one connection tells the other. Where there are more, each puts them together itself. */
const MAX_TOLD_DAYS = 1_000_000

/** What was put together, for another connection; no row where it is too much to tell. */
export const toldShoppers = sql<{ shoppers: MadeShoppers }>`
  select coalesce(json_agg(json_build_object('shopper', shopper::text, 'days', days::text)), '[]') as shoppers
  from ${MADE_BEFORE} having coalesce(sum(cardinality(days)), 0) <= ${sql.lit(MAX_TOLD_DAYS)}`

/** Statements that keep what another connection put together. */
export const keepShoppers = (shoppers: MadeShoppers) => [
  sql`
    create temp table tried_shoppers on commit drop as
    select shopper::bigint as shopper, days::int[] as days
    from json_to_recordset(${JSON.stringify(shoppers)}::json) as k (shopper text, days text)`,
  sql`analyze tried_shoppers`,
]

/**
 * Statements, to be sent in their order, that put the earlier returns of a client's shoppers together in a temporary table of
 * the transaction. Anyone who returned fewer than `atLeast` items in all is left out: none of the rules tells them from shoppers who
 * returned nothing. Most did, so that what they returned is only counted.
 */
export const putShoppersTogether = ({ client, today, atLeast }: Of) => [
  // Returns and orders are read in the order of their numbers: to merge them takes half the time of hashing.
  sql`set local enable_hashjoin = off`,
  sql`
    create temp table often_returning on commit drop as
    select ${shopper(sql`o.email`)} as shopper
    from return_lines r
    join orders o on o.client_code = ${client} and o.order_number = r.order_number and o.email <> ''
    where r.client_code = ${client}
    group by 1 having count(*) >= ${atLeast}::int`,
  sql`set local enable_hashjoin = on`,
  sql`analyze often_returning`,
  sql`
    create temp table tried_shoppers on commit drop as
    select shopper, (array_agg(first_on order by first_on desc))[1:${sql.lit(MAX_EARLIER)}] as days from (
      select n.shopper, ${numbered(sql`min(r.occurred_at)`)} as first_on
      from often_returning n
      join orders other on other.client_code = ${client} and other.email <> '' and ${shopper(sql`other.email`)} = n.shopper
      join return_events r on r.client_code = ${client} and r.order_number = other.order_number
      where r.occurred_at >= ${today}::date - 730
      group by 1, r.return_reference
    ) returns group by shopper`,
  sql`analyze tried_shoppers`,
]
