import { addDays, type Day } from '../../calendar/day.ts'
import type { CarrierStop } from '../carrier-stops/carrier-stop.ts'
import type { DecisionClock } from '../cut-offs/cut-off.ts'
import type { DispatchService } from '../dispatch-service.ts'
import type { Constraint } from './constraints.ts'

/** How far ahead to look for a day on which a candidate would be eligible. */
export const DAYS_AHEAD = 28

/** A parcel: grams, millimetres of its longest side, cubic centimetres. Whole numbers. */
export type Parcel = {
  readonly weight: number
  readonly length: number
  readonly volume: number
  /** The measures that are unknown of one of its products, which counts as 0 in them. Missing if all are known. */
  readonly unknown?: readonly Measure[] | undefined
}
export type Measure = 'weight' | 'length' | 'volume'

/** The terms of carriers that a decision counts, with the facts that only they need. */
export type TermsCounted = {
  /** The moment from which they are in force (ISO), which identifies them. */
  readonly at: string
  /** The part of the postcode that carriers' lists of places can name; '' if unknown. */
  readonly postcode: string
  /** Rates to the client's currency in millionths, by the currency of agreed charges. Missing if none is needed. */
  readonly rates?: Readonly<Record<string, number>> | undefined
}

/** The parcels of one order that travel with one method. */
export type Consignment = {
  readonly service: DispatchService
  /** ISO code. */
  readonly country: string
  /** The region of the postcode; null if the country has no regions or the postcode is unknown. */
  readonly region: string | null
  readonly despatchDay: Day
  readonly parcels: readonly Parcel[]
  /**
   * Days within four weeks of the despatch day that reasons must not suggest: the client's days off, and days on which
   * other fixed routes apply. Missing if there are none.
   */
  readonly daysOff?: readonly Day[] | undefined
  /** The carrier or method that fixed routing requires. */
  readonly heldTo: Hold | null
  /** Stops of carriers that count on the despatch day or in the four weeks after it. Missing if there are none. */
  readonly stops?: readonly CarrierStop[] | undefined
  /** The minute and the day's cut-offs, if it was decided on its despatch day and there are any. */
  readonly clock?: DecisionClock | undefined
  /** Missing if nothing was agreed with carriers beside the prices. */
  readonly terms?: TermsCounted | undefined
  /** The method that an assignment of many orders gave it, which is used while it is eligible. */
  readonly assigned?: Assigned | undefined
  /** The order has other consignments too. */
  readonly isOneOfSeveral?: true | undefined
  /** The method chosen by hand, which is used as long as it may carry the consignment. */
  readonly byHand?: HandChoice | undefined
}

/** A method chosen by a user, and the constraints that they overruled; none if it was eligible. */
export type HandChoice = {
  readonly clientMethodID: string
  readonly overruled: readonly Constraint[]
  /** The overruled value of each constraint: see `overruledOf`. Missing in older choices. */
  readonly bounds?: Readonly<Partial<Record<Constraint, number | string>>> | undefined
}

/**
 * The method of a consignment that was decided together with others: the last places of a cheaper carrier may have gone
 * to orders that need them more. `because`: a carrier was stopped or switched off, a move was undone, the order was
 * brought back after the stop, or the day was planned.
 */
export type Assigned = { readonly clientMethodID: string; readonly because: (typeof ASSIGNMENTS)[number] }
export const ASSIGNMENTS = ['carrier-off', 'undone', 'brought-back', 'planned'] as const

/** The carrier or method that fixed routing requires, and the routes that require it. */
export type Hold = {
  readonly carrier: string
  readonly clientMethodID: string | null
  readonly customPreferenceIDs: readonly string[]
}

/** Identifies a hold's carrier and method, regardless of its routes; '' without a hold. */
export const holdKey = (hold: Hold | null) => (hold ? `${hold.carrier}\n${hold.clientMethodID ?? ''}` : '')

/** A client's parcels already allocated, by carrier and despatch day. */
export type Usage = ReadonlyMap<string, number>

/** The key of a {@link Usage}. */
export const usageKey = (carrier: string, day: Day) => `${carrier} ${day}`

/** Adds parcels to the usage of each later day on which a better day is looked for. */
export function addTakesToLaterDays(
  usage: Usage,
  after: Day,
  takes: readonly { readonly carrier: string; readonly parcels: number }[],
): Usage {
  if (takes.length === 0) return usage
  const taken = new Map(usage)
  for (let days = 1; days <= DAYS_AHEAD; days++)
    for (const { carrier, parcels } of takes) {
      const key = usageKey(carrier, addDays(after, days))
      taken.set(key, (taken.get(key) ?? 0) + parcels)
    }
  return taken
}
