import { allocate } from '../allocate.ts'
import { carriedChoices, type ChoicesBefore, withChoice } from '../by-hand.ts'
import type { CompiledBook } from '../../rule-book/compile-book.ts'
import type { PlannedConsignment, PlannedConsignments } from '../plan-consignments.ts'

/**
 * The consignments in which an order of a plan travels. What may travel together does so where a method takes it, choices by
 * hand included; else each part travels as it is held itself, so that what is free is not held by what is held beside it.
 * `used` is what carriers have been given of the despatch day, in parcels, by carrier; it stays as it is.
 */
export function consignmentsToSend(
  compiled: CompiledBook,
  { consignments, apart }: PlannedConsignments,
  before: ChoicesBefore,
  used: Float64Array,
): readonly PlannedConsignment[] {
  if (apart.every((parts) => parts.length === 0)) return besideEachOther(consignments)
  const { of } = carriedChoices(consignments, before)
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
  return besideEachOther(sent)
}

const besideEachOther = (consignments: readonly PlannedConsignment[]): readonly PlannedConsignment[] =>
  consignments.length < 2 ? consignments : consignments.map((one) => ({ ...one, isOneOfSeveral: true }))
