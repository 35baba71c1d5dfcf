import { NO_PRICE } from '../prices/compile-pricing.ts'
import type { CompiledBook } from '../rule-book/compile-book.ts'
import { type Decision, isChosenByHand } from './allocate.ts'
import type { NamedMethod } from './by-hand.ts'
import type { Consignment } from './consignment.ts'
import { BIT } from './constraints.ts'

/** The cheaper method whose carrier was full. `cost` in the currency's main unit, as a decimal string. */
export type PassedOver = NamedMethod & { readonly cost: string }

/**
 * The index of the cheapest method that allocation would have chosen if its carrier had not been full; -1 if there is
 * none, no method was chosen, or the choice was by hand.
 */
export function cheapestFullMethod(compiled: CompiledBook, decision: Decision, consignment: Consignment): number {
  const { chosen, failing, costs } = decision
  if (chosen < 0 || isChosenByHand(consignment, compiled.methods[chosen]?.clientMethodID)) return -1
  let cheapest = chosen
  for (let index = 0; index < failing.length; index++) {
    const isCheaper = (costs[index] ?? NO_PRICE) < (costs[cheapest] ?? NO_PRICE)
    if (failing[index] === BIT.capacity && isCheaper) cheapest = index
  }
  return cheapest === chosen ? -1 : cheapest
}
