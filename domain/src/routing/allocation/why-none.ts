import { nearestFirst } from './change-text.ts'
import type { Consignment } from './consignment.ts'
import type { Explanation } from './explain.ts'
import { NO_SERVICES } from './exception-reasons.ts'
import { MAX_PARCELS } from './plan-consignments.ts'
import { figureLabel, methodText, tellingOf } from './telling.ts'
import { refusalText } from './text.ts'

/**
 * Why no method may carry a consignment, in one sentence: the closest candidate and what stood in its way,
 * 'Closest match: DPD Next Day (DPD UK) – Consignment weight 23 kg is over the limit of 20 kg'. domain.md: 'Routing exception: a
 * consignment that no method may carry.' Takes the explanation of a decision that chose none, the carriers' names, and the currency of the rule book.
 */
export function whyNone(
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
  const [nearest] = nearestFirst(named)
  if (!nearest) return NO_SERVICES
  return `Closest match: ${methodText(nearest)} – ${refusalText(nearest, tellingOf(consignment, named, currency))}`
}

/** A reason is split at '. ', '; ' and ' – ' (seen-reason.ts): a name keeps these, with spaces that do not break. */
const unbroken = (name: string) => name.replaceAll(/([.;–]) /gu, '$1\u00A0')

/** Of an order that is not planned at all, for it would be freight. */
export const TOO_MANY_PARCELS = `These are more than ${figureLabel(MAX_PARCELS)} parcels, too many for one order: look at its quantities, and at what a parcel may hold`
