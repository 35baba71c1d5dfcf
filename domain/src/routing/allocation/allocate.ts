import { roundToUnit } from '../../money/minor-units.ts'
import { rulePlace } from '../served-places.ts'
import { type Cost, NO_COST } from '../prices/costing.ts'
import { costOf, NO_PRICE, type Quantities } from '../prices/compile-pricing.ts'
import { type CompiledBook } from '../rule-book/compile-book.ts'
import type { Consignment, HandChoice } from './consignment.ts'
import { BIT, maskOf } from './constraints.ts'
import { overruledOf } from './overrule/overrules.ts'

/**
 * The method that was chosen, and for every candidate what it fails and what it would cost: enough to say all that can be
 * asked of the decision ({@link explain}), in little room. Candidates are those of the compiled book, in its order.
 */
export type Decision = {
  /** The index of the chosen method; -1 is a routing exception. */
  readonly chosen: number
  /** By candidate, the bits of the constraints that it fails; 0 is eligible. */
  readonly failing: readonly number[]
  /** By candidate, in ten-thousandths that are whole minor units of the book's currency; -1 where it has no price. */
  readonly costs: readonly number[]
}

/** What of a consignment is the same for every candidate. */
type Measures = Quantities & {
  readonly longest: number
  readonly largest: number
  readonly heaviest: number
  readonly grams: number
}

/**
 * Chooses the method of a consignment: of the candidates that meet every constraint the cheapest, then the one of the
 * shorter transit, then by code. A method that someone chose by hand goes before all of them, for as long as it fails
 * nothing but what was overruled for it, and by no more. `used` is what the carriers have been given of the despatch day already, in parcels, by
 * carrier. Pure: the same book, consignment and usage give the same decision. domain.md, Allocation.
 */
export function allocate(compiled: CompiledBook, consignment: Consignment, used: Float64Array): Decision {
  const { methods, carrierOf, limits, penny } = compiled
  const rules = compiled.rulesOn(consignment.despatchDay)
  const measures = measuresOf(consignment)
  const { count, longest, largest, heaviest, grams } = measures
  const ofService = compiled.failingService.get(consignment.service)
  const { country, region, isHome } = rulePlace(consignment, compiled.book.homeCountry)
  const ofCountry = compiled.failingCountry.get(country) ?? compiled.elsewhere.country
  const ofRegion = isHome
    ? (compiled.failingRegion.get(region ?? '') ?? compiled.elsewhere.region)
    : compiled.elsewhere.abroad
  const failing: number[] = []
  const costs: number[] = []
  let chosen = -1
  let lowest: Cost = NO_COST
  for (let index = 0; index < methods.length; index++) {
    const carrier = carrierOf[index] ?? 0
    let mask =
      (rules.failing[index] ?? 0) |
      (ofService?.[index] ?? BIT.service) |
      (ofCountry[index] ?? 0) |
      (ofRegion[index] ?? 0)
    if (longest > (limits.Length[index] ?? 0)) mask |= BIT.Length
    if (largest > (limits.Volume[index] ?? 0)) mask |= BIT.Volume
    if (count > (limits.NumberOfParcels[index] ?? 0)) mask |= BIT.NumberOfParcels
    if (heaviest > (limits.ParcelWeight[index] ?? 0)) mask |= BIT.ParcelWeight
    if (grams > (limits.ConsignmentWeight[index] ?? 0)) mask |= BIT.ConsignmentWeight
    if ((used[carrier] ?? 0) + count > (rules.slots[carrier] ?? 0)) mask |= BIT.capacity
    if (consignment.heldTo && !isHeldTo(consignment, methods[index])) mask |= BIT.fixedRouting
    const pricing = rules.pricing[index]
    const exact = pricing ? costOf(pricing, measures) : NO_PRICE
    const cost = exact === NO_PRICE ? NO_PRICE : roundToUnit(exact, penny)
    if (cost === NO_PRICE) mask |= BIT.price
    failing.push(mask)
    costs.push(cost)
    // The candidates stand in the order that breaks ties: the first of equal cost stays.
    if (mask === 0 && cost < lowest) {
      lowest = cost
      chosen = index
    }
  }
  const own = consignment.byHand ? handChosen(compiled, failing, consignment, consignment.byHand) : -1
  return { chosen: own < 0 ? chosen : own, failing, costs }
}

/** Whether a consignment goes by its choice by hand, with the method that was chosen for it: one that lapsed leaves allocation to choose. */
export const goesByHand = ({ byHand }: Pick<Consignment, 'byHand'>, chosen: string | null | undefined): boolean =>
  byHand !== undefined && byHand.clientMethodID === chosen

/** The index of the method that was chosen by hand; -1 where it may not carry the consignment, or is no more. */
function handChosen(
  { methods }: CompiledBook,
  failing: readonly number[],
  consignment: Consignment,
  choice: HandChoice,
): number {
  const index = methods.findIndex((method) => method.clientMethodID === choice.clientMethodID)
  const allowed = maskOf(overruledOf(choice, consignment))
  return index < 0 || ((failing[index] ?? 0) & ~allowed) !== 0 ? -1 : index
}

function isHeldTo({ heldTo }: Consignment, method: { carrier: string; clientMethodID: string } | undefined): boolean {
  if (!heldTo || !method) return true
  return heldTo.carrier === method.carrier && (heldTo.clientMethodID ?? method.clientMethodID) === method.clientMethodID
}

function measuresOf({ parcels }: Consignment): Measures {
  const gramsUpTo = new Float64Array(parcels.length + 1)
  let [longest, largest, heaviest, grams] = [0, 0, 0, 0]
  for (let index = 0; index < parcels.length; index++) {
    const parcel = parcels[index]
    if (!parcel) continue
    grams += parcel.weight
    gramsUpTo[index + 1] = grams
    if (parcel.length > longest) longest = parcel.length
    if (parcel.volume > largest) largest = parcel.volume
    if (parcel.weight > heaviest) heaviest = parcel.weight
  }
  return { count: parcels.length, gramsUpTo, longest, largest, heaviest, grams }
}
