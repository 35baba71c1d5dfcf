import type { reports as routes } from '@despatch/contract/reports/reports'
import type { NamedParcels } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf, daysBetween } from '@despatch/domain/calendar/day'
import { grainsOf, type Period, periodBefore, trendWeeks } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { type FiguresQuery, waitingDays } from '../../figures/waiting-days.ts'
import { carrierNamesOf } from '../../figures/carrier-names.ts'
import { areCostsKnown, knownCosts, presentCosts, sumCosts } from './carrier-costs.ts'
import type { FiguresContext } from '../figures-context.ts'
import { type FactsQuery, factsOf } from '../../figures/facts-of-days.ts'
import {
  comparedDays,
  grainOf,
  isComparable,
  type ParcelFilters,
  NOT_KNOWN,
  parcelFacts,
  parcelFactsByRegion,
  parcelSumsOf,
  presentSums,
  startOf,
  sumColumns,
  sumsOfSums,
  withComparisons,
  type SumsRow,
} from '../parcel-sums.ts'

/** `part` is the period or weekday of a row that has a carrier or service too. */
type Row = SumsRow & { kind: string; name: string; part: string }

/** The stored figures that the report reads. */
export const carriersFigures = (body: Period & Pick<ParcelFilters, 'service' | 'region'>): FiguresQuery => ({
  kinds: body.service === '' && body.region === '' ? ['parcel', 'exception'] : ['parcel'],
  periods: [...withComparisons(body), trendWeeks(body.endDate)],
})

/** Carrier figures of a period, read in one statement so that they belong to one moment. */
export async function carriers(
  context: FiguresContext,
  { body }: RouteChecked<typeof routes.carriers>,
): Promise<RouteAnswer<typeof routes.carriers>> {
  const { transaction, clients, now } = context
  const { startDate, endDate } = body
  const today = dayOf(now)
  const grain = grainOf(body)
  const isWhole = body.service === '' && body.region === ''
  const query: FactsQuery = { clients, days: body, today }
  const [waiting, rows, attempts, areCostsComplete, names] = await Promise.all([
    waitingDays(transaction, clients, carriersFigures(body)),
    transaction.rows(prepared(parcelParts(query, body).compile(db))),
    // Events do not record the service or region of their parcel.
    isWhole ? transaction.rows(prepared(attemptsOf(query).compile(db))) : [],
    !isWhole || areCostsKnown(transaction, body, body.carrier),
    carrierNamesOf(context),
  ])
  const costs = isWhole ? await knownCosts(context, query, body.carrier) : []
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const one = (kind: string) => presentSums(of(kind)[0])
  const byName = (kind: string) => new Map(of(kind).map((row) => [row.name, row]))
  const [series, seriesBefore, weeks] = [byName('series'), byName('seriesBefore'), byName('weeks')]
  const failed = new Map(attempts.map(({ carrier, events }) => [carrier, events]))
  return {
    startDate,
    endDate,
    now: one('now'),
    before: isComparable(body) ? one('before') : null,
    yearBefore: isComparable(body) ? one('yearBefore') : null,
    carriers: eachCarrier(of('carriers'), { names, failed: isWhole ? failed : undefined, costs }),
    services: named(of('services'), (name) => {
      const [carrier = '', service = ''] = name.split('\t')
      return `${names(carrier)}, ${service || NOT_KNOWN.toLowerCase()}`
    }),
    regions: named(of('regions'), (name) => name || NOT_KNOWN),
    series: grainsOf(body, grain).map((start) => ({
      start,
      ...presentSums(series.get(start)),
      despatchedBefore: isComparable(body) ? (seriesBefore.get(start)?.despatched ?? 0) : null,
    })),
    grain,
    weeks: grainsOf(trendWeeks(endDate), 'week').map((start) => ({ start, ...presentSums(weeks.get(start)) })),
    weekdays: of('weekdays')
      .map((row) => ({ weekday: Number(row.name) - 1, ...presentSums(row) }))
      .toSorted((first, second) => first.weekday - second.weekday),
    carrierSeries: of('carrierSeries').map((row) => ({ carrier: row.name, start: row.part, ...onTimeOf(row) })),
    serviceWeekdays: of('serviceWeekdays').map((row) => ({
      name: row.name,
      weekday: Number(row.part) - 1,
      ...onTimeOf(row),
    })),
    costs: sumCosts(costs),
    areCostsComplete,
    waitingDays: waiting,
    today,
  }
}

const onTimeOf = (row: Row) => ({ promised: row.promised, onTime: row.on_time })

/** Figures by carrier, largest first; `failed` are failed attempts by carrier, undefined if not available. */
function eachCarrier(
  rows: readonly Row[],
  input: {
    names: (carrier: string) => string
    failed: ReadonlyMap<string, number> | undefined
    costs: Awaited<ReturnType<typeof knownCosts>>
  },
): RouteAnswer<typeof routes.carriers>['carriers'] {
  const { names, failed, costs } = input
  return rows
    .map((row) => ({
      carrier: row.name,
      carrierName: names(row.name),
      ...presentSums(row),
      failedAttempts: failed ? (failed.get(row.name) ?? 0) : null,
      costs: costs.filter(({ carrier }) => carrier === row.name).map(presentCosts),
    }))
    .toSorted((first, second) => second.despatched - first.despatched || (first.carrier < second.carrier ? -1 : 1))
}

const named = (rows: readonly Row[], titleOf: (name: string) => string): NamedParcels[] =>
  rows
    .map((row) => ({ name: row.name, title: titleOf(row.name), ...presentSums(row) }))
    .toSorted((one, other) => other.promised - one.promised || (one.name < other.name ? -1 : 1))

/** All parts of the report as rows of kind, name and sums. */
function parcelParts(query: FactsQuery, body: ParcelFilters & Period): RawBuilder<Row> {
  const sums = parcelSumsOf(query.today)
  return sql<Row>`
    with chosen as materialized (
      select ${startOf(grainOf(body))} as start, extract(isodow from day)::int as weekday, carrier, service, ${sums}
      from ${parcelFacts(body, query)} group by 1, 2, 3, 4
    )
    select case grouping(carrier, service, start, weekday)
        when 2 then 'serviceWeekdays' when 3 then 'services' when 5 then 'carrierSeries' when 7 then 'carriers'
        when 13 then 'series' when 14 then 'weekdays' else 'now' end as kind,
      coalesce(carrier || coalesce(${'\t'}::text || service, ''), start::text, weekday::text, '') as name,
      case when grouping(carrier) = 0 then coalesce(start::text, weekday::text, '') else '' end as part, ${sumsOfSums}
    from chosen
    group by grouping sets
      ((), (carrier), (carrier, service), (start), (weekday), (carrier, start), (carrier, service, weekday))
    union all select 'weeks', (${startOf('week')})::text, '', ${sums}
      from ${parcelFacts(body, { ...query, days: trendWeeks(body.endDate) })} group by 2
    union all select 'regions', region, '', ${sums} from ${parcelFactsByRegion(body, query)} group by region
    ${sql.join(
      (isComparable(body) ? comparedDays(body) : []).map(
        ({ kind, days }) =>
          sql`union all select ${kind}, '', '', ${sums} from ${parcelFacts(body, { ...query, days })}`,
      ),
      sql` `,
    )}
    ${isComparable(body) ? sql`union all select 'seriesBefore', (${startOf(grainOf(body))})::text, '', ${sums} from ${factsBefore(query, body)} group by 2` : sql``}`
}

/** Facts of the period before, on the days of this one. */
function factsBefore(query: FactsQuery, body: ParcelFilters & Period): RawBuilder<unknown> {
  const before = periodBefore(body)
  const facts = parcelFacts(body, { ...query, days: before })
  return sql`(select day + ${daysBetween(before.startDate, body.startDate)}::int as day, ${sumColumns} from ${facts}) as before`
}

const attemptsOf = (query: FactsQuery) => sql<{ carrier: string; events: number }>`
  select carrier, sum(events)::int as events
  from ${factsOf('exception_facts', query, [sql`state = 'delivery_failed'`])} group by carrier`
