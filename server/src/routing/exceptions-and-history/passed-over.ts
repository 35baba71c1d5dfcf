import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import { MAX_PASSED_OVER, MAX_RATED, type PassedOverGroup } from '@despatch/contract/routing/allocation/rate-again'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { WorkPart } from '../../figures/open-work-cache.ts'
import { knownWork } from '../../figures/known-work.ts'
import type { Context } from '../../http/context.ts'

/** A client's orders that cost more because a cheaper method was full on a day. */
type DearerOfClient = { client_code: string; method: string; day: string; orders: number; extra: string }

export const dearerPart: WorkPart<DearerOfClient> = {
  name: 'dearer',
  read: (clients, today) =>
    sql<DearerOfClient>`
      select client_code, value as method, day::text as day, sum(orders)::int as orders, trim_scale(sum(amount))::text as extra
      from ${knownWork(clients)} where facet = 'passedOver' and day >= ${today}::date
      group by 1, 2, 3 having sum(orders) > 0`.compile(db),
}

/**
 * Groups orders that are still to be despatched, today or later, by a cheaper method that was full and by day. The
 * greatest extra cost comes first.
 */
export const listPassedOver = ({
  transaction,
  services,
  clients,
  now,
}: Context): Promise<RouteAnswer<typeof routes.passedOver>> =>
  services.work.answer(transaction, {
    part: dearerPart,
    clients,
    today: dayOf(now),
    of: '',
    async make(parts) {
      const groups = parts
        .flat()
        .toSorted(
          (one, other) =>
            Number(other.extra) - Number(one.extra) ||
            compared(one.client_code, other.client_code) ||
            compared(one.day, other.day) ||
            compared(one.method, other.method),
        )
      const shown = groups.slice(0, MAX_PASSED_OVER)
      return { groups: await withMethodNames(transaction, shown), others: groups.length - shown.length }
    },
  })

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Adds the method's name at the time of the decision, taken from any current order of the group. */
async function withMethodNames(
  transaction: Transaction,
  groups: readonly DearerOfClient[],
): Promise<PassedOverGroup[]> {
  if (groups.length === 0) return []
  const rows = await transaction.rows(
    sql<{ group: PassedOverGroup }>`
      select jsonb_build_object('clientCode', g.client_code, 'clientMethodID', g.method,
        'carrier', one.passed_over ->> 'carrier', 'carrierName', one.passed_over ->> 'carrierName',
        'methodDescription', one.passed_over ->> 'methodDescription', 'despatchDay', g.day, 'orders', g.orders,
        'extra', g.extra) as "group"
      from rows from (
        jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as (client_code text, method text, day date, orders int, extra text)
      ) with ordinality as g (client_code, method, day, orders, extra, place)
      cross join lateral (
        select c.passed_over from consignments c
        where c.client_code = g.client_code and c.passed_over ->> 'clientMethodID' = g.method and c.despatch_day = g.day
          and c.passed_over is not null and c.ended_at is null
        limit 1
      ) one
      order by g.place`.compile(db),
  )
  return rows.map(({ group }) => group)
}

/** Lists the order numbers of one group, up to the number that can be rated at once. */
export async function listPassedOverOrders(
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
