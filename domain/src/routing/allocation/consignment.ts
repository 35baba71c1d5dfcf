import { addDays, type Day } from '../../calendar/day.ts'
import type { DispatchService } from '../dispatch-service.ts'
import type { Constraint } from './constraints.ts'

/** How far ahead a day is looked for on which a candidate could be chosen. */
export const DAYS_AHEAD = 28

/** A parcel: grams, millimetres of its longest side, cubic centimetres. Whole numbers. */
export type Parcel = {
  readonly weight: number
  readonly length: number
  readonly volume: number
}

/** The parcels of one order that travel with one method. */
export type Consignment = {
  readonly service: DispatchService
  /** ISO code. */
  readonly country: string
  /** The region of the postcode, where the country has regions and the postcode is known. */
  readonly region: string | null
  readonly despatchDay: Day
  readonly parcels: readonly Parcel[]
  /**
   * Days in the four weeks after the despatch day that no reason of a decision offers: the days off of the client's calendar,
   * and those on which fixed routing holds the consignment otherwise. Missing where there are none.
   */
  readonly daysOff?: readonly Day[] | undefined
  /** What fixed routing holds it to, if anything. */
  readonly heldTo: Hold | null
  /** Its order travels in other consignments too. */
  readonly isOneOfSeveral?: true | undefined
  /** The method that someone chose for it: it goes with that one for as long as that may carry it. */
  readonly byHand?: HandChoice | undefined
}

/** A method that a person chose, and the constraints that they overruled for it: none where it was eligible. */
export type HandChoice = {
  readonly clientMethodID: string
  readonly overruled: readonly Constraint[]
  /** What was overruled of each: see `overruledOf`. Missing of choices from before it was kept. */
  readonly bounds?: Readonly<Partial<Record<Constraint, number | string>>> | undefined
}

/** What a fixed route holds a consignment to, and which rows said so. */
export type Hold = {
  readonly carrier: string
  readonly clientMethodID: string | null
  readonly customPreferenceIDs: readonly string[]
}

/** What a hold holds to, whichever rows say so; '' of none. */
export const holdKey = (hold: Hold | null) => (hold ? `${hold.carrier}\n${hold.clientMethodID ?? ''}` : '')

/** Parcels of a client that carriers have been given already, by carrier and despatch day. */
export type Usage = ReadonlyMap<string, number>

/** The key of a {@link Usage}. */
export const usageKey = (carrier: string, day: Day) => `${carrier} ${day}`

/** A usage with parcels of carriers added on each of the days after one on which a better day is looked for. */
export function takenEachDay(
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
