import type { reports as routes } from '@despatch/contract/reports/reports'
import type { NamedParcels } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { grainsOf, periodBefore, type Period, periodOfYearBefore } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { areCostsKnown, carrierNamesOf, knownCosts, presentCosts, sumCosts } from './carrier-costs.ts'
import { EXCEPTIONS } from './exceptions.ts'
import type { FiguresContext } from '../figures-context.ts'
import { type FactsAsked, knownFacts } from '../known-facts.ts'
import {
  grainOf,
  isComparable,
  type Narrowed,
  NOT_KNOWN,
  parcelFacts,
  parcelSumsOf,
  presentSums,
  regionFacts,
  serviceFactsOfRegion,
  startOf,
  summedAgain,
  type SumsRow,
  weekdayFacts,
} from '../parcel-sums.ts'

type Row = SumsRow & { kind: string; name: string }

/** How carriers do in some days: from facts, in one statement, and so as of one moment. */
export async function carriers(
  context: FiguresContext,
  { body }: RouteChecked<typeof routes.carriers>,
): Promise<RouteAnswer<typeof routes.carriers>> {
  const { transaction, clients, now, services } = context
  const { startDate, endDate } = body
  const today = dayOf(now)
  const grain = grainOf(body)
  const isWhole = body.service === '' && body.region === ''
  const asked: FactsAsked = { clients, days: body, today, isByMonth: grain === 'month' }
  const kept = { clients, of: [startDate, endDate, body.carrier, today] }
  const [rows, attempts, areCostsComplete, names] = await Promise.all([
    // The parcels themselves are read where a service or region is asked for.
    isWhole
      ? services.figures.rows(transaction, {
          ...kept,
          name: 'carriers',
          facts: ['parcels'],
          statement: (part) => parcelParts({ ...asked, part }, body),
        })
      : transaction.rows(parcelParts(asked, body).compile(db)),
    isWhole
      ? services.figures.rows(transaction, {
          ...kept,
          name: 'attempts',
          facts: ['exceptions'],
          statement: (part) => attemptsOf({ ...asked, part }),
        })
      : [],
    !isWhole || areCostsKnown(transaction, body, body.carrier),
    carrierNamesOf(context),
  ])
  const costs = isWhole ? await knownCosts(context, { ...asked, isByMonth: true }, body.carrier) : []
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const one = (kind: string) => presentSums(of(kind)[0])
  const series = new Map(of('series').map((row) => [row.name, row]))
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
    series: grainsOf(body, grain).map((start) => ({ start, ...presentSums(series.get(start)) })),
    grain,
    weekdays: of('weekdays')
      .filter(({ name }) => name !== '0')
      .map((row) => ({ weekday: Number(row.name) - 1, ...presentSums(row) }))
      .toSorted((first, second) => first.weekday - second.weekday),
    costs: sumCosts(costs),
    areCostsComplete,
    today,
  }
}

/** The carriers by what they took; `failed` are the failed attempts of each, undefined where they are not asked for. */
function eachCarrier(
  rows: readonly Row[],
  given: {
    names: (carrier: string) => string
    failed: ReadonlyMap<string, number> | undefined
    costs: Awaited<ReturnType<typeof knownCosts>>
  },
): RouteAnswer<typeof routes.carriers>['carriers'] {
  const { names, failed, costs } = given
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

/** All parts of the report as rows of a kind, a name and sums. */
function parcelParts(asked: FactsAsked, body: Narrowed & Period): RawBuilder<Row> {
  const { today, isByMonth } = asked
  const sums = parcelSumsOf(today)
  // Facts of a region are not known by service: then services are read from the parcels.
  const isByService = body.region === '' || body.service !== ''
  const service = isByService ? sql`service` : sql`''::text as service`
  const weekday = isByMonth ? sql`0 as weekday` : sql`extract(isodow from day)::int as weekday`
  return sql<Row>`
    with chosen as materialized (
      select ${startOf(grainOf(body))} as start, ${weekday}, carrier, ${service}, ${sums}
      from ${parcelFacts(body, asked)} group by 1, 2, 3, 4
    )
    select case grouping(carrier, service, start, weekday)
        when 15 then 'now' when 7 then 'carriers' when 3 then ${isByService ? 'services' : 'not asked for'}
        when 13 then 'series' else 'weekdays' end as kind,
      coalesce(start::text, weekday::text, carrier || coalesce(${'\t'}::text || service, ''), '') as name, ${summedAgain}
    from chosen group by grouping sets ((), (carrier), (carrier, service), (start), (weekday))
    union all select 'regions', region, ${sums} from ${regionFacts(body, { ...asked, isByMonth: true })} group by region
    ${
      isByService
        ? sql``
        : sql`union all select 'services', carrier || ${'\t'}::text || service, ${sums}
            from ${serviceFactsOfRegion(body, asked)} group by carrier, service`
    }
    ${
      isByMonth
        ? sql`union all select 'weekdays', weekday::text, ${sums} from ${weekdayFacts(body, asked)} group by weekday`
        : sql`union all ${earlierSums(asked, body)}`
    }`
}

/** The same sums of the days before, and of the year before. */
const earlierSums = (asked: FactsAsked, body: Narrowed & Period) =>
  sql.join(
    [
      { kind: 'before', days: periodBefore(body) },
      { kind: 'yearBefore', days: periodOfYearBefore(body) },
    ].map(
      ({ kind, days }) =>
        sql`select ${kind}, '', ${parcelSumsOf(asked.today)} from ${parcelFacts(body, { ...asked, days, isByMonth: true })}`,
    ),
    sql` union all `,
  )

const attemptsOf = (asked: FactsAsked) => sql<{ carrier: string; events: number }>`
  select carrier, sum(events)::int as events
  from ${knownFacts(EXCEPTIONS, { ...asked, isByMonth: true, also: [sql`state = 'delivery_failed'`] })} group by carrier`
