import { GRAINS } from '@despatch/domain/reports/periods'
import { z } from 'zod'
import { text } from '../route/fields.ts'
import { reportPeriod, waitingDays } from '../route/report-period.ts'
import { shownWith } from '../route/visible.ts'

/** First and last day included. */
export const days = reportPeriod

const answeredDays = { startDate: z.string(), endDate: z.string() }

/** Filters of parcel figures: '' for all, 'Not known' for parcels without a value. */
export const parcelFilters = {
  carrier: text(50, 'Carrier').default(''),
  service: text(100, 'Service').default(''),
  region: text(50, 'Region').default(''),
}
export const grain = z.enum(GRAINS, 'A series is by day, week, month or year')

/** Figures of parcels in a period. Figures by promised day count only days that are over. */
export const parcelFigures = {
  despatched: z.int(),
  delivered: z.int(),
  /**
   * Days from despatch to delivery: the total over all delivered parcels, and how many took at most each number of
   * days.
   */
  daysTaken: z.int(),
  within1: z.int(),
  within2: z.int(),
  within3: z.int(),
  within5: z.int(),
  promised: z.int(),
  onTime: z.int(),
  late: z.int(),
  undelivered: z.int(),
  silent: z.int(),
}
const onTimeFigures = { promised: z.int(), onTime: z.int() }
const parcelSums = z.strictObject(parcelFigures)
export type ParcelSums = z.infer<typeof parcelSums>

/** Decimal text in the currency given, pounds by default. */
export const amount = z.strictObject({ currency: z.string(), amount: z.string() })

/** Expected cost at the prices of the day, and how much of it invoices have billed so far. */
export const costs = z.strictObject({
  currency: z.string(),
  parcels: z.int(),
  /** Parcels without a known price. */
  unpriced: z.int(),
  expected: z.string(),
  billed: z.string(),
})
export type Costs = z.infer<typeof costs>

const carrierRow = z.strictObject({
  carrier: z.string(),
  carrierName: z.string(),
  ...parcelFigures,
  /** Null if a filter is set that delivery events do not record. */
  failedAttempts: z.int().nullable(),
  costs: shownWith('costs', z.array(costs)),
})
export type CarrierRow = z.infer<typeof carrierRow>

const named = z.strictObject({ name: z.string(), title: z.string(), ...parcelFigures })
export type NamedParcels = z.infer<typeof named>

/** Carrier figures for a period and the period it is compared with. */
export const carrierFigures = z.strictObject({
  ...answeredDays,
  now: parcelSums,
  /** Null if the period is longer than a year, because the two would overlap. */
  before: parcelSums.nullable(),
  yearBefore: parcelSums.nullable(),
  carriers: z.array(carrierRow),
  /** By carrier and service, both in the name, separated by a tab. */
  services: z.array(named),
  regions: z.array(named),
  /** By day, or by week if the period has more than 35 days. */
  series: z.array(
    z.strictObject({
      start: z.string(),
      ...parcelFigures,
      /** In the same part of the period before; null if that is not compared. */
      despatchedBefore: z.int().nullable(),
    }),
  ),
  grain,
  /** The thirteen weeks up to the last day. */
  weeks: z.array(z.strictObject({ start: z.string(), ...parcelFigures })),
  /** By promised weekday, Monday 0. */
  weekdays: z.array(z.strictObject({ weekday: z.int(), ...parcelFigures })),
  /** On time by carrier and period of the series; without the periods in which none were promised or despatched. */
  carrierSeries: z.array(z.strictObject({ carrier: z.string(), start: z.string(), ...onTimeFigures })),
  /** On time by service and promised weekday; `name` as in `services`. */
  serviceWeekdays: z.array(z.strictObject({ name: z.string(), weekday: z.int(), ...onTimeFigures })),
  costs: shownWith('costs', z.array(costs)),
  /** False while recent changes of the period are still being counted, for a few seconds. */
  areCostsComplete: shownWith('costs', z.boolean()),
  waitingDays,
  /** Today in Europe/London; this and later days are not complete. */
  today: z.string(),
})

const causeFields = { state: z.string(), reason: z.string(), events: z.int() }
const cause = z.strictObject({ ...causeFields, title: z.string() })
export type ExceptionCause = z.infer<typeof cause>

export const exceptionFigures = z.strictObject({
  ...answeredDays,
  events: z.int(),
  /** Null if the period is longer than a year. */
  before: z.int().nullable(),
  yearBefore: z.int().nullable(),
  causes: z.array(cause),
  carriers: z.array(z.strictObject({ carrier: z.string(), carrierName: z.string(), events: z.int() })),
  carrierCauses: z.array(z.strictObject({ carrier: z.string(), ...causeFields })),
  series: z.array(z.strictObject({ start: z.string(), events: z.int() })),
  grain,
  waitingDays,
  today: z.string(),
})

export const orderFigures = {
  orders: z.int(),
  lines: z.int(),
  pieces: z.int(),
  values: z.array(amount),
  released: z.int(),
  due: z.int(),
  dueInTime: z.int(),
  despatched: z.int(),
  despatchedPieces: z.int(),
  ordersDelivered: z.int(),
}

const metrics = z.strictObject({
  ...answeredDays,
  ...orderFigures,
  parcels: parcelSums,
  /** Orders that no carrier took when they were allocated. */
  routingExceptions: z.int(),
  /** Pieces received back. */
  returned: z.int(),
  /** Orders promised to leave on the day they are received, and those that did, by client. */
  sameDay: z.array(z.strictObject({ client: z.string(), promised: z.int(), kept: z.int() })),
  costs: shownWith('costs', z.array(costs)),
})
export type Metrics = z.infer<typeof metrics>
export const keyMetrics = z.strictObject({
  now: metrics,
  /** Null if the period is longer than a year. */
  before: metrics.nullable(),
  yearBefore: metrics.nullable(),
  /** The thirteen weeks up to the last day. Figures by due or promised day count only days that are over. */
  weeks: z.array(
    z.strictObject({
      start: z.string(),
      orders: z.int(),
      pieces: z.int(),
      due: z.int(),
      dueInTime: z.int(),
      despatched: z.int(),
      despatchedPieces: z.int(),
      parcels: z.int(),
      promised: z.int(),
      onTime: z.int(),
      returned: z.int(),
      routingExceptions: z.int(),
      isOver: z.boolean(),
    }),
  ),
  /** See `carrierFigures`. */
  areCostsComplete: shownWith('costs', z.boolean()),
  waitingDays,
  today: z.string(),
})

const volume = z.strictObject({
  /** First day of the period; one row per client where clients are listed separately. */
  start: z.string(),
  clientCode: z.string(),
  clientName: z.string(),
  ...orderFigures,
  parcels: z.int(),
  delivered: z.int(),
  promised: z.int(),
  onTime: z.int(),
  returned: z.int(),
})
export type Volume = z.infer<typeof volume>
export const volumes = z.strictObject({
  ...answeredDays,
  grain,
  volumes: z.array(volume),
  waitingDays,
  today: z.string(),
})
