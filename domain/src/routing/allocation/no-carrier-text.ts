import { nearestFirst } from './change-text.ts'
import type { Consignment } from './consignment.ts'
import type { Explanation } from './explain.ts'
import { NO_SERVICES } from './exception-reasons.ts'
import { MAX_PARCELS } from './split/pack-parcels.ts'
import { figureLabel, methodText, wordingOf } from './decision-labels.ts'
import { refusalText } from './text.ts'

/**
 * Explains a routing exception in one sentence: the closest candidate and what failed, 'Closest match: DPD Next Day
 * (DPD UK) – Consignment weight 23 kg is over the limit of 20 kg'. domain.md: 'Routing exception: a consignment that no
 * method may carry.'
 */
export function noCarrierText(
  { candidates }: Explanation,
  consignment: Consignment,
  nameOf: (carrier: string) => string | undefined,
  currency: string,
): string {
  const named = candidates.map((candidate) => {
    const carrierName = nameOf(candidate.carrier)
    return {
      ...candidate,
      methodDescription: unbroken(candidate.methodDescription),
      ...(carrierName && { carrierName: unbroken(carrierName) }),
    }
  })
  // A stopped carrier is no match: the others' reasons say what can be done today.
  const running = named.filter(({ verdicts }) =>
    verdicts.every(({ constraint, isMet }) => constraint !== 'stopped' || isMet),
  )
  const [nearest] = nearestFirst(running.length > 0 ? running : named)
  if (!nearest) return NO_SERVICES
  return `Closest match: ${methodText(nearest)} – ${refusalText(nearest, wordingOf(consignment, named, currency))}`
}

/** redact-reason.ts splits reasons at '. ', '; ' and ' – ', so names get non-breaking spaces there. */
const unbroken = (name: string) => name.replaceAll(/([.;–]) /gu, '$1\u00A0')

/** The reason for an order that is too large to plan. */
export const TOO_MANY_PARCELS = `These are more than ${figureLabel(MAX_PARCELS)} parcels, too many for one order: look at its quantities, and at what a parcel may hold`
