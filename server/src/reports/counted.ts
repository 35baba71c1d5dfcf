import type { EventChoice, OrderChoice, ParcelChoice } from '@despatch/contract/reports/behind-shapes'
import { addDays, type Day, startOfDay } from '@despatch/domain/calendar/day'
import { type Figure, countsPastDaysOnly, type OrderFigure, type ParcelFigure } from '@despatch/domain/reports/figures'
import { type RawBuilder, sql } from 'kysely'
import { keptValue } from './parcel-sums.ts'

const ORDER_DAY: Record<Exclude<OrderFigure, 'routingExceptions'>, RawBuilder<string>> = {
  ordersReceived: sql`london_day(o.ordered_at)`,
  ordersReleased: sql`o.released_on`,
  ordersDue: sql`o.despatch_date`,
  ordersDueInTime: sql`o.despatch_date`,
  ordersDespatched: sql`o.despatched_on`,
  ordersDelivered: sql`o.delivered_on`,
}

/** Consignments (`c`) that no carrier could take when they were allocated in some days. */
const isWithoutCarrier = ({ startDate, endDate }: Pick<OrderChoice, 'startDate' | 'endDate'>) =>
  sql<boolean>`c.client_method_id is null and ${instants(sql`c.at`, startDate, endDate)}`

/** The column, or expression, of the day that a figure counts an order on; orders are `o`. */
export const orderDay = (choice: Pick<OrderChoice, 'figure' | 'startDate' | 'endDate'>): RawBuilder<string> =>
  choice.figure === 'routingExceptions'
    ? sql`(select london_day(min(c.at)) from consignments c
        where c.client_code = o.client_code and c.order_number = o.order_number and ${isWithoutCarrier(choice)})`
    : ORDER_DAY[choice.figure]

/** The day that its carrier promised a parcel for: reports say how carriers did. */
const PROMISED = sql<string>`coalesce(p.carrier_promised_date, p.promised_date)`

/** The same of parcels, which are `p`. */
export const PARCEL_DAY: Record<ParcelFigure, RawBuilder<string>> = {
  parcelsDespatched: sql`london_day(p.despatched_at)`,
  parcelsDelivered: sql`p.delivered_on`,
  parcelsPromised: PROMISED,
  parcelsOnTime: PROMISED,
  parcelsNotOnTime: PROMISED,
  parcelsLate: PROMISED,
  parcelsUndelivered: PROMISED,
  parcelsSilent: PROMISED,
}

const PARCEL_IS: Partial<Record<ParcelFigure, RawBuilder<boolean>>> = {
  parcelsOnTime: sql`p.delivered_on <= ${PROMISED}`,
  parcelsNotOnTime: sql`(p.delivered_on <= ${PROMISED}) is not true`,
  parcelsLate: sql`p.delivered_on > ${PROMISED}`,
  parcelsUndelivered: sql`p.delivered_on is null`,
  parcelsSilent: sql`p.delivered_on is null and p.state = 'pending'`,
}

/** The last day that a figure counts: of what was promised, none that is not over. */
const lastDay = (figure: Figure, endDate: Day, today: Day) =>
  countsPastDaysOnly(figure) && endDate >= today ? addDays(today, -1) : endDate

/** The instants of some days, as an index on an instant has them. */
const instants = (column: RawBuilder<unknown>, from: Day, to: Day) =>
  sql<boolean>`${column} >= ${startOfDay(from)} and ${column} < ${startOfDay(addDays(to, 1))}`
const days = (column: RawBuilder<unknown>, from: Day, to: Day) =>
  sql<boolean>`${column} between ${from}::date and ${to}::date`
const all = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` and `) as RawBuilder<boolean>
const isValue = (column: string, chosen: string) =>
  chosen === '' ? [] : [sql`${sql.ref(column)} = ${keptValue(chosen)}`]

/** The orders (`o`) that a figure counts: the one predicate of lists and files, which facts agree with. */
export function isCountedOrder(clients: readonly string[], choice: OrderChoice, today: Day): RawBuilder<boolean> {
  const { figure, startDate, endDate, client } = choice
  return all([
    sql`o.client_code = any (${clients}::text[]) and o.status <> 'C'`,
    figure === 'ordersReceived'
      ? instants(sql`o.ordered_at`, startDate, endDate)
      : figure === 'routingExceptions'
        ? sql`(o.client_code, o.order_number) in (
            select c.client_code, c.order_number from consignments c
            where c.client_code = any (${clients}::text[]) and ${isWithoutCarrier(choice)})`
        : days(ORDER_DAY[figure], startDate, lastDay(figure, endDate, today)),
    ...isValue('o.client_code', client),
    ...(figure === 'ordersDueInTime' ? [sql`o.despatched_on <= o.despatch_date`] : []),
  ])
}

/** The parcels (`p`) that a figure counts. */
export function isCountedParcel(
  clients: readonly string[],
  { figure, startDate, endDate, client, carrier, service, region, weekday }: ParcelChoice,
  today: Day,
): RawBuilder<boolean> {
  const last = lastDay(figure, endDate, today)
  const day = PARCEL_DAY[figure]
  const is = PARCEL_IS[figure]
  return all([
    sql`p.client_code = any (${clients}::text[])`,
    figure === 'parcelsDespatched' ? instants(sql`p.despatched_at`, startDate, last) : days(day, startDate, last),
    ...(is ? [is] : []),
    ...isValue('p.client_code', client),
    ...isValue('p.carrier', carrier),
    ...isValue('p.carrier_service', service),
    ...isValue('p.region', region),
    ...(weekday === '' ? [] : [sql`extract(isodow from ${day}) = ${Number(weekday) + 1}::int`]),
  ])
}

/** Events without a reason, where they are chosen by it. */
export const NO_REASON = 'No reason'

/** The events (`e`) that figures of delivery exceptions count, first as the index on them has it: no scans after the delivery. */
export const isCountedEvent = (
  clients: readonly string[],
  { startDate, endDate, carrier, state, reason }: EventChoice,
): RawBuilder<boolean> =>
  all([
    sql`e.client_code = any (${clients}::text[])`,
    sql`(e.reason <> '' or e.state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender'))`,
    sql`not e.is_late`,
    instants(sql`e.occurred_at`, startDate, endDate),
    ...isValue('e.carrier', carrier),
    ...(state === '' ? [] : [sql`e.state = ${state}`]),
    ...(reason === '' ? [] : [sql`e.reason = ${reason === NO_REASON ? '' : reason}`]),
  ])
