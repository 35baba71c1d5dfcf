import type { ToldHold } from '../fixed-routing/route-name.ts'
import type { Consignment } from './consignment.ts'
import type { Candidate } from './explain.ts'
import {
  countryWords,
  holdWords,
  listWords,
  type Named,
  parcelWords,
  type Telling,
  tellingOf,
  weekdayWords,
  weightWords,
} from './telling.ts'
import { verdictWords } from './verdict-words.ts'

/** A decision in words: domain.md, Allocation 5, and 'The explanation is open to every user who may see the order'. */

/** '3 parcels of 12.5 kg, NEXT DAY to AB, United Kingdom, despatched on Tue 24 Nov'. */
export function consignmentWords(consignment: Omit<Consignment, 'heldTo'>): string {
  const { parcels, service, region, country, despatchDay } = consignment
  const weight = parcels.reduce((sum, parcel) => sum + parcel.weight, 0)
  const place = [region, countryWords(country)].filter(Boolean).join(', ')
  return `${parcelWords(parcels.length)} of ${weightWords(weight)}, ${service} to ${place}, despatched on ${weekdayWords(despatchDay)}`
}

/**
 * Why an order has no plan, with every rule that is in it. domain.md, Allocation 1: 'then the order is a routing
 * exception that names both rules'. Names come from the candidates of the rule book where some are at hand.
 */
export function conflictWords(
  { product, holds }: { readonly product: string; readonly holds: readonly ToldHold[] },
  candidates: readonly Named[] = [],
): string {
  const telling = tellingOf({ despatchDay: '', parcels: [], heldTo: null }, candidates)
  const held = listWords(holds.map((hold) => `to ${holdWords(hold, telling)}`))
  return `The boxes of ${product} travel with one method, and are held ${held}`
}

/** What stands in a candidate's way, a sentence for each constraint that it does not meet. */
export function refusalWords({ verdicts }: Pick<Candidate, 'verdicts'>, telling: Telling): string {
  return verdicts
    .filter(({ isMet }) => !isMet)
    .map((verdict) => verdictWords(verdict, telling))
    .join('; ')
}
