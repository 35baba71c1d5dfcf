import {
  chargesOfParcel,
  costOf,
  costOfParcel,
  type DayPricing,
  NO_PRICE,
  priceGap,
  quantitiesOf,
  type Quantities,
} from '../../routing/prices/compile-pricing.ts'
import type { Day } from '../../calendar/day.ts'
import { minorUnitOf, roundToUnit } from '../../money/minor-units.ts'
import type { Cost, MatrixRow } from '../../routing/prices/costing.ts'
import { gramsBySize } from '../../routing/terms/size.ts'
import type { CompiledRules } from './compiled-rules.ts'
import type { DespatchedConsignment, DespatchedParcel } from './facts.ts'
import type { Shipped } from '../../routing/terms/conditions.ts'
import { sameName } from '../../text/same-name.ts'
import { isNamed } from '../../routing/despatch-methods.ts'
import { findMethod } from './find-method.ts'
import type { PriceRowUsed, Problem, Reason, WeightSource } from './reasons.ts'
import type { DayMethod } from './rules.ts'
import type { AgreedDivisor } from '../../routing/terms/agreed-charge.ts'

export const isProblem = (one: Priced | Problem): one is Problem => 'why' in one

/** The method that prices a parcel, and its prices on the despatch day. */
export type Priced = { readonly by: DayMethod; readonly pricing: DayPricing }

type UsedWeight = { readonly grams: number; readonly from: WeightSource }

/** A consignment with its prices and weights, while a detail is judged. */
export type Lane = {
  readonly consignment: DespatchedConsignment
  readonly divisor: AgreedDivisor | undefined
  /** The minor unit of its client's currency, in ten-thousandths. */
  readonly penny: Cost
  /** By parcel; null if unknown. */
  readonly weights: readonly (UsedWeight | null)[]
  /** The weights that count, up to the first unknown one. */
  readonly known: Quantities
  /** By parcel: the billed weight in grams; null if the invoice states none, or does not bill the parcel. */
  readonly billedGrams: (number | null)[]
  /** By parcel. */
  readonly priced: readonly (Priced | Problem)[]
}

/** `account` is the carrier's account on the invoice. */
export function laneOf(consignment: DespatchedConsignment, rules: CompiledRules, account = ''): Lane {
  const { carrier, client, day, parcels } = consignment
  const divisor = rules.terms.divisorOn(carrier, client, day)
  const weights = parcels.map((parcel) => weightOf(parcel, divisor))
  return {
    consignment,
    divisor,
    penny: minorUnitOf(rules.books.currencyOf(client) ?? ''),
    weights,
    known: quantitiesOf(weights.map((weight) => weight?.grams ?? 0)),
    billedGrams: parcels.map(() => null),
    priced: pricedParcels(consignment, rules, account),
  }
}

/**
 * The weight that counts: as despatched, otherwise as planned; by size if a divisor is agreed and the size weighs
 * more.
 */
function weightOf(parcel: DespatchedParcel, divisor: AgreedDivisor | undefined): UsedWeight | null {
  const grams = parcel.weight ?? parcel.plannedWeight
  if (grams === null) return null
  const bySize = divisor && parcel.volume !== null ? gramsBySize(parcel.volume, divisor) : 0
  if (bySize > grams) return { grams: bySize, from: 'size' }
  return { grams, from: parcel.weight === null ? 'planned' : 'despatched' }
}

/** The facts for conditions of agreed charges, about some parcels of a consignment. */
export function shippedOf({ consignment, weights, priced }: Lane, indexes: readonly number[], day: Day): Shipped {
  const { country, postcode = '', carrierService, parcels } = consignment
  const [first] = priced
  const method = first && !isProblem(first) ? first.by.method : undefined
  const isMethods = carrierService === '' || (method && isNamed(method, sameName(carrierService.trim())))
  return {
    country,
    postcode,
    services: [
      carrierService,
      ...(method && isMethods ? [method.carrierService, method.methodDescription] : []),
    ].filter((name) => name !== ''),
    day,
    parcels: indexes.map((index) => ({
      weight: weights[index]?.grams ?? null,
      length: parcels[index]?.length ?? null,
      volume: parcels[index]?.volume ?? null,
    })),
  }
}

/** Parcels despatched with the same methods share the result. */
function pricedParcels(
  consignment: DespatchedConsignment,
  { books }: CompiledRules,
  account: string,
): (Priced | Problem)[] {
  const found = new Map<readonly DayMethod[], Priced | Problem>()
  return consignment.parcels.map(({ despatchedAt }) => {
    const methods = books.methodsOn(consignment.client, consignment.day, despatchedAt)
    let priced = found.get(methods)
    if (!priced) {
      const by = findMethod(consignment, despatchedAt, books, account)
      found.set(methods, (priced = 'why' in by ? by : pricedBy(by, consignment, books)))
    }
    return priced
  })
}

function pricedBy(by: DayMethod, { day }: DespatchedConsignment, books: CompiledRules['books']): Priced | Problem {
  const pricing = books.pricingOn(by.method, day)
  if (pricing) return { by, pricing }
  const { methodDescription, clientMethodID } = by.method
  return { why: 'no price', detail: `${methodDescription || clientMethodID} has no prices.` }
}

/** Prices the same parcel by another method; undefined without a price. */
export function pricedOtherwise(lane: Lane, index: number, by: DayMethod, rules: CompiledRules): Priced | undefined {
  const own = lane.priced[index]
  const leftAt = lane.consignment.parcels[index]?.despatchedAt
  if (!own || isProblem(own) || leftAt === undefined) return undefined
  const { client, day } = lane.consignment
  const id = by.method.clientMethodID
  const other = rules.books.methodsOn(client, day, leftAt).find(({ method }) => method.clientMethodID === id)
  const priced = other && pricedBy(other, lane.consignment, rules.books)
  return priced && !isProblem(priced) ? priced : undefined
}

/** The cost that a parcel adds to those before it, in the client's currency; null without a price. */
export function marginalCost({ pricing }: Priced, quantities: Quantities, index: number, penny: Cost): Cost | null {
  const cost = costOfParcel(pricing, quantities, index, penny)
  return cost === NO_PRICE ? null : cost
}

/** The first parcel whose unknown weight prevents pricing; undefined if there is none. */
function unweighed(lane: Lane, { pricing }: Priced, index: number): number | undefined {
  if (!pricing.byWeight) return undefined
  const { secondaryFrom } = pricing
  const isSplit = secondaryFrom > 0 && lane.weights.length >= secondaryFrom
  const needed = !pricing.isEach
    ? lane.weights.slice(0, index + 1)
    : // Which parcels are the heaviest, all of them say.
      isSplit
      ? lane.weights
      : lane.weights.map((weight, place) => (place === index ? weight : undefined))
  const place = needed.indexOf(null)
  return place < 0 ? undefined : place
}

/** The expected cost of a parcel, or why it has none. */
export function expectedCost(lane: Lane, index: number): Cost | Problem {
  const priced = lane.priced[index]
  if (!priced) return { why: 'no price', detail: 'The consignment has no such parcel.' }
  if (isProblem(priced)) return priced
  const missing = unweighed(lane, priced, index)
  if (missing !== undefined)
    return { why: 'no weight', detail: lane.consignment.parcels[missing]?.trackingNumber ?? '' }
  const cost = marginalCost(priced, lane.known, index, lane.penny)
  if (cost !== null) return cost
  const { pricing } = priced
  const gap = priceGap(pricing, pricing.isEach ? lane.known : { ...lane.known, count: index + 1 })
  return {
    why: 'no price',
    detail: gap ? 'No price row covers this quantity on this date.' : 'No price row applies.',
  }
}

/**
 * The price rows for a consignment's cost up to a parcel, or for the parcel's own cost if each is charged separately.
 */
export function rowsUsed({ pricing }: Priced, quantities: Quantities, index: number): PriceRowUsed[] {
  return chargesOfParcel(pricing, quantities, index).map(({ costing, quantity, charge, cost }) => {
    const row = 'chargeID' in charge ? (charge as MatrixRow) : undefined
    return {
      costing,
      chargeID: row?.chargeID ?? '',
      from: row?.from ?? 0,
      to: row?.to ?? null,
      effectiveFrom: row?.effectiveFrom ?? null,
      effectiveBetween: row?.effectiveBetween ?? null,
      quantity,
      cost,
    }
  })
}

/** The reasons for a parcel's expected cost: its price and its weight. */
export function priceReasons(lane: Lane, index: number): Reason[] {
  const priced = lane.priced[index]
  if (!priced || isProblem(priced)) return []
  const { pricing } = priced
  const { method, enteredIn, holdsFrom } = priced.by
  const { client, day, parcels } = lane.consignment
  const { gramsUpTo } = lane.known
  const cost = marginalCost(priced, lane.known, index, lane.penny) ?? 0
  const before =
    pricing.isEach || index === 0 ? 0 : roundToUnit(costOf(pricing, { count: index, gramsUpTo }), lane.penny)
  const reasons: Reason[] = [
    {
      kind: 'price',
      client,
      clientMethodID: method.clientMethodID,
      method: method.methodDescription || method.clientMethodID,
      pricingMethod: method.pricing.pricingMethod,
      setIn: enteredIn.version,
      setBy: enteredIn.by,
      entered: { at: enteredIn.publishedAt, holdsFrom },
      day,
      ...(pricing.isEach && { isEach: true }),
      place: index + 1,
      of: parcels.length,
      upTo: before + cost,
      before,
      rows: rowsUsed(priced, lane.known, index),
    },
  ]
  const weight = lane.weights[index]
  if (pricing.byWeight && weight)
    reasons.push({
      kind: 'weight used',
      ...weight,
      divisor: weight.from === 'size' ? (lane.divisor?.id ?? null) : null,
    })
  return reasons
}
