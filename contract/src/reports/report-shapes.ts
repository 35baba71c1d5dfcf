import { GRAINS } from '@despatch/domain/reports/periods'
import { z } from 'zod'
import { text } from '../route/fields.ts'
import { reportPeriod, waitingDays } from '../route/report-period.ts'
import { shownWith } from '../route/visible.ts'

/** The days of a report, first and last included. */
export const days = reportPeriod

const answeredDays = { startDate: z.string(), endDate: z.string() }

/** What figures of parcels are narrowed to: '' is all, 'Not known' those without one. */
export const parcelFilters = {
  carrier: text(50, 'Carrier').default(''),
  service: text(100, 'Service').default(''),
  region: text(50, 'Region').default(''),
}
export const grain = z.enum(GRAINS, 'A series is by day, week, month or year')

/** Parcels of some days; what is counted by a promised day counts days that are over alone. */
export const parcelFigures = {
  despatched: z.int(),
  delivered: z.int(),
  /** Days from despatch to delivery of the delivered ones, all together, and how many took at most so many. */
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
const parcelSums = z.strictObject(parcelFigures)
export type ParcelSums = z.infer<typeof parcelSums>

/** Amounts are decimal text in pounds, or whatever the currency is. */
export const amount = z.strictObject({ currency: z.string(), amount: z.string() })

/** What parcels should cost by the price of their day, and how much of that invoices have billed by now. */
export const costs = z.strictObject({
  currency: z.string(),
  parcels: z.int(),
  /** Those without a known price. */
  unpriced: z.int(),
  expected: z.string(),
  billed: z.string(),
})
export type Costs = z.infer<typeof costs>

const carrierRow = z.strictObject({
  carrier: z.string(),
  carrierName: z.string(),
  ...parcelFigures,
  /** Null where the parcels are narrowed by what events do not say. */
  failedAttempts: z.int().nullable(),
  costs: shownWith('costs', z.array(costs)),
})
export type CarrierRow = z.infer<typeof carrierRow>

const named = z.strictObject({ name: z.string(), title: z.string(), ...parcelFigures })
export type NamedParcels = z.infer<typeof named>

/** How carriers do in some days, and in those that they are compared with. */
export const carrierFigures = z.strictObject({
  ...answeredDays,
  now: parcelSums,
  /** Null where the days are more than a year: they would overlap. */
  before: parcelSums.nullable(),
  yearBefore: parcelSums.nullable(),
  carriers: z.array(carrierRow),
  /** By carrier and service: the name is both, with a tab between. */
  services: z.array(named),
  regions: z.array(named),
  /** By day, or by week where there are more than 35. */
  series: z.array(z.strictObject({ start: z.string(), ...parcelFigures })),
  grain,
  /** By the weekday promised, Monday 0. */
  weekdays: z.array(z.strictObject({ weekday: z.int(), ...parcelFigures })),
  costs: shownWith('costs', z.array(costs)),
  /** Whether all is reckoned that has changed of these days; it is a few seconds after. */
  areCostsComplete: shownWith('costs', z.boolean()),
  waitingDays,
  /** Today, by the operator's clock: what is not before it is not finished. */
  today: z.string(),
})

const cause = z.strictObject({ state: z.string(), reason: z.string(), title: z.string(), events: z.int() })
export type ExceptionCause = z.infer<typeof cause>

export const exceptionFigures = z.strictObject({
  ...answeredDays,
  events: z.int(),
  /** Null where the days are more than a year, as with carriers. */
  before: z.int().nullable(),
  yearBefore: z.int().nullable(),
  causes: z.array(cause),
  carriers: z.array(z.strictObject({ carrier: z.string(), carrierName: z.string(), events: z.int() })),
  series: z.array(z.strictObject({ start: z.string(), events: z.int() })),
  grain,
  waitingDays,
  today: z.string(),
})

/** Orders of some days. */
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
  /** Orders for which no carrier was found when they were allocated. */
  routingExceptions: z.int(),
  /** Pieces received back. */
  returned: z.int(),
  costs: shownWith('costs', z.array(costs)),
})
export type Metrics = z.infer<typeof metrics>
export const keyMetrics = z.strictObject({
  now: metrics,
  /** Null where the days are more than a year, as with carriers. */
  before: metrics.nullable(),
  yearBefore: metrics.nullable(),
  /** Orders received and despatched, and parcels, of the thirteen weeks up to the last of the days. */
  weeks: z.array(
    z.strictObject({ start: z.string(), orders: z.int(), despatched: z.int(), parcels: z.int(), isOver: z.boolean() }),
  ),
  /** As with carriers. */
  areCostsComplete: shownWith('costs', z.boolean()),
  waitingDays,
  today: z.string(),
})

const volume = z.strictObject({
  /** The first day of the period; of a client where they are asked for one by one. */
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
