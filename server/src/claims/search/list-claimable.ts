import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import type { ClaimCause } from '@despatch/domain/claims/claim'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { claimableRows, endOfWeek, openCandidates, presentClaimable } from './claimable-rows.ts'

type SumRow = {
  carrier: string
  carrier_name: string
  cause: ClaimCause
  currency: string
  parcels: number
  goods: number
  amount: number
  this_week: number
}

/**
 * Lists one page of claimable parcels, or of missed deadlines, with sums by carrier and cause of all that the filter
 * finds.
 */
export async function listClaimable(
  { transaction, clients, now }: Context,
  { body: { page, limit, ...filter } }: RouteChecked<typeof routes.claimable>,
): Promise<RouteAnswer<typeof routes.claimable>> {
  const today = dayOf(now)
  const [rows, sums] = await Promise.all([
    transaction.rows(claimableRows(clients, { ...filter, today }, { limit, offset: (page - 1) * limit }).compile(db)),
    transaction.rows(
      sql<SumRow>`
        select s.*, coalesce((
          select n.content ->> 'name' from rule_book_items n where n.client_code = any (${clients}::text[])
            and n.kind = 'carrier' and n.item_key = s.carrier and n.to_version is null limit 1), s.carrier) as carrier_name
        from (
          select of_client.carrier, of_client.cause, of_client.currency, sum(of_client.parcels)::int as parcels,
            sum(of_client.goods)::bigint as goods, sum(of_client.amount)::bigint as amount, sum(of_client.this_week)::int as this_week
          from unnest(${clients}::text[]) as mine (code) cross join lateral (
            select c.carrier, c.cause, c.currency, count(*) as parcels, sum(c.goods) as goods, sum(c.amount) as amount,
              count(*) filter (where c.deadline <= ${endOfWeek(now)}::date) as this_week
            from claim_candidates c where c.client_code = mine.code and ${openCandidates({ ...filter, today })}
            group by c.carrier, c.cause, c.currency
          ) of_client
          group by of_client.carrier, of_client.cause, of_client.currency
        ) s order by s.this_week desc, s.parcels desc, s.carrier, s.cause`.compile(db),
    ),
  ])
  return {
    rows: rows.map((row) => presentClaimable(row, today)),
    total: sums.reduce((total, { parcels }) => total + parcels, 0),
    sums: sums.map((row) => ({
      carrierCode: row.carrier,
      carrierName: row.carrier_name,
      cause: row.cause,
      currency: row.currency,
      parcels: row.parcels,
      goods: costText(row.goods),
      amount: costText(row.amount),
      thisWeek: row.this_week,
    })),
  }
}
