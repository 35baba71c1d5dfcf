import type { TrendChoice } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { addDays, dayOf, daysBetween, startOfDay } from '@despatch/domain/calendar/day'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { type FactsQuery, regionFacts } from '../../figures/facts-of-days.ts'
import type { Context } from '../../http/context.ts'

type FiguresContext = Pick<Context, 'transaction' | 'clients' | 'now'>
export const RATED = ['SKUs', 'categories', 'reasons', 'carriers', 'regions'] as const
export type RatedKind = (typeof RATED)[number]
/** The quantity that a part's rate is based on; null if unknown. */
export type BaseOf = (kind: RatedKind, name: string) => number | null

/** Order lines have no daily figures, so for longer periods they are not summed during a request. */
const MAX_ORDERED_DAYS = 31

/**
 * Loads the bases of rates: for carriers and regions the parcels sent in the period, for SKUs and categories their
 * ordered pieces, for reasons all ordered pieces. A base is left out if a filter applies that it cannot be filtered by.
 */
export async function basesOf(
  context: FiguresContext,
  choice: TrendChoice,
  { skus, categories }: { skus: readonly string[]; categories: readonly string[] },
): Promise<BaseOf> {
  const isOfAllGoods = choice.SKU === '' && choice.category === ''
  const isSentAnywhere = choice.carrier === '' && choice.region === ''
  const [parcels, ordered, inCategories, all] = [
    isOfAllGoods ? await parcelsSent(context, choice) : [],
    isSentAnywhere ? await piecesOrdered(context, choice, skus) : [],
    isSentAnywhere ? await piecesOfCategories(context, choice, categories) : [],
    isOfAllGoods && isSentAnywhere ? await allOrdered(context, choice) : null,
  ]
  const bases = new Map(
    [...parcels, ...ordered, ...inCategories].map(({ kind, name, base }) => [`${kind} ${name}`, base]),
  )
  return (kind, name) => (kind === 'reasons' ? all : (bases.get(`${kind} ${name}`) ?? null))
}

type Base = { kind: RatedKind; name: string; base: number }

function parcelsSent({ transaction, clients, now }: FiguresContext, { carrier, region, ...days }: TrendChoice) {
  const query: FactsQuery = { clients, days, today: dayOf(now) }
  const isChosen = [sql<boolean>`${carrier} in ('', carrier)`, sql<boolean>`${region} in ('', region)`]
  const sent = (kind: RatedKind, by: 'carrier' | 'region') => sql`
    select ${kind}::text as kind, ${sql.ref(by)}::text as name, sum(despatched)::int as base
    from ${regionFacts(query, isChosen)} group by 2 having sum(despatched) > 0`
  return transaction.rows(sql<Base>`${sent('carriers', 'carrier')} union all ${sent('regions', 'region')}`.compile(db))
}

/** Lines `l` of uncancelled orders placed in the period. */
const linesOrdered = ({ clients }: FiguresContext, { startDate, endDate }: TrendChoice) => sql`
  orders o join order_lines l on l.client_code = o.client_code and l.order_number = o.order_number
    and o.client_code = any (${clients}::text[]) and o.ordered_at >= ${startOfDay(startDate)}
    and o.ordered_at < ${startOfDay(addDays(endDate, 1))} and o.status <> 'C'`

const isTooLong = ({ startDate, endDate }: TrendChoice) => daysBetween(startDate, endDate) >= MAX_ORDERED_DAYS

async function piecesOrdered(context: FiguresContext, choice: TrendChoice, skus: readonly string[]): Promise<Base[]> {
  if (skus.length === 0 || isTooLong(choice)) return []
  return context.transaction.rows(
    sql<Base>`
      select 'SKUs' as kind, l.sku_code::text as name, sum(l.quantity)::int as base
      from ${linesOrdered(context, choice)} where l.sku_code = any (${skus}::text[]) group by 2`.compile(db),
  )
}

/** A SKU in several categories counts in each. */
async function piecesOfCategories(
  context: FiguresContext,
  choice: TrendChoice,
  categories: readonly string[],
): Promise<Base[]> {
  if (categories.length === 0 || isTooLong(choice)) return []
  return context.transaction.rows(
    sql<Base>`
      with by_sku as (
        select l.client_code, l.sku_code, sum(l.quantity) as pieces from ${linesOrdered(context, choice)} group by 1, 2
      )
      select 'categories' as kind, category::text as name, sum(s.pieces)::int as base
      from by_sku s join skus k on k.client_code = s.client_code and k.sku_code = s.sku_code
      cross join lateral unnest(k.categories) as category
      where category = any (${categories}::text[]) group by 2`.compile(db),
  )
}

async function allOrdered({ transaction, clients }: FiguresContext, { startDate, endDate }: TrendChoice) {
  const wanted = sql`client_code = any (${clients}::text[]) and day between ${startDate}::date and ${endDate}::date`
  const row = await transaction.row(
    sql<{ base: number | null }>`
      select nullif(sum(pieces), 0)::int as base from order_facts where ${wanted}`.compile(db),
  )
  return row?.base ?? null
}

/** Refunds paid in the period, by currency of the client. Covers all returns, regardless of the other filters. */
export async function refundsOf({ transaction, clients }: FiguresContext, { startDate, endDate }: TrendChoice) {
  const rows = await transaction.rows(
    sql<{ currency: string; amount: number; deduction: number; returns: number }>`
      select c.currency_code as currency, coalesce(sum(s.amount), 0)::bigint as amount,
        coalesce(sum(s.deduction), 0)::bigint as deduction, count(distinct (s.client_code, s.return_reference))::int as returns
      from return_steps s join clients c on c.client_code = s.client_code
      where s.client_code = any (${clients}::text[]) and s.step = 'refunded' and s.at >= ${startOfDay(startDate)}
        and s.at < ${startOfDay(addDays(endDate, 1))}
      group by 1 order by 1`.compile(db),
  )
  return rows.map(({ amount, deduction, ...row }) => ({
    ...row,
    amount: costText(amount),
    deduction: costText(deduction),
  }))
}

/**
 * Return postage of parcels announced in the period and sent, at the prices of the chosen options: what clients pay,
 * and what shoppers pay. By currency of the client, regardless of the other filters.
 */
export async function postageOf({ transaction, clients }: FiguresContext, { startDate, endDate }: TrendChoice) {
  const rows = await transaction.rows(
    sql<{ currency: string; amount: string; shoppers: number; parcels: number }>`
      select c.currency_code as currency,
        coalesce(sum((p ->> 'price')::numeric) filter (where p ->> 'payer' = 'retailer'), 0)::numeric(18, 2)::text as amount,
        coalesce(sum(shopper), 0)::bigint as shoppers, count(*)::int as parcels
      from announced_returns r join clients c on c.client_code = r.client_code
      cross join lateral (
        select parcel -> 'option' as p, (parcel ->> 'shopperPays')::bigint + (parcel ->> 'fee')::bigint as shopper
        from jsonb_array_elements(r.parcels) as parcel where parcel ->> 'option' is not null
      ) o
      where r.client_code = any (${clients}::text[]) and r.announced_at >= ${startOfDay(startDate)}
        and r.announced_at < ${startOfDay(addDays(endDate, 1))}
        and exists (
          select from announced_lines l where l.client_code = r.client_code and l.return_reference = r.return_reference
            and l.in_transit + l.received + l.inspected + l.restocked + l.quarantined + l.lost > 0)
      group by 1 order by 1`.compile(db),
  )
  return rows.map(({ shoppers, ...row }) => ({ ...row, shoppersPay: costText(shoppers) }))
}
