import { roundToUnit } from '../../money/minor-units.ts'
import { costOf, NO_PRICE, type Quantities, quantitiesOf } from '../prices/compile-pricing.ts'
import type { Cost } from '../prices/costing.ts'
import type { CompiledBook } from '../rule-book/compile-book.ts'
import type { ConsignmentTerms } from './client-terms.ts'
import { costParts, type CostParts, sumOfParts } from './cost-parts.ts'
import type { Consignment } from '../allocation/consignment.ts'

/** The terms that count for a consignment. Throws a RangeError if the book lacks them: the cost would be another. */
export function termsOf({ terms, carriers }: CompiledBook, consignment: Consignment): ConsignmentTerms | undefined {
  if (!consignment.terms) return undefined
  const found = terms?.get(consignment.terms.at)
  if (!found) throw new RangeError(`The terms of carriers at ${consignment.terms.at} are not loaded`)
  return found.countFor(consignment, consignment.terms, carriers)
}

/** The weights by which a candidate's prices are read. */
export function pricedQuantities(compiled: CompiledBook, consignment: Consignment, index: number): Quantities {
  return (
    termsOf(compiled, consignment)?.quantitiesFor(compiled.carrierOf[index] ?? 0) ??
    quantitiesOf(consignment.parcels.map(({ weight }) => weight))
  )
}

/** A candidate's whole cost; undefined without a price, or if it is the price alone. */
export function wholeCostOf(compiled: CompiledBook, consignment: Consignment, index: number): Cost | undefined {
  const parts = partsOfCost(compiled, consignment, index)
  return parts && sumOfParts(parts)
}

/** What a candidate's whole cost consists of; undefined without a price, or if it is the price alone. */
export function partsOfCost(compiled: CompiledBook, consignment: Consignment, index: number): CostParts | undefined {
  const terms = termsOf(compiled, consignment)
  const [method, pricing] = [compiled.methods[index], compiled.rulesOn(consignment.despatchDay).pricing[index]]
  const exact = pricing ? costOf(pricing, pricedQuantities(compiled, consignment, index)) : NO_PRICE
  if (!terms || !method || !pricing || exact === NO_PRICE) return undefined
  const { penny } = compiled
  return costParts(terms, {
    carrier: compiled.carrierOf[index] ?? 0,
    method,
    pricing,
    base: roundToUnit(exact, penny),
    penny,
  })
}
