import { method } from './rule-books.ts'
import type { Cost, MatrixRow, Pricing } from '../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail, BilledParcel, ChargeCategory } from '../invoices/invoice.ts'
import { compileRules, judge } from '../invoices/reconciliation/judge.ts'
import type {
  DespatchedConsignment,
  DespatchedParcel,
  DetailFacts,
  RowFacts,
} from '../invoices/reconciliation/facts.ts'
import type { JudgedDetail } from '../invoices/reconciliation/judged.ts'
import type { AgreedCharge, JudgingRules, MethodSpan } from '../invoices/reconciliation/rules.ts'

/** Billed details, facts and rules for the tests of judging, by hand. Money in pounds here. */

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

/** So much for the first parcel, and so much for each further one. */
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
  given: Partial<MethodSpan> & { readonly service?: string } = {},
): MethodSpan => ({
  fromVersion: given.fromVersion ?? 1,
  toVersion: given.toVersion ?? null,
  holdsFrom: given.holdsFrom ?? null,
  method: method(clientMethodID, carrier, 0, {
    pricing,
    carrierService: given.service ?? clientMethodID,
    methodDescription: given.service ?? clientMethodID,
  }),
})

export const agreed = (id: string, given: Partial<AgreedCharge> = {}): AgreedCharge => ({
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
  ...given,
})

export const rulesOf = (
  given: Partial<JudgingRules> & { readonly methods?: readonly MethodSpan[] } = {},
): JudgingRules => ({
  prices: [
    {
      client: 'ACME',
      currency: 'GBP',
      versions: [{ version: 1, publishedAt: 0, by: 'Ann' }],
      methods: given.methods ?? [span('M1', 'DPD', byWeight(), { service: 'Next Day' })],
    },
  ],
  agreedCharges: [],
  divisors: [],
  tolerances: [],
  serviceNames: [],
  ...given,
})

export const despatched = (trackingNumber: string, given: Partial<DespatchedParcel> = {}): DespatchedParcel => ({
  trackingNumber,
  despatchedAt: Date.parse(`${DAY}T15:00:00Z`),
  weight: 1500,
  plannedWeight: null,
  volume: null,
  isReturned: false,
  ...given,
})

export const consignment = (
  parcels: readonly DespatchedParcel[],
  given: Partial<DespatchedConsignment> = {},
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
  ...given,
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
  given: Partial<BilledParcel> = {},
): BilledParcel => ({
  trackingNumber,
  line: 1,
  billedWeight: null,
  declaredWeight: null,
  size: null,
  charges,
  tax: null,
  ...given,
})

export const billedDetail = (parcels: readonly BilledParcel[], given: Partial<BilledDetail> = {}): BilledDetail => ({
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
  ...given,
})

/** Each parcel row matches the parcel of the consignment at its own place; a single one of several pieces all of them. */
export const factsFor = (
  detail: BilledDetail,
  of: DespatchedConsignment,
  given: Partial<DetailFacts> & { readonly earlier?: RowFacts['earlier'] } = {},
): DetailFacts => ({
  carrier: 'DPD',
  currency: 'GBP',
  rateOf: () => null,
  parcels: detail.parcels.map((_, index) => ({
    match:
      detail.parcels.length === 1 && detail.pieces > 1
        ? { kind: 'consignment', consignment: of }
        : { kind: 'parcel', consignment: of, index },
    earlier: given.earlier ?? [],
  })),
  own: { match: { kind: 'consignment', consignment: of }, earlier: [] },
  ...given,
})

export const judged = (detail: BilledDetail, facts: DetailFacts, rules: JudgingRules = rulesOf()): JudgedDetail =>
  judge(detail, facts, compileRules(rules))
