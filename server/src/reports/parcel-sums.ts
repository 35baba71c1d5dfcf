import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import { type Day, daysBetween } from '@despatch/domain/calendar/day'
import { type Grain, type Period, periodBefore, periodOfYearBefore } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { type FactsQuery, factsOf, regionFacts } from '../figures/facts-of-days.ts'

/** Filter value for an empty carrier, service, region or reason. */
export const NOT_KNOWN = 'Not known'
/** The stored value for a filter value. */
export const storedValue = (chosen: string) => (chosen === NOT_KNOWN ? '' : chosen)

export type ParcelFilters = { readonly carrier: string; readonly service: string; readonly region: string }

export const ALL_PARCELS: ParcelFilters = { carrier: '', service: '', region: '' }

/** Totals as returned by {@link parcelSumsOf}. */
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

const SUM_COLUMNS = [
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

/** The columns of parcel facts that are added up. */
export const sumColumns = sql.join(SUM_COLUMNS.map((name) => sql.ref(name)))

/** Totals of parcel facts. Promised parcels count only on days before `today`; until then none is late. */
export const parcelSumsOf = (today: Day): RawBuilder<unknown> => {
  const isOver = sql`filter (where day < ${today}::date)`
  return sql`coalesce(sum(despatched), 0)::int as despatched, coalesce(sum(delivered), 0)::int as delivered,
    coalesce(sum(days_taken), 0)::int as days_taken, coalesce(sum(within_1), 0)::int as within_1,
    coalesce(sum(within_2), 0)::int as within_2, coalesce(sum(within_3), 0)::int as within_3,
    coalesce(sum(within_5), 0)::int as within_5, coalesce(sum(promised) ${isOver}, 0)::int as promised,
    coalesce(sum(on_time) ${isOver}, 0)::int as on_time, coalesce(sum(late) ${isOver}, 0)::int as late,
    coalesce(sum(silent) ${isOver}, 0)::int as silent`
}

/** Adds up rows of totals. */
export const sumsOfSums = sql.join(
  SUM_COLUMNS.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::int as ${sql.ref(name)}`),
)

const filterConditions = (filters: ParcelFilters) =>
  (['carrier', 'service', 'region'] as const)
    .filter((name) => filters[name] !== '')
    .map((name) => sql<boolean>`${sql.ref(name)} = ${storedValue(filters[name])}`)

/** Facts of parcels in a period, by day, carrier and service. */
export const parcelFacts = (filters: ParcelFilters, query: FactsQuery) =>
  factsOf(filters.region === '' ? 'parcel_facts' : 'parcel_region_facts', query, filterConditions(filters))

/** Facts of parcels by region, for totals of a whole period. */
export const parcelFactsByRegion = (filters: ParcelFilters, query: FactsQuery) =>
  regionFacts(query, filterConditions(filters))

/** Grain of a series, so that it has about forty periods at most, or as many months. */
export function grainOf({ startDate, endDate }: Period): Grain {
  const days = daysBetween(startDate, endDate) + 1
  return days <= 35 ? 'day' : days <= 371 ? 'week' : 'month'
}

/** First day of a fact's period, for grouping. Without a time zone, whose conversion costs most. */
export const startOf = (grain: Grain): RawBuilder<unknown> =>
  grain === 'day' ? sql`day` : sql`date_trunc(${sql.lit(grain)}, day::timestamp)::date`

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

/** Longer periods are not compared, because they would overlap. */
export const isComparable = ({ startDate, endDate }: Period) => daysBetween(startDate, endDate) < 371

/** The period before, and the year before. */
export const comparedDays = (body: Period) => [
  { kind: 'before', days: periodBefore(body) },
  { kind: 'yearBefore', days: periodOfYearBefore(body) },
]

/** A period with those it is compared with. */
export const withComparisons = (body: Period): Period[] => [
  body,
  ...(isComparable(body) ? comparedDays(body).map(({ days }) => days) : []),
]
