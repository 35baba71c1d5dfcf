import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import { MAX_PASSED_OVER, MAX_RATED, type PassedOverGroup } from '@despatch/contract/routing/allocation/rate-again'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

/**
 * The orders of the call's clients that are still to go, today or later, by a dearer method than the cheapest one, which had no
 * room left: by that method and day, the dearest first.
 */
export async function passedOver({
  transaction,
  clients,
  now,
}: Context): Promise<RouteAnswer<typeof routes.passedOver>> {
  const groups = await transaction.rows(
    sql<PassedOverGroup>`
      select c.client_code as "clientCode", c.passed_over ->> 'clientMethodID' as "clientMethodID",
        c.passed_over ->> 'carrier' as carrier, max(c.passed_over ->> 'carrierName') as "carrierName",
        max(c.passed_over ->> 'methodDescription') as "methodDescription", c.despatch_day as "despatchDay",
        count(distinct c.order_number)::int as orders,
        sum(c.cost - (c.passed_over ->> 'cost')::numeric)::text as extra,
        (array_agg(distinct c.order_number order by c.order_number))[1:${sql.lit(MAX_RATED)}] as "orderNumbers"
      from unnest(${clients}::text[]) as mine (code) cross join lateral (
        select * from consignments
        where client_code = mine.code and passed_over is not null and ended_at is null and despatch_day >= ${dayOf(now)}::date
      ) c
      join orders o on o.client_code = c.client_code and o.order_number = c.order_number and o.status in ('N', 'R')
      group by 1, 2, 3, 6
      order by sum(c.cost - (c.passed_over ->> 'cost')::numeric) desc, 1, 6, 2`.compile(db),
  )
  const shown = groups.slice(0, MAX_PASSED_OVER)
  return { groups: shown, others: groups.length - shown.length }
}
