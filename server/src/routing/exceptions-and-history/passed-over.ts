import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import { MAX_PASSED_OVER, MAX_RATED, type PassedOverGroup } from '@despatch/contract/routing/allocation/rate-again'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { knownWork } from '../../figures/known-work.ts'
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
  const rows = await transaction.rows(
    prepared(
      sql<{ group: PassedOverGroup; all: number }>`
        with groups as (
          select client_code, value, day, sum(orders)::int as orders, sum(amount) as extra, count(*) over ()::int as "all"
          from ${knownWork(clients)} where facet = 'passedOver' and day >= ${dayOf(now)}::date
          group by 1, 2, 3 having sum(orders) > 0
          order by 5 desc, 1, 3, 2 limit ${sql.lit(MAX_PASSED_OVER)}
        )
        select g.all, jsonb_build_object('clientCode', g.client_code, 'clientMethodID', g.value,
          'carrier', one.passed_over ->> 'carrier', 'carrierName', one.passed_over ->> 'carrierName',
          'methodDescription', one.passed_over ->> 'methodDescription', 'despatchDay', g.day, 'orders', g.orders,
          'extra', trim_scale(g.extra)::text) as "group"
        from groups g cross join lateral (
          select c.passed_over from consignments c
          where c.client_code = g.client_code and c.passed_over ->> 'clientMethodID' = g.value and c.despatch_day = g.day
            and c.passed_over is not null and c.ended_at is null
          limit 1
        ) one
        order by g.extra desc, g.client_code, g.day, g.value`.compile(db),
    ),
  )
  return { groups: rows.map(({ group }) => group), others: Math.max(0, (rows[0]?.all ?? 0) - rows.length) }
}

/** The orders of one of these groups, by number, as many as are rated again at once. */
export async function passedOverOrders(
  { transaction, clients }: Context,
  { query: { clientCode, clientMethodID, despatchDay } }: RouteChecked<typeof routes.passedOverOrders>,
): Promise<RouteAnswer<typeof routes.passedOverOrders>> {
  const rows = await transaction.rows(
    sql<{ order_number: string }>`
      select distinct c.order_number from consignments c
      join orders o on o.client_code = c.client_code and o.order_number = c.order_number and o.status in ('N', 'R')
      where c.client_code = ${clientCode}::text and c.client_code = any (${clients}::text[])
        and c.passed_over ->> 'clientMethodID' = ${clientMethodID}::text and c.despatch_day = ${despatchDay}::date
        and c.passed_over is not null and c.ended_at is null
      order by 1 limit ${sql.lit(MAX_RATED)}`.compile(db),
  )
  return { orderNumbers: rows.map(({ order_number }) => order_number) }
}
