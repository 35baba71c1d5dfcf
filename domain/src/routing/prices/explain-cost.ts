import type { Day } from '../../calendar/day.ts'
import { roundMoney } from '../../money/minor-units.ts'
import { costOf, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import {
  type Charge,
  type Cost,
  type Costing,
  costOfQuantity,
  isForEachParcel,
  type Pricing,
  rowInForce,
} from './costing.ts'

/** What one costing adds to the cost of a consignment. */
export type CostPart = {
  readonly costing: 'primary' | 'secondary'
  /** Grams by weight, otherwise parcels. */
  readonly quantity: number
  /** The number of parcels of this weight that are charged each; null if the quantity is charged once. */
  readonly parcels: number | null
  /** The matrix row that applies (from 0); null for a single costing. */
  readonly row: number | null
  readonly charge: Charge
  /** Started increments. */
  readonly increments: number
  readonly cost: Cost
}
export type ExplainedCost =
  | { readonly cost: Cost; readonly parts: readonly CostPart[] }
  /** No price, with the reason for people. */
  | { readonly cost: null; readonly why: string }

/**
 * Explains the cost of a consignment on a day from the weights of its parcels in grams, with the bands that apply. With
 * a currency the cost is rounded to whole minor units, as charged; its parts may be finer.
 */
export function explainCost(pricing: Pricing, day: Day, grams: readonly number[], currency?: string): ExplainedCost {
  const onDay = pricingOn(pricing, day)
  const { primaryCosting: primary, secondaryCosting: secondary } = pricing
  if (!onDay || !primary) return { cost: null, why: 'This method has no prices.' }
  const cost = costOf(onDay, quantitiesOf(grams))
  if (primary.fromParcel > 1)
    return { cost: null, why: `No price covers the parcels before parcel ${primary.fromParcel}.` }
  const isEach = isForEachParcel(pricing)
  const inOrder = isEach ? grams.toSorted((one, other) => other - one) : grams
  const ofPrimary = secondary ? inOrder.slice(0, secondary.fromParcel - 1) : inOrder
  const rest = inOrder.slice(ofPrimary.length)
  const parts: CostPart[] = []
  for (const [costingName, costing, held] of [
    ['primary', primary, ofPrimary],
    ['secondary', secondary, rest],
  ] as const) {
    if (!costing || held.length === 0) continue
    const total = onDay.byWeight ? held.reduce((sum, weight) => sum + weight, 0) : held.length
    const quantities: [quantity: number, parcels: number | null][] = isEach
      ? [...Map.groupBy(held, (weight) => weight)].map(([weight, { length }]) => [weight, length])
      : [[total, null]]
    for (const [quantity, parcels] of quantities) {
      const part = partOf(costingName, costing, quantity, { day, byWeight: onDay.byWeight, parcels })
      if (!part) return { cost: null, why: `No band of the ${costingName} costing holds this quantity on this day.` }
      parts.push(part)
    }
  }
  if (cost === NO_PRICE) return { cost: null, why: 'There is no price for it.' }
  return { cost: currency === undefined ? cost : roundMoney(cost, currency), parts }
}

type PartOptions = { readonly day: Day; readonly byWeight: boolean; readonly parcels: number | null }

function partOf(
  costingName: CostPart['costing'],
  costing: Costing,
  quantity: number,
  { day, byWeight, parcels }: PartOptions,
): CostPart | undefined {
  const rows = costing.costingMatrix
  const row = rows.length > 0 ? rowInForce(rows, quantity, day, byWeight) : undefined
  if (rows.length > 0 && !row) return undefined
  const charge = row ?? costing
  const beyond = quantity - charge.incrementStart
  return {
    costing: costingName,
    quantity,
    parcels,
    row: row ? rows.indexOf(row) : null,
    charge,
    increments: beyond > 0 && charge.increment > 0 ? Math.ceil(beyond / charge.increment) : 0,
    cost: costOfQuantity(charge, quantity) * (parcels ?? 1),
  }
}
