import type { reports as routes } from '@despatch/contract/reports/reports'
import type { Metrics } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { mondayOf } from '@despatch/domain/calendar/week'
import { grainsOf, periodBefore, type Period, periodOfYearBefore } from '@despatch/domain/reports/periods'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { costsOf, sumCosts } from './carriers/carrier-costs.ts'
import { orderSumsOf, type OrderSumsRow, presentOrders } from './order-sums.ts'
import { between, isComparable, parcelSumsOf, startOf, presentSums, type SumsRow } from './parcel-sums.ts'

const WEEKS = 13

/** The figures that matter, of some days, of those before, and of the year before. */
export async function keyMetrics(
  context: Context,
  { body }: RouteChecked<typeof routes.keyMetrics>,
): Promise<RouteAnswer<typeof routes.keyMetrics>> {
  const today = dayOf(context.now)
  const [now, before, yearBefore, weeks] = await Promise.all([
    metricsOf(context, body, today),
    isComparable(body) ? metricsOf(context, periodBefore(body), today) : null,
    isComparable(body) ? metricsOf(context, periodOfYearBefore(body), today) : null,
    weeksUpTo(context, body.endDate, today),
  ])
  return { now, before, yearBefore, weeks, today }
}

async function metricsOf({ transaction, clients }: Context, days: Period, today: Day): Promise<Metrics> {
  const known = sql`client_code = any (${clients}::text[]) and ${between(days)}`
  const [orders, parcels, others, costs] = await Promise.all([
    transaction.rows(
      sql<OrderSumsRow>`select currency_code as currency, ${orderSumsOf(today)} from order_known_facts where ${known} group by 1
        order by 1`.compile(db),
    ),
    transaction.row(sql<SumsRow>`select ${parcelSumsOf(today)} from parcel_known_facts where ${known}`.compile(db)),
    transaction.row(
      sql<{ returned: number; exceptions: number }>`
        select (
          select coalesce(sum(pieces), 0)::int from return_known_facts
          where ${known} and split = 'all' and counted_by = 'received'
        ) as returned, (
          select count(distinct (client_code, order_number))::int from consignments
          where client_code = any (${clients}::text[]) and client_method_id is null
            and at >= ${days.startDate}::timestamp at time zone 'Europe/London'
            and at < ${addDays(days.endDate, 1)}::timestamp at time zone 'Europe/London'
        ) as exceptions`.compile(db),
    ),
    transaction.rows(costsOf(clients, days).compile(db)),
  ])
  return {
    ...days,
    ...presentOrders(orders),
    parcels: presentSums(parcels),
    routingExceptions: others?.exceptions ?? 0,
    returned: others?.returned ?? 0,
    costs: sumCosts(costs),
  }
}

/** Week by week, the last day's week included. */
async function weeksUpTo({ transaction, clients }: Context, lastDay: Day, today: Day) {
  const monday = mondayOf(lastDay)
  const days = { startDate: addDays(monday, -7 * (WEEKS - 1)), endDate: addDays(monday, 6) }
  const known = sql`client_code = any (${clients}::text[]) and ${between(days)}`
  const start = startOf('week')
  const rows = await transaction.rows(
    sql<{ start: string; orders: number; despatched: number; parcels: number }>`
      select (${start})::text as start, sum(orders)::int as orders, sum(despatched)::int as despatched,
        sum(parcels)::int as parcels
      from (
        select day, orders, despatched, 0 as parcels from order_known_facts where ${known}
        union all select day, 0, 0, despatched from parcel_known_facts where ${known}
      ) as facts group by ${start}`.compile(db),
  )
  const byWeek = new Map(rows.map((row) => [row.start, row]))
  return grainsOf(days, 'week').map((start) => ({
    start,
    orders: byWeek.get(start)?.orders ?? 0,
    despatched: byWeek.get(start)?.despatched ?? 0,
    parcels: byWeek.get(start)?.parcels ?? 0,
    isOver: addDays(start, 6) < today,
  }))
}
