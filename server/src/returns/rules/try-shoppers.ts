import { type RawBuilder, sql } from 'kysely'

/** Day numbers count from 1 January 1970. */
export const EPOCH = sql`date '1970-01-01'`
export const dayNumberOf = (instant: RawBuilder<unknown>) =>
  sql`(${instant} at time zone 'Europe/London')::date - ${EPOCH}`

/**
 * A shopper as a hash of the email, ignoring case: comparing and storing a million numbers costs a fraction of texts.
 * Two of a million shoppers collide once in thirty million trials.
 */
export const shopperHash = (email: RawBuilder<unknown>) => sql`hashtextextended(lower(${email} collate "C"), 0)`
/** Newest returns per shopper that are used; more would exceed every threshold anyway. */
const MAX_EARLIER = 1000

/** Frequent returners, with the days of their returns, newest first. */
export const FREQUENT_SHOPPERS = sql.table('tried_shoppers')

type ShopperScope = { readonly client: string; readonly today: string; readonly atLeast: number }

/** Collected shoppers, to pass to another connection. `days` is a PostgreSQL array literal. */
export type FrequentShoppers = readonly { readonly shopper: string; readonly days: string }[]
/** Maximum days to pass between connections; beyond that each collects them itself. */
const MAX_TOLD_DAYS = 1_000_000

/** The collected shoppers for another connection; no row if they are too many. */
export const frequentShoppers = sql<{ shoppers: FrequentShoppers }>`
  select coalesce(json_agg(json_build_object('shopper', shopper::text, 'days', days::text)), '[]') as shoppers
  from ${FREQUENT_SHOPPERS} having coalesce(sum(cardinality(days)), 0) <= ${sql.lit(MAX_TOLD_DAYS)}`

/** Statements that store shoppers from another connection. */
export const storeShoppers = (shoppers: FrequentShoppers) => [
  sql`
    create temp table tried_shoppers on commit drop as
    select shopper::bigint as shopper, days::int[] as days
    from json_to_recordset(${JSON.stringify(shoppers)}::json) as k (shopper text, days text)`,
  sql`analyze tried_shoppers`,
]

/**
 * Statements, in order, that collect the earlier returns of a client's shoppers in a temporary table of the
 * transaction. Shoppers with fewer than `atLeast` returned items are left out, because no rule distinguishes them from
 * shoppers without returns. Those are the most, so their items are only counted.
 */
export const collectShoppers = ({ client, today, atLeast }: ShopperScope) => [
  // Returns and orders are read in number order: a merge join takes half the time of a hash join.
  sql`set local enable_hashjoin = off`,
  sql`
    create temp table often_returning on commit drop as
    select ${shopperHash(sql`o.email`)} as shopper
    from return_lines r
    join orders o on o.client_code = ${client} and o.order_number = r.order_number and o.email <> ''
    where r.client_code = ${client}
    group by 1 having count(*) >= ${atLeast}::int`,
  sql`set local enable_hashjoin = on`,
  sql`analyze often_returning`,
  sql`
    create temp table tried_shoppers on commit drop as
    select shopper, (array_agg(first_on order by first_on desc))[1:${sql.lit(MAX_EARLIER)}] as days from (
      select n.shopper, ${dayNumberOf(sql`min(r.occurred_at)`)} as first_on
      from often_returning n
      join orders other on other.client_code = ${client} and other.email <> '' and ${shopperHash(sql`other.email`)} = n.shopper
      join return_events r on r.client_code = ${client} and r.order_number = other.order_number
      where r.occurred_at >= ${today}::date - 730
      group by 1, r.return_reference
    ) returns group by shopper`,
  sql`analyze tried_shoppers`,
]
