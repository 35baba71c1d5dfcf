import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import type { ClaimCause } from '@despatch/domain/claims/claim'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

type Row = {
  carrier: string
  carrier_name: string
  client_code: string
  cause: ClaimCause
  currency: string
  claims: number
  accepted_claims: number
  refused_claims: number
  paid_claims: number
  goods: number
  claimed: number
  accepted: number
  refused: number
  paid: number
  missed: number
  missed_goods: number
  missed_amount: number
}

/**
 * Sums the claims prepared on some days with their results, and missed claims whose deadline passed on these days, by
 * carrier, client and cause.
 */
export async function readClaimFigures(
  { transaction, clients, now }: Context,
  { body: { dateFrom, dateTo } }: RouteChecked<typeof routes.figures>,
): Promise<RouteAnswer<typeof routes.figures>> {
  const rows = await transaction.rows(
    sql<Row>`
      select carrier, max(carrier_name) as carrier_name, client_code, cause, currency, sum(claims)::int as claims,
        sum(accepted_claims)::int as accepted_claims, sum(refused_claims)::int as refused_claims,
        sum(paid_claims)::int as paid_claims, sum(goods)::bigint as goods, sum(claimed)::bigint as claimed, sum(accepted)::bigint as accepted, sum(refused)::bigint as refused,
        sum(paid)::bigint as paid, sum(missed)::int as missed, sum(missed_goods)::bigint as missed_goods, sum(missed_amount)::bigint as missed_amount
      from (
        select carrier, max(carrier_name) as carrier_name, client_code, cause, currency, count(*) as claims,
          count(*) filter (where state in ('accepted', 'partly accepted', 'paid')) as accepted_claims,
          count(*) filter (where state = 'refused') as refused_claims, count(*) filter (where state = 'paid') as paid_claims,
          sum(goods) as goods, sum(claimed) as claimed,
          sum(case when state in ('accepted', 'partly accepted', 'paid') then greatest(coalesce(accepted, 0), paid) else 0 end) as accepted,
          sum(case state when 'refused' then claimed else 0 end) as refused, sum(paid) as paid, 0 as missed, 0 as missed_goods, 0 as missed_amount
        from claims where client_code = any (${clients}::text[]) and state <> 'withdrawn'
          and prepared_at >= ${startOfDay(dateFrom)} and prepared_at < ${startOfDay(addDays(dateTo, 1))}
        group by carrier, client_code, cause, currency
        union all
        select c.carrier, max(coalesce(n.content ->> 'name', c.carrier)), c.client_code, c.cause, c.currency, 0, 0, 0, 0, 0, 0, 0, 0, 0,
          count(*), sum(c.goods), sum(c.amount)
        from claim_candidates c left join rule_book_items n on n.client_code = c.client_code and n.kind = 'carrier'
          and n.item_key = c.carrier and n.to_version is null
        where c.client_code = any (${clients}::text[]) and c.claim_id is null and c.amount > 0
          and c.deadline >= ${dateFrom}::date and c.deadline <= ${dateTo}::date and c.deadline < ${dayOf(now)}::date
        group by c.carrier, c.client_code, c.cause, c.currency
      ) s group by carrier, client_code, cause, currency order by carrier, client_code, cause, currency`.compile(db),
  )
  return {
    rows: rows.map((row) => ({
      carrierCode: row.carrier,
      carrierName: row.carrier_name,
      clientCode: row.client_code,
      cause: row.cause,
      currency: row.currency,
      claims: row.claims,
      acceptedClaims: row.accepted_claims,
      refusedClaims: row.refused_claims,
      paidClaims: row.paid_claims,
      goods: costText(row.goods),
      claimed: costText(row.claimed),
      accepted: costText(row.accepted),
      refused: costText(row.refused),
      paid: costText(row.paid),
      missed: row.missed,
      missedGoods: costText(row.missed_goods),
      missedAmount: costText(row.missed_amount),
    })),
  }
}
