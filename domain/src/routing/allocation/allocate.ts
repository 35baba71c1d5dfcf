import { roundToUnit } from '../../money/minor-units.ts'
import { rulePlace } from '../served-places.ts'
import { type Cost, NO_COST } from '../prices/costing.ts'
import { costOf, NO_PRICE, type Quantities } from '../prices/compile-pricing.ts'
import type { CompiledBook } from '../rule-book/compile-book.ts'
import type { Consignment, HandChoice } from './consignment.ts'
import { BIT, maskOf } from './constraints.ts'
import { clockCutOff } from '../cut-offs/cut-off.ts'
import { stopOf } from '../carrier-stops/carrier-stop.ts'
import { termsOf, wholeCostOf } from '../terms/candidate-cost.ts'
import { overruledOf } from './overrule/overrules.ts'

/**
 * The chosen method, and the failed constraints and cost of every candidate. This is compact, and enough to explain the
 * decision ({@link explain}). Candidates are in the order of the compiled book.
 */
export type Decision = {
  /** The index of the chosen method; -1 for a routing exception. */
  readonly chosen: number
  /** By candidate, a mask of failed constraints; 0 is eligible. */
  readonly failing: readonly number[]
  /**
   * The whole cost by candidate: its price, and the carrier's terms. For speed it is the price alone for those that fail
   * any other constraint than capacity and were not chosen by hand: {@link explain} gives theirs. In ten-thousandths of
   * the currency's main unit, rounded to whole minor units; -1 without a price.
   */
  readonly costs: readonly number[]
}

/** Measures of a consignment, computed once for all candidates. */
type Measures = Quantities & {
  readonly longest: number
  readonly largest: number
  readonly heaviest: number
  readonly grams: number
}

/**
 * Chooses the method of a consignment: the cheapest candidate that meets every constraint, then the shorter transit,
 * then the lower code. A choice by hand has priority as long as it fails only overruled constraints, within their
 * bounds; then a method that was assigned together with other orders, if it is eligible. `used` has the parcels that
 * carriers already have on the despatch day, by carrier index. Pure: equal inputs give the same decision. domain.md,
 * Allocation.
 */
export function allocate(compiled: CompiledBook, consignment: Consignment, used: Float64Array): Decision {
  const { methods, carrierOf, limits, penny } = compiled
  const { despatchDay, stops, clock } = consignment
  const rules = compiled.rulesOn(despatchDay)
  const measures = measuresOf(consignment)
  const { count, longest, largest, heaviest, grams } = measures
  const ofService = compiled.failingService.get(consignment.service)
  const { country, region, isHome } = rulePlace(consignment, compiled.book.homeCountry)
  const ofCountry = compiled.failingCountry.get(country) ?? compiled.elsewhere.country
  const ofRegion = isHome
    ? (compiled.failingRegion.get(region ?? '') ?? compiled.elsewhere.region)
    : compiled.elsewhere.abroad
  const terms = termsOf(compiled, consignment)
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
    const method = methods[index]
    if (stops && method && stopOf(stops, method, despatchDay)) mask |= BIT.stopped
    if (clock && method && (clockCutOff(clock, method, despatchDay)?.left ?? 0) < 0) mask |= BIT.cutOff
    if (longest > (limits.Length[index] ?? 0)) mask |= BIT.Length
    if (largest > (limits.Volume[index] ?? 0)) mask |= BIT.Volume
    if (count > (limits.NumberOfParcels[index] ?? 0)) mask |= BIT.NumberOfParcels
    if (heaviest > (limits.ParcelWeight[index] ?? 0)) mask |= BIT.ParcelWeight
    if (grams > (limits.ConsignmentWeight[index] ?? 0)) mask |= BIT.ConsignmentWeight
    if ((used[carrier] ?? 0) + count > (rules.slots[carrier] ?? 0)) mask |= BIT.capacity
    if (consignment.heldTo && !isHeldTo(consignment, method)) mask |= BIT.fixedRouting
    const pricing = rules.pricing[index]
    const weights = terms?.quantitiesFor(carrier) ?? measures
    const exact = pricing ? costOf(pricing, weights) : NO_PRICE
    const base = exact === NO_PRICE ? NO_PRICE : roundToUnit(exact, penny)
    if (base === NO_PRICE) mask |= BIT.price
    const isCounted = terms && (mask & ~BIT.capacity) === 0
    const cost = isCounted && method && pricing ? terms.wholeCost({ carrier, method, pricing, base, penny }) : base
    failing.push(mask)
    costs.push(cost)
    // Candidates are in the order that breaks ties, so the first of equal cost wins.
    if (mask === 0 && cost < lowest) {
      lowest = cost
      chosen = index
    }
  }
  const own = consignment.byHand ? handChosen(compiled, failing, consignment, consignment.byHand) : -1
  if (own >= 0) {
    costs[own] = wholeCostOf(compiled, consignment, own) ?? costs[own] ?? NO_PRICE
    return { chosen: own, failing, costs }
  }
  const assigned = methods.findIndex(({ clientMethodID }) => clientMethodID === consignment.assigned?.clientMethodID)
  return { chosen: failing[assigned] === 0 ? assigned : chosen, failing, costs }
}

/**
 * Whether the chosen method is the one chosen by hand. A choice that no longer applies leaves the decision to
 * allocation.
 */
export const isChosenByHand = ({ byHand }: Pick<Consignment, 'byHand'>, chosen: string | null | undefined): boolean =>
  byHand !== undefined && byHand.clientMethodID === chosen

/** The index of the method chosen by hand; -1 if it may not carry the consignment or has ended. */
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
