import type { reports as routes } from '@despatch/contract/reports/reports'
import type { NamedParcels } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { grainsOf, periodBefore, type Period, periodOfYearBefore } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { carrierNamesOf, costsOf, type CostsRow, presentCosts, sumCosts } from './carrier-costs.ts'
import {
  between,
  factsOfAll,
  grainOf,
  isComparable,
  type Narrowed,
  NOT_KNOWN,
  parcelFacts,
  parcelSumsOf,
  presentSums,
  regionFacts,
  startOf,
  type SumsRow,
} from '../parcel-sums.ts'

type Row = SumsRow & { kind: string; name: string }

/** How carriers do in some days: from facts, in one statement, and so as of one moment. */
export async function carriers(
  context: Context,
  { body }: RouteChecked<typeof routes.carriers>,
): Promise<RouteAnswer<typeof routes.carriers>> {
  const { transaction, clients, now } = context
  const { startDate, endDate } = body
  const today = dayOf(now)
  const grain = grainOf(body)
  const rows = await transaction.rows(sql<Row>`${parcelParts(clients, body, today)}`.compile(db))
  const isWhole = body.service === '' && body.region === ''
  const [attempts, costs, names] = await Promise.all([
    isWhole ? transaction.rows(attemptsOf(clients, body).compile(db)) : [],
    isWhole ? transaction.rows(costsOf(clients, body, body.carrier).compile(db)) : ([] as CostsRow[]),
    carrierNamesOf(context),
  ])
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
    carriers: of('carriers')
      .map((row) => ({
        carrier: row.name,
        carrierName: names(row.name),
        ...presentSums(row),
        failedAttempts: isWhole ? (failed.get(row.name) ?? 0) : null,
        costs: costs.filter(({ carrier }) => carrier === row.name).map(presentCosts),
      }))
      .toSorted((first, second) => second.despatched - first.despatched || (first.carrier < second.carrier ? -1 : 1)),
    services: named(of('services'), (name) => {
      const [carrier = '', service = ''] = name.split('\t')
      return `${names(carrier)}, ${service || NOT_KNOWN.toLowerCase()}`
    }),
    regions: named(of('regions'), (name) => name || NOT_KNOWN),
    series: grainsOf(body, grain).map((start) => ({ start, ...presentSums(series.get(start)) })),
    grain,
    weekdays: of('weekdays')
      .map((row) => ({ weekday: Number(row.name), ...presentSums(row) }))
      .toSorted((first, second) => first.weekday - second.weekday),
    costs: sumCosts(costs),
    today,
  }
}

const named = (rows: readonly Row[], titleOf: (name: string) => string): NamedParcels[] =>
  rows
    .map((row) => ({ name: row.name, title: titleOf(row.name), ...presentSums(row) }))
    .toSorted((one, other) => other.promised - one.promised || (one.name < other.name ? -1 : 1))

function parcelParts(clients: readonly string[], body: Narrowed & Period, today: string): RawBuilder<unknown> {
  const sums = parcelSumsOf(today)
  // Facts by service are known by region where the region is chosen alone: then services are read from the parcels.
  const service =
    body.region !== '' && body.service === ''
      ? sql`parcel_record_facts where client_code = any (${clients}::text[]) and ${between(body)}
          and region = ${body.region === NOT_KNOWN ? '' : body.region}
          ${body.carrier === '' ? sql`` : sql`and carrier = ${body.carrier === NOT_KNOWN ? '' : body.carrier}`}`
      : sql`chosen`
  const whole = (kind: string, days: Period) =>
    sql`select ${kind}, '', ${sums} from ${parcelFacts(clients, body, days)}`
  const isByService = body.region === '' || body.service !== ''
  const start = startOf(grainOf(body))
  const compared = isComparable(body)
    ? sql`union all ${whole('before', periodBefore(body))} union all ${whole('yearBefore', periodOfYearBefore(body))}`
    : sql``
  return sql`
    with chosen as materialized (
      ${factsOfAll(parcelFacts(clients, body, body), ['day', 'carrier', ...(isByService ? ['service'] : [])])}
    )
    select 'now'::text as kind, ''::text as name, ${sums} from chosen
    union all select 'carriers', carrier, ${sums} from chosen group by carrier
    union all select 'services', carrier || ${'\t'} || service, ${sums} from ${service} group by carrier, service
    union all select 'series', (${start})::text, ${sums} from chosen group by ${start}
    union all select 'weekdays', (extract(isodow from day)::int - 1)::text, ${sums} from chosen group by extract(isodow from day)
    union all select 'regions', region, ${sums} from ${regionFacts(clients, body, body)} group by region
    ${compared}`
}

const attemptsOf = (clients: readonly string[], days: Period) => sql<{ carrier: string; events: number }>`
  select carrier, sum(events)::int as events from exception_known_facts
  where client_code = any (${clients}::text[]) and ${between(days)} and state = 'delivery_failed' group by carrier`
