import type { TrendChoice } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { addDays, daysBetween, startOfDay } from '@despatch/domain/calendar/day'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

type Reading = Pick<Context, 'transaction' | 'clients'>
export type RatedKind = 'SKUs' | 'carriers' | 'regions'
/** Of what a part of the dashboard is a share: null where it is not known. */
export type BaseOf = (kind: RatedKind, name: string) => number | null

/** Lines of orders are no facts by day: of more days than that they are not summed while somebody waits. */
const MAX_ORDERED_DAYS = 31

/**
 * What the parts of the days' returns are compared with: the parcels that left on these days by carrier and region, and the
 * pieces of these SKUs that were ordered. What a choice narrows that these are not known by has none.
 */
export async function basesOf(reading: Reading, choice: TrendChoice, skus: readonly string[]): Promise<BaseOf> {
  const [parcels, ordered] = [
    choice.SKU === '' && choice.category === '' ? await parcelsSent(reading, choice) : [],
    choice.carrier === '' && choice.region === '' ? await piecesOrdered(reading, choice, skus) : [],
  ]
  const bases = new Map([...parcels, ...ordered].map(({ kind, name, base }) => [`${kind} ${name}`, base]))
  return (kind, name) => bases.get(`${kind} ${name}`) ?? null
}

type Base = { kind: RatedKind; name: string; base: number }

function parcelsSent({ transaction, clients }: Reading, { startDate, endDate, carrier, region }: TrendChoice) {
  const sent = (kind: RatedKind, by: 'carrier' | 'region') => sql`
    select ${kind}::text as kind, ${sql.ref(by)}::text as name, sum(despatched)::int as base from parcel_known_region_facts
    where client_code = any (${clients}::text[]) and day between ${startDate}::date and ${endDate}::date
      and ${carrier} in ('', carrier) and ${region} in ('', region)
    group by 2 having sum(despatched) > 0`
  return transaction.rows(sql<Base>`${sent('carriers', 'carrier')} union all ${sent('regions', 'region')}`.compile(db))
}

async function piecesOrdered(
  { transaction, clients }: Reading,
  { startDate, endDate }: TrendChoice,
  skus: readonly string[],
): Promise<Base[]> {
  if (skus.length === 0 || daysBetween(startDate, endDate) >= MAX_ORDERED_DAYS) return []
  return transaction.rows(
    sql<Base>`
      select 'SKUs' as kind, l.sku_code::text as name, sum(l.quantity)::int as base
      from orders o join order_lines l on l.client_code = o.client_code and l.order_number = o.order_number
      where o.client_code = any (${clients}::text[]) and o.ordered_at >= ${startOfDay(startDate)}
        and o.ordered_at < ${startOfDay(addDays(endDate, 1))} and o.status <> 'C' and l.sku_code = any (${skus}::text[])
      group by 2`.compile(db),
  )
}

/** What was refunded on the days, by the clients' currencies; of all returns, whatever the choice is narrowed to. */
export async function refundsOf({ transaction, clients }: Reading, { startDate, endDate }: TrendChoice) {
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
