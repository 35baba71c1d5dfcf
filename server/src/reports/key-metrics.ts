import type { reports as routes } from '@despatch/contract/reports/reports'
import type { Metrics } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { grainsOf, periodBefore, type Period, periodOfYearBefore, trendWeeks } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import { prepared } from '../database/prepared.ts'
import { type FiguresQuery, waitingDays } from '../figures/waiting-days.ts'
import { areCostsKnown, type CostsRow, costsOf, sumCosts } from './carriers/carrier-costs.ts'
import { orderFactsOf, orderSumsOf, type OrderSumsRow, presentOrders } from './order-sums.ts'
import { IS_SAME_DAY_KEPT, isCountedOrder, isWithoutCarrier } from './counted.ts'
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

/** A period to read. */
type MetricPeriod = Period & { readonly kind: 'now' | 'before' | 'yearBefore' }
type WithKind = { kind: MetricPeriod['kind'] }

/** The stored figures that the report reads. Volume reports read a subset. */
export const keyMetricsFigures = (body: Period): FiguresQuery => ({
  kinds: ['order', 'parcel', 'return'],
  periods: [...withComparisons(body), trendWeeks(body.endDate)],
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
  const [orders, parcels, returned, exceptions, sameDay] = await Promise.all([
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
    of<Metrics['sameDay'][number]>(
      ({ clients, days }, kind) => sql`(
        select ${kind}::text as kind, o.client_code as client, count(*)::int as promised,
          (count(*) filter (where ${IS_SAME_DAY_KEPT}))::int as kept
        from orders o where ${isCountedOrder(clients, { ...days, figure: 'ordersSameDay', client: '' }, today)}
        group by 2 order by 2
      )`,
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
      sameDay: mine(sameDay).map(({ client, promised, kept }) => ({ client, promised, kept })),
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

/** Figures by week, up to the week of the last day. */
async function readWeeks({ transaction, clients }: FiguresContext, lastDay: Day, today: Day) {
  const days = trendWeeks(lastDay)
  const query: FactsQuery = { clients, days, today }
  const [counted, exceptions] = await Promise.all([
    transaction.rows(prepared(weekSums(query).compile(db))),
    transaction.rows(prepared(weekExceptions(query).compile(db))),
  ])
  const byWeek = new Map(counted.map(({ start, ...sums }) => [start, sums]))
  const without = new Map(exceptions.map(({ start, orders }) => [start, orders]))
  return grainsOf(days, 'week').map((start) => ({
    start,
    ...(byWeek.get(start) ?? NO_WEEK),
    routingExceptions: without.get(start) ?? 0,
    isOver: addDays(start, 6) < today,
  }))
}

const NO_WEEK = {
  orders: 0,
  pieces: 0,
  due: 0,
  dueInTime: 0,
  despatched: 0,
  despatchedPieces: 0,
  parcels: 0,
  promised: 0,
  onTime: 0,
  returned: 0,
}

/** Orders, parcels and returns by week. Those due or promised count only on days that are over. */
function weekSums(query: FactsQuery) {
  const start = startOf('week')
  const isOver = sql`filter (where day < ${query.today}::date)`
  return sql<{ start: string } & typeof NO_WEEK>`
    select (${start})::text as start, sum(orders)::int as orders, sum(pieces)::int as pieces,
      coalesce(sum(due) ${isOver}, 0)::int as due, coalesce(sum(due_in_time) ${isOver}, 0)::int as "dueInTime",
      sum(despatched)::int as despatched, sum(despatched_pieces)::int as "despatchedPieces",
      sum(parcels)::int as parcels, coalesce(sum(promised) ${isOver}, 0)::int as promised,
      coalesce(sum(on_time) ${isOver}, 0)::int as "onTime", sum(returned)::int as returned
    from (
      select day, orders, pieces, due, due_in_time, despatched, despatched_pieces,
        0 as parcels, 0 as promised, 0 as on_time, 0 as returned
      from ${orderFactsOf(query)}
      union all select day, 0, 0, 0, 0, 0, 0, despatched, promised, on_time, 0 from ${parcelFacts(ALL_PARCELS, query)}
      union all select day, 0, 0, 0, 0, 0, 0, 0, 0, 0, pieces from ${returnedFacts(query)}
    ) as facts group by ${start}`
}

/** Orders without a carrier by the week of their allocation. */
const weekExceptions = ({ clients, days, today }: FactsQuery) => {
  const start = sql`date_trunc('week', london_day(c.at)::timestamp)::date`
  return sql<{ start: string; orders: number }>`
    select (${start})::text as start, count(distinct (o.client_code, o.order_number))::int as orders
    from orders o join consignments c using (client_code, order_number)
    where ${isWithoutCarrier(days)}
      and ${isCountedOrder(clients, { ...days, figure: 'routingExceptions', client: '' }, today)}
    group by ${start}`
}
