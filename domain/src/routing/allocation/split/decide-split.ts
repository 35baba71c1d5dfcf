import { allocate } from '../allocate.ts'
import { matchChoices, type ChoicesBefore, withChoice } from '../by-hand.ts'
import type { CompiledBook } from '../../rule-book/compile-book.ts'
import type { PlannedConsignment, PlannedConsignments } from '../plan-consignments.ts'

/**
 * Decides whether the goods of a plan travel together or separately. They travel together if some method takes them,
 * choices by hand included. Otherwise each part travels under its own hold, so that free goods are not bound by the
 * held goods beside them. `used` has the parcels that carriers already have on the despatch day, by carrier index; it
 * is not changed.
 */
export function decideSplit(
  compiled: CompiledBook,
  { consignments, apart }: PlannedConsignments,
  before: ChoicesBefore,
  used: Float64Array,
): readonly PlannedConsignment[] {
  if (apart.every((parts) => parts.length === 0)) return markAsSeveral(consignments)
  const { of } = matchChoices(consignments, before)
  const taken = used.slice()
  const take = (consignment: PlannedConsignment): boolean => {
    const { chosen } = allocate(compiled, consignment, taken)
    if (chosen < 0) return false
    const carrier = compiled.carrierOf[chosen] ?? 0
    taken[carrier] = (taken[carrier] ?? 0) + consignment.parcels.length
    return true
  }
  const sent = consignments.flatMap((consignment, index) => {
    const parts = apart[index] ?? []
    if (take(withChoice(consignment, of[index])) || parts.length === 0) return [consignment]
    for (const part of parts) take(part)
    return parts
  })
  return markAsSeveral(sent)
}

const markAsSeveral = (consignments: readonly PlannedConsignment[]): readonly PlannedConsignment[] =>
  consignments.length < 2 ? consignments : consignments.map((one) => ({ ...one, isOneOfSeveral: true }))
