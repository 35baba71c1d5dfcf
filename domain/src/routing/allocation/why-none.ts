import { nearestFirst } from './change-words.ts'
import type { Consignment } from './consignment.ts'
import type { Explanation } from './explain.ts'
import { MOST_PARCELS } from './plan-consignments.ts'
import { figureWords, methodWords, tellingOf } from './telling.ts'
import { refusalWords } from './words.ts'

/**
 * Why no method may carry a consignment, in one sentence: the candidate that came nearest and what stood in its way,
 * 'DPD Next Day (DPD UK) came nearest: Consignment weight 23 kg is over the limit of 20 kg'. domain.md: 'Routing exception: a
 * consignment that no method may carry.' Takes the explanation of a decision that chose none, and the carriers' names.
 */
export function whyNone(
  { candidates }: Explanation,
  consignment: Consignment,
  nameOf: (carrier: string) => string | undefined,
): string {
  const named = candidates.map((candidate) => {
    const carrierName = nameOf(candidate.carrier)
    return { ...candidate, ...(carrierName && { carrierName }) }
  })
  const [nearest] = nearestFirst(named)
  if (!nearest) return NO_SERVICES
  const telling = tellingOf(consignment, named)
  // Sentences of reasons end at '. ' (seen-reason.ts): no name may look like two of them.
  return `${methodWords(nearest).replaceAll('. ', ' ')} came nearest: ${refusalWords(nearest, telling)}`
}

const NO_SERVICES = 'The client has no carrier services yet'

/** Of an order for which nobody knows whether anything carries it: the database stopped while it was worked out. */
export const TOOK_TOO_LONG = 'Finding a carrier took too long and was stopped: allocate it again'
/** The same where it failed for another reason. */
export const COULD_NOT_BE_WORKED_OUT =
  'Finding a carrier failed: allocate it again, and ask the operator if that fails too'

/** Of an order that is not planned at all, for it would be freight. */
export const TOO_MANY_PARCELS = `These are more than ${figureWords(MOST_PARCELS)} parcels, too many for one order: look at its quantities, and at what a parcel may hold`
