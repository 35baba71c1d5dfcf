import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import { type Day, daysBetween } from '@despatch/domain/calendar/day'
import { type Grain, type Period, periodBefore, periodOfYearBefore } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { type FactsQuery, factsOf, regionFacts } from '../figures/facts-of-days.ts'

/** What stands for parcels, and events, without a carrier, a service, a region or a reason. */
export const NOT_KNOWN = 'Not known'
/** The value that is kept where this is chosen. */
export const keptValue = (chosen: string) => (chosen === NOT_KNOWN ? '' : chosen)

export type Narrowed = { readonly carrier: string; readonly service: string; readonly region: string }

/** Narrowed by nothing. */
export const ALL_PARCELS: Narrowed = { carrier: '', service: '', region: '' }

/** A row of sums, as {@link parcelSumsOf} gives it. */
export type SumsRow = {
  despatched: number
  delivered: number
  days_taken: number
  within_1: number
  within_2: number
  within_3: number
  within_5: number
  promised: number
  on_time: number
  late: number
  silent: number
}

const SUMMED = [
  'despatched',
  'delivered',
  'days_taken',
  'within_1',
  'within_2',
  'within_3',
  'within_5',
  'promised',
  'on_time',
  'late',
  'silent',
] as const

/** Sums of facts of parcels. What was promised counts on days before `today` alone: until then nobody is late. */
export const parcelSumsOf = (today: Day): RawBuilder<unknown> => {
  const isOver = sql`filter (where day < ${today}::date)`
  return sql`coalesce(sum(despatched), 0)::int as despatched, coalesce(sum(delivered), 0)::int as delivered,
    coalesce(sum(days_taken), 0)::int as days_taken, coalesce(sum(within_1), 0)::int as within_1,
    coalesce(sum(within_2), 0)::int as within_2, coalesce(sum(within_3), 0)::int as within_3,
    coalesce(sum(within_5), 0)::int as within_5, coalesce(sum(promised) ${isOver}, 0)::int as promised,
    coalesce(sum(on_time) ${isOver}, 0)::int as on_time, coalesce(sum(late) ${isOver}, 0)::int as late,
    coalesce(sum(silent) ${isOver}, 0)::int as silent`
}

/** Sums of rows that are sums already. */
export const summedAgain = sql.join(
  SUMMED.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::int as ${sql.ref(name)}`),
)

const narrowing = (narrowed: Narrowed) =>
  (['carrier', 'service', 'region'] as const)
    .filter((name) => narrowed[name] !== '')
    .map((name) => sql<boolean>`${sql.ref(name)} = ${keptValue(narrowed[name])}`)

/** Facts of parcels of some days, by day, carrier and service. */
export const parcelFacts = (narrowed: Narrowed, asked: FactsQuery) =>
  factsOf(narrowed.region === '' ? 'parcel_facts' : 'parcel_region_facts', asked, narrowing(narrowed))

/** The same by region, for sums of all days. */
export const parcelFactsByRegion = (narrowed: Narrowed, asked: FactsQuery) => regionFacts(asked, narrowing(narrowed))

/** How long the periods of a series are, so that they are some forty at most, or as many months. */
export function grainOf({ startDate, endDate }: Period): Grain {
  const days = daysBetween(startDate, endDate) + 1
  return days <= 35 ? 'day' : days <= 371 ? 'week' : 'month'
}

/** The first day of a fact's period, to group by. Without a time zone, which costs more than all else. */
export const startOf = (grain: Grain): RawBuilder<unknown> =>
  grain === 'day' ? sql`day` : sql`date_trunc(${sql.lit(grain)}, day::timestamp)::date`

/** A row of sums as it is answered. */
export const presentSums = (row: SumsRow | undefined): ParcelSums => ({
  despatched: row?.despatched ?? 0,
  delivered: row?.delivered ?? 0,
  daysTaken: row?.days_taken ?? 0,
  within1: row?.within_1 ?? 0,
  within2: row?.within_2 ?? 0,
  within3: row?.within_3 ?? 0,
  within5: row?.within_5 ?? 0,
  promised: row?.promised ?? 0,
  onTime: row?.on_time ?? 0,
  late: row?.late ?? 0,
  undelivered: (row?.promised ?? 0) - (row?.on_time ?? 0) - (row?.late ?? 0),
  silent: row?.silent ?? 0,
})

/** Beyond this a period and the one before it, or the year before, are not told beside each other. */
export const isComparable = ({ startDate, endDate }: Period) => daysBetween(startDate, endDate) < 371

/** The days before some, and those of the year before. */
export const comparedDays = (body: Period) => [
  { kind: 'before', days: periodBefore(body) },
  { kind: 'yearBefore', days: periodOfYearBefore(body) },
]

/** Some days, with those that they are compared with. */
export const withCompared = (body: Period): Period[] => [
  body,
  ...(isComparable(body) ? comparedDays(body).map(({ days }) => days) : []),
]
