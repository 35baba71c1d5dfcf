import { method } from './rule-books.ts'
import type { Cost, MatrixRow, Pricing } from '../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail, BilledParcel } from '../invoices/invoice.ts'
import type { ChargeCategory } from '../routing/terms/charge-category.ts'
import { compileRules, judge } from '../invoices/judging/judge.ts'
import type { DespatchedConsignment, DespatchedParcel, DetailFacts, RowFacts } from '../invoices/judging/facts.ts'
import type { JudgedDetail } from '../invoices/judging/judged.ts'
import type { JudgingRules, MethodSpan } from '../invoices/judging/rules.ts'
import type { AgreedCharge } from '../routing/terms/agreed-charge.ts'

/** Billed details, facts and rules for tests of judging, written by hand. Money is in pounds here. */

export const DAY = '2026-03-02'
export const pounds = (amount: number): Cost => Math.round(amount * 10_000)

export const priceRow = (chargeID: string, from: number, to: number | null, cost: number): MatrixRow => ({
  chargeID,
  from,
  to,
  baseCost: pounds(cost),
  incrementalCost: 0,
  incrementStart: 0,
  increment: 0,
  effectiveFrom: null,
  effectiveBetween: null,
})

/** Up to 2 kg, 5 kg, 10 kg, 30 kg. */
export const byWeight = (costs: readonly number[] = [4, 5, 7, 12]): Pricing => {
  const edges = [0, 2000, 5000, 10_000, 30_000]
  const costing = {
    fromParcel: 1,
    baseCost: 0,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
    costingMatrix: costs.map((cost, index) =>
      priceRow(`C${index + 1}`, edges[index] ?? 0, edges[index + 1] ?? null, cost),
    ),
  }
  return { pricingMethod: 'By Weight Matrix', primaryCosting: costing, secondaryCosting: null }
}

/** One price for the first parcel, and another for each further one. */
export const byParcel = (first: number, further: number): Pricing => ({
  pricingMethod: 'By Parcel',
  primaryCosting: {
    fromParcel: 1,
    baseCost: pounds(first),
    incrementalCost: pounds(further),
    incrementStart: 1,
    increment: 1,
    costingMatrix: [],
  },
  secondaryCosting: null,
})

export const span = (
  clientMethodID: string,
  carrier: string,
  pricing: Pricing,
  overrides: Partial<MethodSpan> & { readonly service?: string } = {},
): MethodSpan => ({
  fromVersion: overrides.fromVersion ?? 1,
  toVersion: overrides.toVersion ?? null,
  holdsFrom: overrides.holdsFrom ?? null,
  method: method(clientMethodID, carrier, 0, {
    pricing,
    carrierService: overrides.service ?? clientMethodID,
    methodDescription: overrides.service ?? clientMethodID,
  }),
})

export const agreed = (id: string, overrides: Partial<AgreedCharge> = {}): AgreedCharge => ({
  id,
  carrier: 'DPD',
  client: null,
  from: '2025-01-01',
  to: null,
  by: 'Ann',
  code: '',
  category: 'fuel',
  text: 'Fuel',
  amount: { kind: 'percent', percent: 100_000, of: ['base'], per: 'detail' },
  when: 'always',
  least: null,
  most: null,
  currency: 'GBP',
  ...overrides,
})

export const rulesOf = (
  overrides: Partial<JudgingRules> & { readonly methods?: readonly MethodSpan[] } = {},
): JudgingRules => ({
  prices: [
    {
      client: 'ACME',
      currency: 'GBP',
      versions: [{ version: 1, publishedAt: 0, by: 'Ann' }],
      methods: overrides.methods ?? [span('M1', 'DPD', byWeight(), { service: 'Next Day' })],
    },
  ],
  agreedCharges: [],
  divisors: [],
  tolerances: [],
  serviceNames: [],
  ...overrides,
})

export const despatched = (trackingNumber: string, overrides: Partial<DespatchedParcel> = {}): DespatchedParcel => ({
  trackingNumber,
  despatchedAt: Date.parse(`${DAY}T15:00:00Z`),
  weight: 1500,
  plannedWeight: null,
  volume: null,
  isReturned: false,
  ...overrides,
})

export const consignment = (
  parcels: readonly DespatchedParcel[],
  overrides: Partial<DespatchedConsignment> = {},
): DespatchedConsignment => ({
  client: 'ACME',
  orderNumber: 'O1',
  carrier: 'DPD',
  clientMethodID: 'M1',
  carrierService: '',
  day: DAY,
  service: 'STANDARD',
  country: 'GB',
  region: 'Wales',
  parcels,
  decision: null,
  ...overrides,
})

let line = 0
export const charge = (
  category: ChargeCategory,
  net: number,
  code: string = category,
  text: string = category,
): BilledCharge => ({ code, text, category, net: pounds(net), line: ++line })

export const billedParcel = (
  trackingNumber: string,
  charges: readonly BilledCharge[],
  overrides: Partial<BilledParcel> = {},
): BilledParcel => ({
  trackingNumber,
  line: 1,
  billedWeight: null,
  declaredWeight: null,
  size: null,
  charges,
  tax: null,
  ...overrides,
})

export const billedDetail = (
  parcels: readonly BilledParcel[],
  overrides: Partial<BilledDetail> = {},
): BilledDetail => ({
  consignmentNumber: '1',
  references: ['O1'],
  leg: 'outbound',
  service: 'Next Day',
  shipmentDay: DAY,
  country: 'GB',
  postcode: '',
  pieces: parcels.length,
  parcels,
  charges: [],
  line: 1,
  ...overrides,
})

/**
 * Each parcel row matches the parcel at the same position in the consignment; a single row of several pieces matches
 * all of them.
 */
export const factsFor = (
  detail: BilledDetail,
  of: DespatchedConsignment,
  overrides: Partial<DetailFacts> & { readonly earlier?: RowFacts['earlier'] } = {},
): DetailFacts => ({
  carrier: 'DPD',
  currency: 'GBP',
  rateOf: () => null,
  parcels: detail.parcels.map((_, index) => ({
    match:
      detail.parcels.length === 1 && detail.pieces > 1
        ? { kind: 'consignment', consignment: of }
        : { kind: 'parcel', consignment: of, index },
    earlier: overrides.earlier ?? [],
  })),
  own: { match: { kind: 'consignment', consignment: of }, earlier: [] },
  ...overrides,
})

export const judged = (detail: BilledDetail, facts: DetailFacts, rules: JudgingRules = rulesOf()): JudgedDetail =>
  judge(detail, facts, compileRules(rules))
