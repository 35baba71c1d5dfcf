import type { Cost, Pricing } from '../../routing/prices/costing.ts'
import type { Cause } from '../invoice.ts'
import { type Draft, fillFuels, sum } from './bill.ts'
import { type CarrierTerms, type Fault, priceOf, pricesOf, toPenny } from './carriage.ts'
import type { Random } from './random.ts'

/** A smaller difference could pass as tolerated. */
const MIN_DIFFERENCE: Cost = 3000

/** The effect of a fault on a draft: the cause to find, and the parcel row with the fault. */
type Damage = { readonly cause: Cause; readonly row: number | null }
type Damager = (draft: Draft, terms: CarrierTerms, random: Random) => Damage | null

const isByWeight = (prices: Pricing | undefined) => prices?.pricingMethod === 'By Weight Matrix'
const rowOf = ({ style, isSpread }: Draft, parcel: number) => (style === 'rows' && !isSpread ? parcel : null)

/** Faults of a despatched consignment. Each returns null if it cannot be applied to this one. */
export const DAMAGE: { readonly [Name in Fault]?: Damager } = {
  'wrong weight': (draft, terms, random) => {
    const { parcels, day } = draft.carriage
    const last = parcels.length - 1
    const parcel = parcels[last]
    if (!parcel || draft.isSpread || !isByWeight(parcel.prices) || (draft.style !== 'rows' && last > 0)) return null
    const grams = parcels.map((one) => one.grams)
    const heavier = parcel.grams + random.whole(1, 9) * 1000
    const wrong = priceOf(parcel.prices, day, [...grams.slice(0, -1), heavier])
    const right = priceOf(parcel.prices, day, grams)
    if (wrong === undefined || right === undefined || Math.abs(wrong - right) < MIN_DIFFERENCE) return null
    draft.bases[last] = toPenny(wrong)
    draft.grams = parcels.map((one, index) => (index === last ? heavier : one.grams))
    fillFuels(draft, terms)
    return { cause: 'weight or size', row: rowOf(draft, last) }
  },
  'wrong service': (draft, terms, random) => {
    const { parcels, day, otherServices } = draft.carriage
    const [parcel] = parcels
    if (!parcel || parcels.length > 1 || otherServices.length === 0) return null
    const other = random.oneOf(otherServices)
    const wrong = priceOf(other.prices, day, [parcel.grams])
    if (wrong === undefined || Math.abs(wrong - sum(draft.bases)) < MIN_DIFFERENCE) return null
    draft.bases = [toPenny(wrong)]
    draft.service = other.service
    fillFuels(draft, terms)
    return { cause: 'service', row: rowOf(draft, 0) }
  },
  'service not contracted': (draft, terms, random) => {
    draft.service = 'Sunrise Courier'
    draft.bases[0] = (draft.bases[0] ?? 0) + random.whole(30, 900) * 100
    fillFuels(draft, terms)
    return { cause: 'service', row: rowOf(draft, 0) }
  },
  'wrong number': (draft, terms) => {
    const { parcels, day } = draft.carriage
    const last = parcels.at(-1)
    if (!last || draft.style === 'rows' || isByWeight(last.prices)) return null
    const more = priceOf(last.prices, day, [...parcels.map(({ grams }) => grams), 0])
    if (more === undefined || more < MIN_DIFFERENCE) return null
    draft.bases.push(toPenny(more))
    draft.pieces++
    fillFuels(draft, terms)
    return { cause: 'number of parcels', row: null }
  },
  'wrong price': (draft, terms, random) => {
    const parcel = random.whole(0, draft.bases.length - 1)
    const right = draft.bases[parcel] ?? 0
    const less = right - random.whole(30, 90) * 100
    draft.bases[parcel] = random.happens(20) && less > 0 ? less : right + random.whole(30, 400) * 100
    draft.service = draft.carriage.service
    // A weight that would explain the price is another fault.
    draft.grams = draft.carriage.parcels.map(({ grams }) => grams)
    fillFuels(draft, terms)
    return { cause: 'price', row: rowOf(draft, parcel) }
  },
  'wrong fuel': (draft, { fuel }) => {
    const right = sum(draft.fuels)
    fillFuels(draft, { fuel: fuel * 2 })
    return sum(draft.fuels) - right < MIN_DIFFERENCE
      ? null
      : { cause: 'charges', row: draft.bases.length === 1 ? rowOf(draft, 0) : null }
  },
  'unknown surcharge': (draft, _terms, random) => {
    const parcel = random.whole(0, draft.carriage.parcels.length - 1)
    const net = random.whole(30, 500) * 100
    draft.extras.push({ parcel, category: 'other', net, code: 'HND', text: 'Special handling' })
    return { cause: 'charges', row: rowOf(draft, parcel) }
  },
  'not returned': (draft, { returned }) => {
    if (draft.carriage.isReturned) return null
    draft.extras.push({ parcel: 0, category: 'return to sender', net: returned, code: 'RTS', text: 'Returned' })
    return { cause: 'charges', row: rowOf(draft, 0) }
  },
}

/** The correct total of a carriage, net: to the ten-thousandth for its base, to the penny for its fuel. */
export function rightAmount({ carriage, extras }: Draft, { fuel }: CarrierTerms): Cost {
  const base = sum(
    pricesOf(
      carriage,
      carriage.parcels.map(({ grams }) => grams),
    ) ?? [],
  )
  const agreed = extras.filter(({ code }) => code === 'RAS' || (code === 'RTS' && carriage.isReturned))
  const pennies = Math.floor((base * fuel) / 1_000_000 + 0.5 + 1e-9)
  return base + pennies * 100 + sum(agreed.map(({ net }) => net))
}
