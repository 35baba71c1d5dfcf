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
import { returnedFacts } from './returned.ts'
import {
  ALL_PARCELS,
  isComparable,
  parcelFacts,
  parcelSumsOf,
  presentSums,
  startOf,
  type SumsRow,
  withCompared,
} from './parcel-sums.ts'

const WEEKS = 13

/** Days whose figures are asked for. */
type Asked = Period & { readonly kind: 'now' | 'before' | 'yearBefore' }
type OfKind = { kind: Asked['kind'] }

/** The figures that the report is made of. Reports of volumes are made of some of them. */
export const keyMetricsFigures = (body: Period): FiguresQuery => ({
  kinds: ['order', 'parcel', 'return'],
  periods: [...withCompared(body), weeksBefore(body.endDate)],
})

/** The figures that matter, of some days, of those before, and of the year before. */
export async function keyMetrics(
  context: FiguresContext,
  { body }: RouteChecked<typeof routes.keyMetrics>,
): Promise<RouteAnswer<typeof routes.keyMetrics>> {
  const today = dayOf(context.now)
  const asked: Asked[] = [{ ...body, kind: 'now' }]
  if (isComparable(body))
    asked.push({ ...periodBefore(body), kind: 'before' }, { ...periodOfYearBefore(body), kind: 'yearBefore' })
  const [waiting, figures, weeks, areComplete] = await Promise.all([
    waitingDays(context.transaction, context.clients, keyMetricsFigures(body)),
    figuresOf(context, asked, today),
    weeksUpTo(context, body.endDate, today),
    Promise.all(asked.map((days) => areCostsKnown(context.transaction, days))),
  ])
  const costs = await costsOfAll(context, asked, today)
  const metrics = figures.map((of, place) => ({ ...of, costs: costs[place] ?? [] }))
  const [now, before = null, yearBefore = null] = metrics
  if (!now) throw new Error('Key Metrics without its own days')
  return { now, before, yearBefore, weeks, areCostsComplete: areComplete.every(Boolean), waitingDays: waiting, today }
}

/** The rows of a statement of each period, read as one. */
const ofAll = <Row>(
  { transaction, clients }: FiguresContext,
  asked: readonly Asked[],
  { today, statementOf }: { today: Day; statementOf: (asked: FactsQuery, kind: Asked['kind']) => RawBuilder<unknown> },
): Promise<readonly (Row & OfKind)[]> =>
  transaction.rows(
    sql<Row & OfKind>`${sql.join(
      asked.map(({ kind, ...days }) => statementOf({ clients, days, today }, kind)),
      sql` union all `,
    )}`.compile(db),
  )

/** The figures of several periods but for their costs, each kind of record by one statement. */
async function figuresOf(
  context: FiguresContext,
  asked: readonly Asked[],
  today: Day,
): Promise<Omit<Metrics, 'costs'>[]> {
  const of = <Row>(statementOf: (from: FactsQuery, kind: Asked['kind']) => RawBuilder<unknown>) =>
    ofAll<Row>(context, asked, { today, statementOf })
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
  return asked.map(({ kind, ...days }) => {
    const mine = <Row extends OfKind>(rows: readonly Row[]) => rows.filter((row) => row.kind === kind)
    return {
      ...days,
      ...presentOrders(mine(orders)),
      parcels: presentSums(mine(parcels)[0]),
      routingExceptions: mine(exceptions)[0]?.orders ?? 0,
      returned: mine(returned)[0]?.pieces ?? 0,
    }
  })
}

/** What the parcels of several periods cost. */
async function costsOfAll(context: FiguresContext, asked: readonly Asked[], today: Day): Promise<Metrics['costs'][]> {
  const rows = await ofAll<CostsRow>(context, asked, {
    today,
    statementOf: (from, kind) => sql`(select ${kind}::text as kind, costs.* from (${costsOf(from)}) costs)`,
  })
  return asked.map(({ kind }) => sumCosts(rows.filter((row) => row.kind === kind)))
}

/** The weeks up to that of a day. */
function weeksBefore(lastDay: Day): Period {
  const monday = mondayOf(lastDay)
  return { startDate: addDays(monday, -7 * (WEEKS - 1)), endDate: addDays(monday, 6) }
}

/** Week by week, the last day's week included. */
async function weeksUpTo({ transaction, clients }: FiguresContext, lastDay: Day, today: Day) {
  const days = weeksBefore(lastDay)
  const start = startOf('week')
  const asked: FactsQuery = { clients, days, today }
  const rows = await transaction.rows(
    prepared(
      sql<{ start: string; orders: number; despatched: number; parcels: number }>`
        select (${start})::text as start, sum(orders)::int as orders, sum(despatched)::int as despatched,
          sum(parcels)::int as parcels
        from (
          select day, orders, despatched, 0 as parcels from ${orderFactsOf(asked)}
          union all select day, 0, 0, despatched from ${parcelFacts(ALL_PARCELS, asked)}
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
