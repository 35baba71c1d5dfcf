import type {
  returnFigures as routes,
  TrendChoice,
  WeekFigures,
} from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf as operatorDay } from '@despatch/domain/calendar/day'
import { mondayOf, weeksOf } from '@despatch/domain/calendar/week'
import { stillGrows } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { type Lag, ripeDays, ripeness } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { type FiguresQuery, waitingDays } from '../../figures/waiting-days.ts'
import type { Context } from '../../http/context.ts'
import { dayOf, isCounted, piecesOf, valueOf } from './counted-lines.ts'

type Row = { kind: 'returned' | 'ordered' | 'lag'; key: string; lines: number; pieces: number }

/**
 * Returns by week. One statement reads them, so that they are consistent: from daily figures if one of their splits
 * covers the filters, else from the returns themselves.
 */
export async function trend(
  context: Context,
  { body }: RouteChecked<typeof routes.trend>,
): Promise<RouteAnswer<typeof routes.trend>> {
  const [waiting, weeks] = await Promise.all([
    waitingDays(context.transaction, context.clients, trendFigures(body, operatorDay(context.now))),
    trendWeeks(context, body),
  ])
  const sum = (count: 'lines' | 'pieces') => weeks.reduce((total, week) => total + week[count], 0)
  return { weeks, lines: sum('lines'), pieces: sum('pieces'), waitingDays: waiting }
}

/** Figures that a trend reads: orders of whole weeks, and older days for the estimate of ripeness. */
export function trendFigures({ startDate, endDate, countedBy }: TrendChoice, today: Day): FiguresQuery {
  const { first, last } = ripeDays(today)
  return {
    kinds: ['return', 'order'],
    periods: [
      { startDate: mondayOf(startDate), endDate: addDays(mondayOf(endDate), 6) },
      ...(stillGrows(countedBy) ? [{ startDate: first, endDate: last }] : []),
    ],
  }
}

export async function trendWeeks(
  { transaction, clients, now }: Pick<Context, 'transaction' | 'clients' | 'now'>,
  body: TrendChoice,
): Promise<WeekFigures[]> {
  const today = operatorDay(now)
  const parts = [returned(clients, body)]
  const hasOrders = !body.SKU && !body.category && !body.carrier && !body.region
  if (hasOrders) parts.push(orderedPieces(clients, body))
  if (stillGrows(body.countedBy)) parts.push(lagPieces(clients, body, today))
  const rows = await transaction.rows(sql<Row>`${sql.join(parts, sql` union all `)}`.compile(db))
  const of = (kind: Row['kind']) => new Map(rows.filter((row) => row.kind === kind).map((row) => [row.key, row]))
  const [byWeek, ordered] = [of('returned'), of('ordered')]
  const lags: Lag[] = [...of('lag').values()].map(({ key, pieces }) => ({ weeks: Number(key), pieces }))
  return weeksOf(body.startDate, body.endDate).map((week): WeekFigures => {
    const { lines = 0, pieces = 0 } = byWeek.get(week) ?? {}
    const sunday = addDays(week, 6)
    return {
      week,
      lines,
      pieces,
      orderedPieces: hasOrders ? (ordered.get(week)?.pieces ?? 0) : null,
      ripeness: stillGrows(body.countedBy) ? ripeness(week, today, lags) : 1,
      isOver: sunday < today,
      isCut: week < body.startDate || sunday > body.endDate,
    }
  })
}

/**
 * The Monday of a day, by arithmetic from Monday 1 January 2001: date_trunc converts time zones, which takes ten times
 * as long.
 */
const weekOf = (day: RawBuilder<string>) => sql`(${day} - (${day} - date '2001-01-01') % 7)`
const FACT_WEEK = weekOf(sql`day`)

function returned(clients: readonly string[], choice: TrendChoice): RawBuilder<Row> {
  const split = splitOf(choice)
  if (!split)
    return sql<Row>`
      select 'returned' as kind, ${weekOf(dayOf(choice))}::text as key, count(*)::int as lines,
        sum(${piecesOf(choice)})::int as pieces
      from return_lines as line where ${isCounted(clients, choice)} group by ${weekOf(dayOf(choice))}`
  const { countedBy } = choice
  const [lines, pieces] = [sql.ref(`${countedBy}_lines`), sql.ref(`${countedBy}_pieces`)]
  return sql<Row>`
    select 'returned' as kind, ${FACT_WEEK}::text as key, sum(${lines})::int as lines, sum(${pieces})::int as pieces
    from return_facts
    where client_code = any (${clients}::text[]) and split = ${split.name} and value = ${split.value}
      and day between ${choice.startDate}::date and ${choice.endDate}::date
    group by ${FACT_WEEK}`
}

type Split = { name: string; value: string }

/** The split of the daily figures that covers the filters; undefined if there are several filters, or one without a split. */
function splitOf({ SKU, category, reason, carrier, region }: TrendChoice): Split | undefined {
  if (SKU !== '' || category !== '') return undefined
  const filters = { reason, carrier, region }
  const chosen = (['reason', 'carrier', 'region'] as const).filter((name) => filters[name] !== '')
  const [name] = chosen
  if (!name) return { name: 'all', value: '' }
  return chosen.length === 1 ? { name, value: valueOf(name, filters[name]) } : undefined
}

/** Ordered pieces by week, including all days of the first and last week. */
const orderedPieces = (clients: readonly string[], { startDate, endDate }: TrendChoice) => sql<Row>`
  select 'ordered', ${FACT_WEEK}::text, 0, sum(pieces)::int from order_facts
  where client_code = any (${clients}::text[])
    and day between ${mondayOf(startDate)}::date and ${addDays(mondayOf(endDate), 6)}::date
  group by ${FACT_WEEK}`

/** Returned pieces by weeks since their order or despatch. */
function lagPieces(clients: readonly string[], { countedBy }: TrendChoice, today: Day) {
  const { first, last } = ripeDays(today)
  return sql<Row>`
    select 'lag', value, 0, sum(${sql.ref(`${countedBy}_pieces`)})::int from return_facts
    where client_code = any (${clients}::text[]) and split = 'lag' and day between ${first}::date and ${last}::date
    group by value`
}
