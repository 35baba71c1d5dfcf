import type { EventChoice, OrderChoice, ParcelChoice } from '@despatch/contract/reports/drill-down-shapes'
import { addDays, type Day, startOfDay } from '@despatch/domain/calendar/day'
import { type Figure, countsPastDaysOnly, type OrderFigure, type ParcelFigure } from '@despatch/domain/reports/figures'
import { type RawBuilder, sql } from 'kysely'
import { storedValue } from './parcel-sums.ts'

const ORDER_DAY: Record<Exclude<OrderFigure, 'routingExceptions'>, RawBuilder<string>> = {
  ordersReceived: sql`london_day(o.ordered_at)`,
  ordersReleased: sql`o.released_on`,
  ordersDue: sql`o.despatch_date`,
  ordersDueInTime: sql`o.despatch_date`,
  ordersSameDay: sql`o.promised_day`,
  ordersSameDayKept: sql`o.promised_day`,
  ordersDespatched: sql`o.despatched_on`,
  ordersDelivered: sql`o.delivered_on`,
}

/** Consignments (`c`) without a carrier from allocations in a period. */
export const isWithoutCarrier = ({ startDate, endDate }: Pick<OrderChoice, 'startDate' | 'endDate'>) =>
  sql<boolean>`c.client_method_id is null and ${isInstantBetween(sql`c.at`, startDate, endDate)}`

/** SQL for the day on which a figure counts order `o`. */
export const orderDay = (choice: Pick<OrderChoice, 'figure' | 'startDate' | 'endDate'>): RawBuilder<string> =>
  choice.figure === 'routingExceptions'
    ? sql`(select london_day(min(c.at)) from consignments c
        where c.client_code = o.client_code and c.order_number = o.order_number and ${isWithoutCarrier(choice)})`
    : ORDER_DAY[choice.figure]

/** SQL for the order of a figure's orders `o`: by the day that counts them, where an index serves it. */
export const orderSort = (choice: Pick<OrderChoice, 'figure' | 'startDate' | 'endDate'>): RawBuilder<unknown> =>
  choice.figure === 'ordersReceived' ? sql`o.ordered_at` : orderDay(choice)

/** Whether order `o` left on the day of its promise. */
export const IS_SAME_DAY_KEPT = sql<boolean>`(o.despatched_on <= o.promised_day) is true`

/** The carrier's own promise, because reports measure carriers. */
const PROMISED_DAY = sql<string>`coalesce(p.carrier_promised_date, p.promised_date)`

/** SQL for the day on which a figure counts parcel `p`. */
export const PARCEL_DAY: Record<ParcelFigure, RawBuilder<string>> = {
  parcelsDespatched: sql`london_day(p.despatched_at)`,
  parcelsDelivered: sql`p.delivered_on`,
  parcelsPromised: PROMISED_DAY,
  parcelsOnTime: PROMISED_DAY,
  parcelsNotOnTime: PROMISED_DAY,
  parcelsLate: PROMISED_DAY,
  parcelsUndelivered: PROMISED_DAY,
  parcelsSilent: PROMISED_DAY,
}

/** SQL for the order of a figure's parcels `p`: by the day that counts them, where an index serves it. */
export const parcelSort = ({ figure }: Pick<ParcelChoice, 'figure'>): RawBuilder<unknown> =>
  figure === 'parcelsDespatched' ? sql`p.despatched_at` : PARCEL_DAY[figure]

const PARCEL_CONDITION: Partial<Record<ParcelFigure, RawBuilder<boolean>>> = {
  parcelsOnTime: sql`p.delivered_on <= ${PROMISED_DAY}`,
  parcelsNotOnTime: sql`(p.delivered_on <= ${PROMISED_DAY}) is not true`,
  parcelsLate: sql`p.delivered_on > ${PROMISED_DAY}`,
  parcelsUndelivered: sql`p.delivered_on is null`,
  parcelsSilent: sql`p.delivered_on is null and p.state = 'pending'`,
}

/** Figures by promised day end with yesterday. */
const lastDay = (figure: Figure, endDate: Day, today: Day) =>
  countsPastDaysOnly(figure) && endDate >= today ? addDays(today, -1) : endDate

/** The instants of a period, in a form that an index serves. */
const isInstantBetween = (column: RawBuilder<unknown>, from: Day, to: Day) =>
  sql<boolean>`${column} >= ${startOfDay(from)} and ${column} < ${startOfDay(addDays(to, 1))}`
const isDayBetween = (column: RawBuilder<unknown>, from: Day, to: Day) =>
  sql<boolean>`${column} between ${from}::date and ${to}::date`
const allOf = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` and `) as RawBuilder<boolean>
const equals = (column: string, chosen: string) =>
  chosen === '' ? [] : [sql`${sql.ref(column)} = ${storedValue(chosen)}`]

/**
 * Condition for orders (`o`) that a figure counts: shared by lists and files, and equal to the definition of stored
 * facts.
 */
export function isCountedOrder(clients: readonly string[], choice: OrderChoice, today: Day): RawBuilder<boolean> {
  const { figure, startDate, endDate, client } = choice
  return allOf([
    sql`o.client_code = any (${clients}::text[]) and o.status <> 'C'`,
    figure === 'ordersReceived'
      ? isInstantBetween(sql`o.ordered_at`, startDate, endDate)
      : figure === 'routingExceptions'
        ? sql`(o.client_code, o.order_number) in (
            select c.client_code, c.order_number from consignments c
            where c.client_code = any (${clients}::text[]) and ${isWithoutCarrier(choice)})`
        : isDayBetween(ORDER_DAY[figure], startDate, lastDay(figure, endDate, today)),
    ...equals('o.client_code', client),
    ...(figure === 'ordersDueInTime' ? [sql`o.despatched_on <= o.despatch_date`] : []),
    ...(figure === 'ordersSameDayKept' ? [IS_SAME_DAY_KEPT] : []),
  ])
}

/** Condition for parcels (`p`) that a figure counts. */
export function isCountedParcel(
  clients: readonly string[],
  { figure, startDate, endDate, client, carrier, service, region, weekday }: ParcelChoice,
  today: Day,
): RawBuilder<boolean> {
  const last = lastDay(figure, endDate, today)
  const day = PARCEL_DAY[figure]
  const is = PARCEL_CONDITION[figure]
  return allOf([
    sql`p.client_code = any (${clients}::text[])`,
    figure === 'parcelsDespatched'
      ? isInstantBetween(sql`p.despatched_at`, startDate, last)
      : isDayBetween(day, startDate, last),
    ...(is ? [is] : []),
    ...equals('p.client_code', client),
    ...equals('p.carrier', carrier),
    ...equals('p.carrier_service', service),
    ...equals('p.region', region),
    ...(weekday === '' ? [] : [sql`extract(isodow from ${day}) = ${Number(weekday) + 1}::int`]),
  ])
}

/** Filter value for events without a reason. */
export const NO_REASON = 'No reason'

/** Condition for events (`e`) of delivery exceptions, in the form of their index; scans after delivery do not count. */
export const isCountedEvent = (
  clients: readonly string[],
  { startDate, endDate, carrier, state, reason }: EventChoice,
): RawBuilder<boolean> =>
  allOf([
    sql`e.client_code = any (${clients}::text[])`,
    sql`(e.reason <> '' or e.state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender'))`,
    sql`not e.is_late`,
    isInstantBetween(sql`e.occurred_at`, startDate, endDate),
    ...equals('e.carrier', carrier),
    ...(state === '' ? [] : [sql`e.state = ${state}`]),
    ...(reason === '' ? [] : [sql`e.reason = ${reason === NO_REASON ? '' : reason}`]),
  ])
