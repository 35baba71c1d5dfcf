import type {
  returnFigures as routes,
  TrendChoice,
  WeekFigures,
} from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf as operatorDay } from '@despatch/domain/calendar/day'
import { mondayOf, weeksOf } from '@despatch/domain/calendar/week'
import { stillGrows } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { type Lag, ripeMonths, ripeness } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { dayOf, isCounted, piecesOf, valueOf } from './counted-lines.ts'

type Row = { kind: 'returned' | 'ordered' | 'lag'; key: string; lines: number; pieces: number }

/**
 * Returns by week, read in one statement and so as of one moment: from the facts where one of their splits answers, else
 * from the returns themselves.
 */
export async function trend(
  context: Context,
  { body }: RouteChecked<typeof routes.trend>,
): Promise<RouteAnswer<typeof routes.trend>> {
  const weeks = await trendWeeks(context, body)
  const sum = (count: 'lines' | 'pieces') => weeks.reduce((total, week) => total + week[count], 0)
  return { weeks, lines: sum('lines'), pieces: sum('pieces') }
}

/** The weeks of {@link trend}. */
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

/** The Monday of a day, by counting: date_trunc goes through time zones, and takes ten times as long. 1 January 2001 was one. */
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
  const ofSplit = sql`client_code = any (${clients}::text[]) and split = ${split.name} and value = ${split.value}`
  const { whole, edges } = wholeWeeks(choice)
  const ofDays = ({ startDate, endDate }: Days) =>
    sql`${ofSplit} and day between ${startDate}::date and ${endDate}::date`
  // Whole weeks are kept as such: years of all clients are a seventh of the rows.
  const parts = [
    ...edges.map(
      (edge) => sql`select ${FACT_WEEK} as week, ${lines} as lines, ${pieces} as pieces from return_facts
      where ${ofDays(edge)}`,
    ),
    whole &&
      sql`select week, ${lines} as lines, ${pieces} as pieces from return_weeks
        where ${ofSplit} and week between ${whole.startDate}::date and ${whole.endDate}::date`,
    sql`select ${FACT_WEEK}, lines, pieces from return_delta_facts where ${ofDays(choice)} and counted_by = ${countedBy}`,
  ].filter((part) => part !== undefined)
  return sql<Row>`
    select 'returned' as kind, week::text as key, sum(lines)::int as lines, sum(pieces)::int as pieces
    from (${sql.join(parts, sql` union all `)}) as known group by week`
}

/** The weeks that lie wholly within some days, and the days before and after them. */
function wholeWeeks({ startDate, endDate }: Days): { whole: Days | undefined; edges: Days[] } {
  const first = mondayOf(addDays(startDate, 6))
  const last = addDays(mondayOf(addDays(endDate, 1)), -1)
  if (first > last) return { whole: undefined, edges: [{ startDate, endDate }] }
  const edges = [
    { startDate, endDate: addDays(first, -1) },
    { startDate: addDays(last, 1), endDate },
  ].filter((edge) => edge.startDate <= edge.endDate)
  return { whole: { startDate: first, endDate: last }, edges }
}

type Days = Pick<TrendChoice, 'startDate' | 'endDate'>
type Split = { name: string; value: string }

/** The split of the facts that answers a choice; undefined where it is narrowed by several things, or by what has no split. */
function splitOf({ SKU, category, reason, carrier, region }: TrendChoice): Split | undefined {
  if (SKU !== '' || category !== '') return undefined
  const given = { reason, carrier, region }
  const chosen = (['reason', 'carrier', 'region'] as const).filter((name) => given[name] !== '')
  const [name] = chosen
  if (!name) return { name: 'all', value: '' }
  return chosen.length === 1 ? { name, value: valueOf(name, given[name]) } : undefined
}

/** Pieces of the orders of whole weeks, those of the first and the last day's too. */
const orderedPieces = (clients: readonly string[], { startDate, endDate }: TrendChoice) => {
  const own = sql`client_code = any (${clients}::text[])`
  const [first, last] = [mondayOf(startDate), mondayOf(endDate)]
  return sql<Row>`
    select 'ordered', week::text, 0, sum(pieces)::int
    from (
      select week, pieces from order_weeks where ${own} and week between ${first}::date and ${last}::date
      union all
      select ${FACT_WEEK}, pieces from order_deltas where ${own} and day between ${first}::date and ${addDays(last, 6)}::date
    ) as known group by week`
}

function lagPieces(clients: readonly string[], { countedBy }: TrendChoice, today: Day) {
  const { first, last } = ripeMonths(today)
  const wanted = sql`client_code = any (${clients}::text[]) and split = 'lag' and day between ${first}::date and ${last}::date`
  return sql<Row>`
    select 'lag', value, 0, sum(pieces)::int
    from (
      select value, ${sql.ref(`${countedBy}_pieces`)} as pieces from return_facts where ${wanted}
      union all
      select value, pieces from return_delta_facts where ${wanted} and counted_by = ${countedBy}
    ) as known group by 2`
}
