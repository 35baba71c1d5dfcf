import type { Day } from '../../calendar/day.ts'
import { explainCost } from '../../routing/prices/explain-cost.ts'
import type { Cost, Pricing } from '../../routing/prices/costing.ts'
import type { BilledDetail, Cause, Verdict } from '../invoice.ts'

/** A parcel as its carrier knows it: the measured weight, and the prices agreed on the despatch day. */
export type CarriedParcel = { readonly trackingNumber: string; readonly grams: number; readonly prices: Pricing }

/** Parcels of one order that a carrier took on one day. */
export type Carriage = {
  readonly orderNumber: string
  readonly service: string
  readonly day: Day
  readonly country: string
  readonly postcode?: string
  readonly parcels: readonly CarriedParcel[]
  /** Other contracted services, and their cost when the first parcel left. */
  readonly otherServices: readonly { readonly service: string; readonly prices: Pricing }[]
  readonly isReturned: boolean
}

/** What a carrier bills beside the price. */
export type CarrierTerms = {
  /** Hundredths of a per cent of the base. */
  readonly fuel: number
  /** For each parcel to a remote place, and for each returned one: ten-thousandths. */
  readonly remoteArea: Cost
  readonly returned: Cost
}

export const FAULTS = [
  'wrong weight',
  'wrong service',
  'service not contracted',
  'wrong number',
  'wrong price',
  'wrong fuel',
  'unknown surcharge',
  'billed twice',
  'on two invoices',
  'never despatched',
  'unknown parcel',
  'not returned',
  'adjusted without reason',
  'credit too large',
] as const
export type Fault = (typeof FAULTS)[number]

/** What judging must find in a detail; null means no fault. */
export type Written = {
  readonly detail: BilledDetail
  readonly invoice: string
  readonly fault: Fault | null
  readonly verdict: Verdict
  readonly cause: Cause | null
  /** The billed amount less the correct amount, net. */
  readonly amount: Cost
  /** The index of the parcel row with the fault; null for the whole detail. */
  readonly row: number | null
}

/** The cost that a parcel adds to its consignment; undefined without a price. `grams` are of all parcels up to it. */
export function priceOf(prices: Pricing, day: Day, grams: readonly number[]): Cost | undefined {
  const upTo = explainCost(prices, day, grams).cost
  const before = grams.length === 1 ? 0 : explainCost(prices, day, grams.slice(0, -1)).cost
  return upTo === null || before === null ? undefined : upTo - before
}

/** The expected cost of each parcel of a carriage; undefined if one has no price. */
export function pricesOf({ parcels, day }: Carriage, grams: readonly number[]): Cost[] | undefined {
  const costs = parcels.map(({ prices }, index) => priceOf(prices, day, grams.slice(0, index + 1)))
  return costs.every((cost) => cost !== undefined) ? costs : undefined
}

/** A surcharge as carriers calculate it: hundredths of a per cent, rounded half up to the penny. */
export const surcharge = (base: Cost, rate: number): Cost => {
  const pennies = (base * rate) / 1_000_000
  return Math.floor(pennies + 0.5 + 1e-9) * 100
}

/** Rounds to the penny, as on invoices. */
export const toPenny = (amount: Cost): Cost => Math.round(amount / 100) * 100
