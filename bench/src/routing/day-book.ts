import { type CompiledBook, compileBook } from '@despatch/domain/routing/rule-book/compile-book'
import type { Method, RuleBook } from '@despatch/domain/routing/rule-book/rule-book'
import type { MatrixRow } from '@despatch/domain/routing/prices/costing'

/** Upper edges of weight bands, in grams. */
const BANDS = [1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000]

export const REGIONS = ['E', 'M', 'B', 'LS', 'BS', 'NE', 'G', 'EH', 'CF', 'PL', 'IV', 'BT'] as const
const FAR: readonly string[] = ['IV', 'BT']

type Card = {
  readonly carrier: string
  readonly service: string
  /** Pence of the lightest band, and of each further kilogram. */
  readonly base: number
  readonly perKilo: number
  readonly most: number
  readonly isNextDay: boolean
  readonly isEverywhere: boolean
}

const card = (carrier: string, service: string, base: number, perKilo: number, more: Partial<Card> = {}): Card => ({
  carrier,
  service,
  base,
  perKilo,
  most: 30_000,
  isNextDay: false,
  isEverywhere: true,
  ...more,
})

/** Twelve methods of eight carriers with made-up prices. */
const CARDS: readonly Card[] = [
  card('A', 'Economy', 245, 22, { most: 15_000, isEverywhere: false }),
  card('A', 'Standard', 289, 19),
  card('B', 'Standard', 265, 28, { most: 20_000 }),
  card('B', 'Next Day', 385, 34, { isNextDay: true, most: 20_000 }),
  card('C', 'Parcel', 330, 11),
  card('C', 'Next Day', 449, 16, { isNextDay: true }),
  card('D', 'Small', 229, 45, { most: 5000 }),
  card('E', 'Standard', 365, 17, { isEverywhere: false }),
  card('E', 'Next Day', 475, 21, { isNextDay: true, isEverywhere: false }),
  card('F', 'Heavy', 520, 6),
  card('G', 'Next Day', 620, 24, { isNextDay: true }),
  card('H', 'Any', 890, 30, { isNextDay: true }),
]

/** The share of a usual day's parcels that each carrier takes: 1.6 in all, the cheapest least. */
export const SHARES: Readonly<Record<string, number>> = {
  A: 0.3,
  B: 0.25,
  C: 0.2,
  D: 0.1,
  E: 0.2,
  F: 0.15,
  G: 0.15,
  H: 0.25,
}

function methodOf({ carrier, service, base, perKilo, most, isNextDay, isEverywhere }: Card): Method {
  const costingMatrix = BANDS.filter((to) => to <= most).map((to, band): MatrixRow => ({
    chargeID: String(band),
    from: band === 0 ? 0 : (BANDS[band - 1] ?? 0),
    to,
    baseCost: Math.round((base + (perKilo * (to - 1000)) / 1000) / 5) * 500,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
    effectiveFrom: null,
    effectiveBetween: null,
  }))
  return {
    clientMethodID: `${carrier} ${service}`,
    carrier,
    carrierService: service,
    methodDescription: `${carrier} ${service}`,
    contracts: [],
    serviceTypes: isNextDay ? ['STANDARD', 'NEXT DAY'] : ['STANDARD'],
    countries: ['GB'],
    regions: isEverywhere ? [] : REGIONS.filter((region) => !FAR.includes(region)),
    transitDays: isNextDay ? 1 : 2,
    limits: { Length: null, Volume: null, NumberOfParcels: null, ParcelWeight: most, ConsignmentWeight: null },
    pricing: {
      pricingMethod: 'By Weight Matrix',
      chargedFor: 'parcel',
      primaryCosting: {
        fromParcel: 1,
        baseCost: 0,
        incrementalCost: 0,
        incrementStart: 0,
        increment: 0,
        costingMatrix,
      },
      secondaryCosting: null,
    },
  }
}

/** The book without capacities: the strategies count places. */
export function dayBook(): CompiledBook {
  const book: RuleBook = {
    client: 'BENCH',
    version: 1,
    currency: 'GBP',
    homeCountry: 'GB',
    carriers: Object.keys(SHARES).map((code) => ({ code, name: code, active: 'Y', activeDates: [] })),
    methods: CARDS.map(methodOf),
    capacities: [],
    fixedRouting: [],
    multiBox: { Same_Component_Carrier_Default: 'N', Same_Component_Carrier: {} },
    packing: { weight: 25_000, volume: 200_000 },
  }
  return compileBook(book)
}
