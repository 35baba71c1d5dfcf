import { addDays, type Day, daysBetween } from '@despatch/domain/calendar/day'
import { type Period, wholeMonths } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { isOf } from '../database/sql.ts'
import { changesSince, type FactsName, type FactsPart } from '../figures/kept-figures.ts'

/** Fewer days than these are read day by day: the plan of another table would cost more than it saves. */
const MIN_DAYS = 62

/** Where facts are read from. */
export type FactSource = {
  /** Facts by day, with what is not folded yet. */
  readonly known: string
  /** Their parts, with what is not folded yet where facts are folded, and the same by month without that; there may be none. */
  readonly parts:
    | {
        readonly days: string
        readonly deltas?: string
        readonly months: string
        /** What was folded lately, and the name under which it has versions. */
        readonly changes?: { readonly table: string; readonly facts: FactsName }
      }
    | undefined
  /** What they are known by, besides client and day; a weekday is worked out of a day. */
  readonly keys: readonly string[]
  readonly sums: readonly string[]
}

export type FactsAsked = {
  readonly clients: readonly string[]
  readonly days: Period
  readonly today: Day
  /** Whether a month may stand for its days, under its first day: for sums by month, by year or of all days. */
  readonly isByMonth: boolean
  /** What of them is read; without it both what is folded and what waits to be. */
  readonly part?: FactsPart
  readonly also?: readonly RawBuilder<boolean>[]
}

/**
 * Facts of some days, as a table `facts` with a row or more for each day and key. Where months may stand for their days, those
 * that are wholly asked for and over are one row for each key, so that years are some thousands of rows.
 */
export function knownFacts(source: FactSource, asked: FactsAsked): RawBuilder<unknown> {
  const { clients, days, today, isByMonth, part = 'all', also = [] } = asked
  const { known, parts, keys, sums } = source
  const own = sql.join([isOf('client_code', clients), ...also], sql` and `)
  const columns = [...keys, ...sums]
  const ofDays = sql.join([
    sql`client_code, day`,
    ...columns.map((name) => (name === 'weekday' ? sql`extract(isodow from day)::smallint as weekday` : sql.ref(name))),
  ])
  const daysIn = (table: RawBuilder<unknown>, within: Period) =>
    sql`select ${ofDays} from ${table} where ${own} and ${between(within)}`
  const daysOf = (table: string, within: Period) => daysIn(sql.table(table), within)
  const none = sql`(${daysOf(known, days)} and false) as facts`
  if (part === 'waiting') return parts?.deltas === undefined ? none : sql`(${daysOf(parts.deltas, days)}) as facts`
  if (typeof part === 'object') {
    if (!parts?.changes) return none
    return sql`(${daysIn(changesSince(parts.changes.table, parts.changes.facts, part), days)}) as facts`
  }
  const whole =
    isByMonth && parts && daysBetween(days.startDate, days.endDate) > MIN_DAYS ? wholeMonths(days, today) : undefined
  if (!whole || !parts) return sql`(${daysOf(part === 'folded' && parts ? parts.days : known, days)}) as facts`
  const before = { startDate: days.startDate, endDate: addDays(whole.startDate, -1) }
  const after = { startDate: addDays(whole.endDate, 1), endDate: days.endDate }
  // Each edge by itself, so that all its conditions are the index's; one without days too, so that the text stays the same.
  return sql`(${sql.join(
    [
      ...[before, after].map((edge) => daysOf(parts.days, edge)),
      ...(parts.deltas === undefined || part === 'folded' ? [] : [daysOf(parts.deltas, days)]),
      sql`select client_code, month, ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(parts.months)}
        where ${own} and month between ${whole.startDate}::date and ${whole.endDate}::date`,
    ],
    sql` union all `,
  )}) as facts`
}

const between = ({ startDate, endDate }: Period) =>
  sql`day between ${startDate}::date and ${endDate}::date` as RawBuilder<boolean>
