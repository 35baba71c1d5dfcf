import { addDays, type Day } from '../../calendar/day.ts'

/**
 * A carrier that the operator has stopped for all clients: no order is given to it on these despatch days. Strike,
 * flood, a system down.
 */
export type CarrierStop = {
  readonly carrier: string
  /** The carrier services that are stopped; empty for all of them. */
  readonly services: readonly string[]
  /** The first despatch day. */
  readonly from: Day
  /** The last despatch day; null until the stop is ended. */
  readonly to: Day | null
}

type Stoppable = { readonly carrier: string; readonly carrierService: string }

/** The stop that keeps a method from taking a consignment on a despatch day. */
export const stopOf = (
  stops: readonly CarrierStop[] | undefined,
  { carrier, carrierService }: Stoppable,
  day: Day,
): CarrierStop | undefined =>
  stops?.find(
    (stop) =>
      stop.carrier === carrier &&
      stop.from <= day &&
      (stop.to === null || day <= stop.to) &&
      (stop.services.length === 0 || stop.services.includes(carrierService)),
  )

/** The stops that count on a despatch day or in the days after it that a decision may suggest. */
export const stopsWithin = (stops: readonly CarrierStop[], day: Day, daysAhead: number): readonly CarrierStop[] =>
  stops.filter(({ from, to }) => from <= addDays(day, daysAhead) && (to === null || day <= to))
