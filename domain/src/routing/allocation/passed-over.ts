import { NO_PRICE } from '../prices/compile-pricing.ts'
import type { CompiledBook } from '../rule-book/compile-book.ts'
import { type Decision, goesByHand } from './allocate.ts'
import type { NamedMethod } from './by-hand.ts'
import type { Consignment } from './consignment.ts'
import { BIT } from './constraints.ts'

/** The cheaper method that a consignment did not get because its carrier was full; `cost` in pounds, as decimal text. */
export type PassedOver = NamedMethod & { readonly cost: string }

/**
 * The index of the cheapest candidate that would have been chosen, had its carrier's capacity not been used up; -1 where there is
 * none, where nothing was chosen, and where it goes by a choice by hand.
 */
export function cheapestFull(compiled: CompiledBook, decision: Decision, consignment: Consignment): number {
  const { chosen, failing, costs } = decision
  if (chosen < 0 || goesByHand(consignment, compiled.methods[chosen]?.clientMethodID)) return -1
  let cheapest = chosen
  for (let index = 0; index < failing.length; index++) {
    const isCheaper = (costs[index] ?? NO_PRICE) < (costs[cheapest] ?? NO_PRICE)
    if (failing[index] === BIT.capacity && isCheaper) cheapest = index
  }
  return cheapest === chosen ? -1 : cheapest
}
