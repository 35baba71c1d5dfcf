import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { trimMoney } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { isWhole, openScope } from '../scope.ts'

/** As far back as despatches are looked for: carriers use their numbers again. */
export const MATCHED_DAYS = 120

type Row = {
  carrier: string
  name: string | null
  week: string
  currency: string
  despatched: number
  billed: number
  accrual: string
  unpriced: number
}

/**
 * What is still to be billed: parcels despatched within 120 days of a day that no invoice imported by then bills, by carrier
 * and week of despatch, with what they should cost as they were routed. The same whenever it is asked.
 */
export async function listRequired(
  context: Context,
  { query }: RouteChecked<typeof routes.required>,
): Promise<RouteAnswer<typeof routes.required>> {
  const scope = await openScope(context)
  const asOf = query.asOf ?? dayOf(context.now)
  const [since, until] = [startOfDay(addDays(asOf, 1 - MATCHED_DAYS)), startOfDay(addDays(asOf, 1))]
  const clients = isWhole(scope) ? sql`select client_code from clients` : sql`select unnest(${scope.parts}::text[])`
  const rows = await context.transaction.rows(
    sql<Row>`
      with left_since as materialized (
        select p.client_code, p.carrier, p.order_number, p.tracking_number,
          date_trunc('week', p.despatched_at at time zone 'Europe/London')::date as week,
          exists (
            select from invoice_parcels b join invoice_sums s on s.client_code = b.client_code and s.invoice_id = b.invoice_id
            where b.client_code = p.client_code and b.despatched_as = p.tracking_number and s.imported_at < ${until}
          ) as is_billed
        from (${clients}) as c (client_code) cross join lateral (
          select * from parcels where client_code = c.client_code and despatched_at >= ${since} and despatched_at < ${until}
            ${query.carriercode ? sql`and carrier = ${query.carriercode}` : sql``}
        ) p
      )
      select l.carrier, min(n.name) as name, l.week::text as week, c.currency_code as currency, count(*)::int as despatched,
        (count(*) filter (where l.is_billed))::int as billed,
        round(coalesce(sum(k.cost) filter (where not l.is_billed), 0), 4)::text as accrual,
        (count(*) filter (where not l.is_billed and k.cost is null))::int as unpriced
      from left_since l
      join clients c using (client_code)
      left join lateral (
        select sum(cost) / nullif(sum(parcels), 0) as cost from consignments
        where not l.is_billed and client_code = l.client_code and order_number = l.order_number and ended_at is null
          and carrier = l.carrier
      ) k on true
      left join lateral (
        select content ->> 'name' as name from rule_book_items
        where client_code = l.client_code and kind = 'carrier' and item_key = l.carrier and to_version is null
      ) n on true
      group by l.carrier, l.week, c.currency_code
      order by l.carrier, l.week, c.currency_code`.compile(db),
  )
  return {
    code: 200,
    asOf,
    required: rows.map(({ carrier, name, despatched, billed, accrual, ...row }) => ({
      carrierCode: carrier,
      carrierName: name ?? carrier,
      ...row,
      despatched,
      billed,
      missing: despatched - billed,
      accrual: trimMoney(accrual),
    })),
  }
}
