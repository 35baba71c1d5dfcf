import type { reports as routes } from '@despatch/contract/reports/reports'
import type { Metrics } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { mondayOf } from '@despatch/domain/calendar/week'
import { grainsOf, periodBefore, type Period, periodOfYearBefore } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import { prepared } from '../database/prepared.ts'
import { type FiguresQuery, waitingDays } from '../figures/waiting-days.ts'
import { areCostsKnown, type CostsRow, costsOf, sumCosts } from './carriers/carrier-costs.ts'
import { orderFactsOf, orderSumsOf, type OrderSumsRow, presentOrders } from './order-sums.ts'
import { isCountedOrder } from './counted.ts'
import type { FiguresContext } from './figures-context.ts'
import type { FactsQuery } from '../figures/facts-of-days.ts'
import { returnedFacts } from './returned-facts.ts'
import {
  ALL_PARCELS,
  isComparable,
  parcelFacts,
  parcelSumsOf,
  presentSums,
  startOf,
  type SumsRow,
  withComparisons,
} from './parcel-sums.ts'

const WEEKS = 13

/** A period to read. */
type MetricPeriod = Period & { readonly kind: 'now' | 'before' | 'yearBefore' }
type WithKind = { kind: MetricPeriod['kind'] }

/** The stored figures that the report reads. Volume reports read a subset. */
export const keyMetricsFigures = (body: Period): FiguresQuery => ({
  kinds: ['order', 'parcel', 'return'],
  periods: [...withComparisons(body), weeksBefore(body.endDate)],
})

/** Key figures of a period, the period before and the year before. */
export async function keyMetrics(
  context: FiguresContext,
  { body }: RouteChecked<typeof routes.keyMetrics>,
): Promise<RouteAnswer<typeof routes.keyMetrics>> {
  const today = dayOf(context.now)
  const periods: MetricPeriod[] = [{ ...body, kind: 'now' }]
  if (isComparable(body))
    periods.push({ ...periodBefore(body), kind: 'before' }, { ...periodOfYearBefore(body), kind: 'yearBefore' })
  const [waiting, figures, weeks, areComplete] = await Promise.all([
    waitingDays(context.transaction, context.clients, keyMetricsFigures(body)),
    readFigures(context, periods, today),
    readWeeks(context, body.endDate, today),
    Promise.all(periods.map((days) => areCostsKnown(context.transaction, days))),
  ])
  const costs = await readCosts(context, periods, today)
  const metrics = figures.map((of, place) => ({ ...of, costs: costs[place] ?? [] }))
  const [now, before = null, yearBefore = null] = metrics
  if (!now) throw new Error('Key Metrics without its own days')
  return { now, before, yearBefore, weeks, areCostsComplete: areComplete.every(Boolean), waitingDays: waiting, today }
}

/** Reads the same statement for several periods at once. */
const readForPeriods = <Row>(
  { transaction, clients }: FiguresContext,
  periods: readonly MetricPeriod[],
  {
    today,
    statementOf,
  }: { today: Day; statementOf: (query: FactsQuery, kind: MetricPeriod['kind']) => RawBuilder<unknown> },
): Promise<readonly (Row & WithKind)[]> =>
  transaction.rows(
    sql<Row & WithKind>`${sql.join(
      periods.map(({ kind, ...days }) => statementOf({ clients, days, today }, kind)),
      sql` union all `,
    )}`.compile(db),
  )

/** Figures of several periods without costs, one statement for each kind of record. */
async function readFigures(
  context: FiguresContext,
  periods: readonly MetricPeriod[],
  today: Day,
): Promise<Omit<Metrics, 'costs'>[]> {
  const of = <Row>(statementOf: (from: FactsQuery, kind: MetricPeriod['kind']) => RawBuilder<unknown>) =>
    readForPeriods<Row>(context, periods, { today, statementOf })
  const [orders, parcels, returned, exceptions] = await Promise.all([
    of<OrderSumsRow>(
      (from, kind) => sql`(
        select ${kind}::text as kind, currency_code as currency, ${orderSumsOf(today)} from ${orderFactsOf(from)}
        group by 2 order by 2
      )`,
    ),
    of<SumsRow>(
      (from, kind) => sql`select ${kind}::text as kind, ${parcelSumsOf(today)} from ${parcelFacts(ALL_PARCELS, from)}`,
    ),
    of<{ pieces: number }>(
      (from, kind) => sql`
        select ${kind}::text as kind, coalesce(sum(pieces), 0)::int as pieces from ${returnedFacts(from)}`,
    ),
    of<{ orders: number }>(
      ({ clients, days }, kind) => sql`
        select ${kind}::text as kind, count(*)::int as orders from orders o
        where ${isCountedOrder(clients, { ...days, figure: 'routingExceptions', client: '' }, today)}`,
    ),
  ])
  return periods.map(({ kind, ...days }) => {
    const mine = <Row extends WithKind>(rows: readonly Row[]) => rows.filter((row) => row.kind === kind)
    return {
      ...days,
      ...presentOrders(mine(orders)),
      parcels: presentSums(mine(parcels)[0]),
      routingExceptions: mine(exceptions)[0]?.orders ?? 0,
      returned: mine(returned)[0]?.pieces ?? 0,
    }
  })
}

/** Costs of several periods. */
async function readCosts(
  context: FiguresContext,
  periods: readonly MetricPeriod[],
  today: Day,
): Promise<Metrics['costs'][]> {
  const rows = await readForPeriods<CostsRow>(context, periods, {
    today,
    statementOf: (from, kind) => sql`(select ${kind}::text as kind, costs.* from (${costsOf(from)}) costs)`,
  })
  return periods.map(({ kind }) => sumCosts(rows.filter((row) => row.kind === kind)))
}

/** The thirteen weeks that end with the week of a day. */
function weeksBefore(lastDay: Day): Period {
  const monday = mondayOf(lastDay)
  return { startDate: addDays(monday, -7 * (WEEKS - 1)), endDate: addDays(monday, 6) }
}

/** Figures by week, up to the week of the last day. */
async function readWeeks({ transaction, clients }: FiguresContext, lastDay: Day, today: Day) {
  const days = weeksBefore(lastDay)
  const start = startOf('week')
  const query: FactsQuery = { clients, days, today }
  const rows = await transaction.rows(
    prepared(
      sql<{ start: string; orders: number; despatched: number; parcels: number }>`
        select (${start})::text as start, sum(orders)::int as orders, sum(despatched)::int as despatched,
          sum(parcels)::int as parcels
        from (
          select day, orders, despatched, 0 as parcels from ${orderFactsOf(query)}
          union all select day, 0, 0, despatched from ${parcelFacts(ALL_PARCELS, query)}
        ) as facts group by ${start}`.compile(db),
    ),
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
