import type { reports as routes } from '@despatch/contract/reports/reports'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { DELIVERY_STATES, type DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { grainsOf, type Period } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { type FiguresQuery, waitingDays } from '../../figures/waiting-days.ts'
import { carrierNamesOf } from '../../figures/carrier-names.ts'
import type { FiguresContext } from '../figures-context.ts'
import { factsOf } from '../../figures/facts-of-days.ts'
import { comparedDays, grainOf, isComparable, storedValue, startOf, withComparisons } from '../parcel-sums.ts'

type Row = { kind: string; name: string; reason: string; events: number }

/** The stored figures that the report reads. */
export const exceptionsFigures = (body: Period): FiguresQuery => ({
  kinds: ['exception'],
  periods: withComparisons(body),
})

/** Delivery exceptions of a period, read in one statement so that they belong to one moment. */
export async function exceptions(
  context: FiguresContext,
  { body }: RouteChecked<typeof routes.exceptions>,
): Promise<RouteAnswer<typeof routes.exceptions>> {
  const { transaction, clients, now } = context
  const { startDate, endDate, carrier } = body
  const grain = grainOf(body)
  const today = dayOf(now)
  const also = carrier === '' ? [] : [sql<boolean>`carrier = ${storedValue(carrier)}`]
  const facts = (days: Period) => factsOf('exception_facts', { clients, today, days }, also)
  const [waiting, rows, names] = await Promise.all([
    waitingDays(transaction, clients, exceptionsFigures(body)),
    transaction.rows(prepared(partsOf(body, facts).compile(db))),
    carrierNamesOf(context),
  ])
  const ofKind = (kind: string) =>
    rows
      .filter((row) => row.kind === kind && row.events > 0)
      .toSorted(
        (one, other) =>
          other.events - one.events || (`${one.name} ${one.reason}` < `${other.name} ${other.reason}` ? -1 : 1),
      )
  const earlier = (kind: string) => (isComparable(body) ? (ofKind(kind)[0]?.events ?? 0) : null)
  const series = new Map(ofKind('series').map(({ name, events }) => [name, events]))
  return {
    startDate,
    endDate,
    events: ofKind('now')[0]?.events ?? 0,
    before: earlier('before'),
    yearBefore: earlier('yearBefore'),
    causes: ofKind('causes').map(({ name, reason, events }) => ({
      state: name,
      reason,
      title: causeTitle(name, reason),
      events,
    })),
    carriers: ofKind('carriers').map(({ name, events }) => ({ carrier: name, carrierName: names(name), events })),
    carrierCauses: ofKind('carrierCauses').map(({ name, reason: cause, events }) => {
      const [state = '', reason = ''] = cause.split('\t')
      return { carrier: name, state, reason, events }
    }),
    series: grainsOf(body, grain).map((start) => ({ start, events: series.get(start) ?? 0 })),
    grain,
    waitingDays: waiting,
    today,
  }
}

/** All parts of the report as rows of kind, name and number of events. */
const partsOf = (body: Period, facts: (days: Period) => RawBuilder<unknown>) => sql<Row>`
  with chosen as materialized (
    select ${startOf(grainOf(body))} as start, carrier, state, reason, sum(events)::int as events
    from ${facts(body)} group by 1, 2, 3, 4
  )
  select 'now'::text as kind, ''::text as name, ''::text as reason, coalesce(sum(events), 0)::int as events from chosen
  union all select 'causes', state, reason, sum(events)::int from chosen group by 2, 3
  union all select 'carriers', carrier, '', sum(events)::int from chosen group by 2
  union all select 'carrierCauses', carrier, state || ${'\t'}::text || reason, sum(events)::int from chosen group by 2, 3
  union all select 'series', start::text, '', sum(events)::int from chosen group by start
  ${sql.join(
    (isComparable(body) ? comparedDays(body) : []).map(
      ({ kind, days }) => sql`union all select ${kind}, '', '', coalesce(sum(events), 0)::int from ${facts(days)}`,
    ),
    sql` `,
  )}`

/** State of a cause with its reason, if any. */
const causeTitle = (state: string, reason: string) => {
  const title = DELIVERY_STATES[state as DeliveryState] ?? state
  return reason === '' ? title : `${title}: ${reason}`
}
