import type { NamedHold } from '../fixed-routing/route-name.ts'
import type { Consignment } from './consignment.ts'
import type { Candidate } from './explain.ts'
import {
  countryLabel,
  holdText,
  listLabel,
  type Named,
  namingOf,
  parcelText,
  type Wording,
  weekdayText,
  weightLabel,
} from './decision-labels.ts'
import { verdictLabel } from './verdict-text.ts'

/** Texts about a decision. domain.md, Allocation 5: 'The explanation is open to every user who may see the order'. */

/** '3 parcels of 12.5 kg, NEXT DAY to AB, United Kingdom, despatched on Tue 24 Nov'. */
export function consignmentText(consignment: Omit<Consignment, 'heldTo'>): string {
  const { parcels, service, region, country, despatchDay } = consignment
  const weight = parcels.reduce((sum, parcel) => sum + parcel.weight, 0)
  const place = [region, countryLabel(country)].filter(Boolean).join(', ')
  return `${parcelText(parcels.length)} of ${weightLabel(weight)}, ${service} to ${place}, despatched on ${weekdayText(despatchDay)}`
}

/**
 * Why an order has no plan, with all routes involved. domain.md, Allocation 1: 'then the order is a routing exception
 * that names both rules'. Names come from the candidates, if given.
 */
export function conflictText(
  { product, holds }: { readonly product: string; readonly holds: readonly NamedHold[] },
  candidates: readonly Named[] = [],
): string {
  const naming = namingOf(candidates)
  const held = listLabel(holds.map((hold) => `to ${holdText(hold, naming)}`))
  return `The boxes of ${product} travel with one method, and are held ${held}`
}

/** The unmet constraints of a candidate, as text. */
export function refusalText({ verdicts }: Pick<Candidate, 'verdicts'>, wording: Wording): string {
  return verdicts
    .filter(({ isMet }) => !isMet)
    .map((verdict) => verdictLabel(verdict, wording))
    .join('; ')
}
