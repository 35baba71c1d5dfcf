import type { reports as routes } from '@despatch/contract/reports/reports'
import type { Metrics } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { mondayOf } from '@despatch/domain/calendar/week'
import { grainsOf, periodBefore, type Period, periodOfYearBefore } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { FactsName } from '../figures/kept-figures.ts'
import { areCostsKnown, COST_AMOUNTS, type CostsRow, costsOf, sumCosts } from './carriers/carrier-costs.ts'
import { orderFactsOf, orderSumsOf, type OrderSumsRow, presentOrders } from './order-sums.ts'
import { isCountedOrder } from './counted.ts'
import type { FiguresContext } from './figures-context.ts'
import type { FactsAsked } from './known-facts.ts'
import { returnedFacts } from './returned.ts'
import {
  ALL_PARCELS,
  isComparable,
  parcelFacts,
  parcelSumsOf,
  presentSums,
  startOf,
  type SumsRow,
} from './parcel-sums.ts'

const WEEKS = 13

/** Days whose figures are asked for. */
type Asked = Period & { readonly kind: 'now' | 'before' | 'yearBefore' }
type OfKind = { kind: Asked['kind'] }

/** The figures that matter, of some days, of those before, and of the year before. */
export async function keyMetrics(
  context: FiguresContext,
  { body }: RouteChecked<typeof routes.keyMetrics>,
): Promise<RouteAnswer<typeof routes.keyMetrics>> {
  const today = dayOf(context.now)
  const asked: Asked[] = [{ ...body, kind: 'now' }]
  if (isComparable(body))
    asked.push({ ...periodBefore(body), kind: 'before' }, { ...periodOfYearBefore(body), kind: 'yearBefore' })
  const [figures, weeks, areComplete] = await Promise.all([
    figuresOf(context, asked, today),
    weeksUpTo(context, body.endDate, today),
    Promise.all(asked.map((days) => areCostsKnown(context.transaction, days))),
  ])
  // Last: see `knownCosts`.
  const costs = await costsOfAll(context, asked, today)
  const metrics = figures.map((of, place) => ({ ...of, costs: costs[place] ?? [] }))
  const [now, before = null, yearBefore = null] = metrics
  if (!now) throw new Error('Key Metrics without its own days')
  return { now, before, yearBefore, weeks, areCostsComplete: areComplete.every(Boolean), today }
}

/** A statement of each period, as one. */
const ofAll = <Row>(asked: readonly Asked[], statementOf: (days: Asked) => RawBuilder<unknown>) =>
  sql<Row & OfKind>`${sql.join(asked.map(statementOf), sql` union all `)}`

/** Makes what adds up facts of several periods by one statement. */
function factsOfAll(
  { transaction, clients, services }: Pick<FiguresContext, 'transaction' | 'clients' | 'services'>,
  asked: readonly Asked[],
  today: Day,
) {
  const facts: Omit<FactsAsked, 'days'> = { clients, today, isByMonth: asked.length === 1 }
  return <Row>(
    name: FactsName,
    statementOf: (asked: FactsAsked, kind: Asked['kind']) => RawBuilder<unknown>,
    money?: readonly string[],
  ) =>
    services.figures.rows<Row & OfKind>(transaction, {
      name: `key metrics of ${name}`,
      clients,
      facts: [name],
      of: [today, asked],
      statement: (part) => ofAll<Row>(asked, ({ kind, ...days }) => statementOf({ ...facts, days, part }, kind)),
      ...(money && { money }),
    })
}

/** The figures of several periods but for their costs, each kind of record by one statement. */
async function figuresOf(
  { transaction, clients, services }: FiguresContext,
  asked: readonly Asked[],
  today: Day,
): Promise<Omit<Metrics, 'costs'>[]> {
  const ofFacts = factsOfAll({ transaction, clients, services }, asked, today)
  const [orders, parcels, returned, exceptions] = await Promise.all([
    ofFacts<OrderSumsRow>(
      'orders',
      (from, kind) => sql`(
        select ${kind}::text as kind, currency_code as currency, ${orderSumsOf(today)} from ${orderFactsOf(from)} group by 2
      )`,
      ['value'],
    ),
    ofFacts<SumsRow>(
      'parcels',
      (from, kind) => sql`select ${kind}::text as kind, ${parcelSumsOf(today)} from ${parcelFacts(ALL_PARCELS, from)}`,
    ),
    ofFacts<{ pieces: number }>(
      'returns',
      (from, kind) => sql`
        select ${kind}::text as kind, coalesce(sum(pieces), 0)::int as pieces from ${returnedFacts(from)}`,
    ),
    // How many exceptions days have decides how they are found.
    transaction.rows(
      ofAll<{ orders: number }>(
        asked,
        ({ kind, ...days }) => sql`
          select ${kind}::text as kind, count(*)::int as orders from orders o
          where ${isCountedOrder(clients, { ...days, figure: 'routingExceptions', client: '' }, today)}`,
      ).compile(db),
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
  const rows = await factsOfAll(context, asked, today)<CostsRow>(
    'bills',
    (from, kind) => sql`(select ${kind}::text as kind, costs.* from (${costsOf(from)}) costs)`,
    COST_AMOUNTS,
  )
  return asked.map(({ kind }) => sumCosts(rows.filter((row) => row.kind === kind)))
}

/** Week by week, the last day's week included. */
async function weeksUpTo({ transaction, clients, services }: FiguresContext, lastDay: Day, today: Day) {
  const monday = mondayOf(lastDay)
  const days = { startDate: addDays(monday, -7 * (WEEKS - 1)), endDate: addDays(monday, 6) }
  const start = startOf('week')
  const rows = await services.figures.rows(transaction, {
    name: 'weeks',
    clients,
    facts: ['orders', 'parcels'],
    of: [today, monday],
    statement(part) {
      const asked: FactsAsked = { clients, days, today, isByMonth: false, part }
      return sql<{ start: string; orders: number; despatched: number; parcels: number }>`
        select (${start})::text as start, sum(orders)::int as orders, sum(despatched)::int as despatched,
          sum(parcels)::int as parcels
        from (
          select day, orders, despatched, 0 as parcels from ${orderFactsOf(asked)}
          union all select day, 0, 0, despatched from ${parcelFacts(ALL_PARCELS, asked)}
        ) as facts group by ${start}`
    },
  })
  const byWeek = new Map(rows.map((row) => [row.start, row]))
  return grainsOf(days, 'week').map((start) => ({
    start,
    orders: byWeek.get(start)?.orders ?? 0,
    despatched: byWeek.get(start)?.despatched ?? 0,
    parcels: byWeek.get(start)?.parcels ?? 0,
    isOver: addDays(start, 6) < today,
  }))
}
