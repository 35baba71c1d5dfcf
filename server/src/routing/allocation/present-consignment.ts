import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { nameHold } from '@despatch/domain/routing/fixed-routing/route-name'

/** Presents a consignment: with names of fixed routes, and without facts that only the engine needs. */
export function presentConsignment(
  { byHand: _choice, terms, parcels, ...consignment }: PlannedConsignment,
  { book }: CompiledBook,
): ConsignmentDecision['consignment'] {
  // The contract's type is the same but mutable.
  return {
    ...consignment,
    ...(terms && { termsAt: terms.at }),
    parcels: parcels.map(({ weight, length, volume }) => ({ weight, length, volume })),
    heldTo: nameHold(consignment.heldTo, book),
  } as ConsignmentDecision['consignment']
}
