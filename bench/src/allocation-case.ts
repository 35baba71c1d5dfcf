import { addDays } from '@despatch/domain/calendar/day'
import type { MatrixRow } from '@despatch/domain/routing/prices/costing'
import type { Consignment } from '@despatch/domain/routing/allocation/consignment'
import type { Goods, OrderToShip } from '@despatch/domain/routing/allocation/plan-consignments'
import type { FixedRoute, Method, RuleBook } from '@despatch/domain/routing/rule-book/rule-book'
import { seededRandom } from '@despatch/server/demo/seeded-random'

/** A large client: 40 methods, 5,000 fixed routes, 124 regions, matrices of 20 bands. */
const METHODS = 40
const CARRIERS = 10
const ROUTES = 5000
const REGIONS = 124
const BANDS = 20
const SKUS = 20_000
const FIRST_DAY = '2026-03-02'
const SLOT = 100_000

const regionOf = (index: number) => `R${index}`
const skuOf = (index: number) => `SKU-${index}`
const carrierOf = (index: number) => `C${index % CARRIERS}`

export type Case = {
  book: RuleBook
  orders: OrderToShip[]
  goodsOf: (sku: string) => Goods | undefined
  lines: Consignment[]
}

/** Makes the book, orders of one to six parcels for ten working days, and the same consignments already planned. */
export function allocationCase(count: number): Case {
  const random = seededRandom(4)
  // All use one random sequence, so the order in which they are made is part of the case.
  const methods = methodsOf(random)
  const fixedRouting = routesOf(random, methods)
  const book: RuleBook = { ...bookWithout, methods, fixedRouting }
  const catalogue = new Map(Array.from({ length: SKUS }, (_, index) => [skuOf(index), goodsOf(random)]))
  const parcelOf = (sku: string) => catalogue.get(sku)?.unit ?? { weight: 0, length: 0, volume: 0 }
  const orders: OrderToShip[] = []
  const lines: Consignment[] = []
  for (let index = 0; index < count; index++) {
    const service = random.of(['STANDARD', 'STANDARD', 'NEXT DAY', 'NAMED DAY'] as const)
    const day = addDays(FIRST_DAY, random.of([0, 1, 2, 3, 4, 7, 8, 9, 10, 11]))
    const skus = Array.from({ length: random.whole(1, 6) }, () => skuOf(random.whole(0, SKUS - 1)))
    const to = { service, country: 'GB', region: regionOf(random.whole(0, REGIONS - 1)), despatchDay: day }
    orders.push({ ...to, lines: skus.map((sku) => ({ sku, quantity: 1 })) })
    lines.push({ ...to, parcels: skus.map(parcelOf), heldTo: null })
  }
  return { book, orders, goodsOf: (sku) => catalogue.get(sku), lines }
}

type Random = ReturnType<typeof seededRandom>

const SERVICES = [['STANDARD'], ['STANDARD', 'NEXT DAY'], ['STANDARD', 'NEXT DAY', 'NAMED DAY']] as const

function methodsOf(random: Random): Method[] {
  const regions = Array.from({ length: REGIONS }, (_, index) => regionOf(index))
  return Array.from({ length: METHODS }, (_, index) => ({
    clientMethodID: `M${index}`,
    carrier: carrierOf(index),
    carrierService: `Service ${index}`,
    methodDescription: `Method ${index}`,
    contracts: [],
    serviceTypes: SERVICES[index % 3] ?? SERVICES[0],
    countries: ['GB'],
    regions: index % 4 === 0 ? regions.filter(() => random.happens(0.7)) : [],
    transitDays: 1 + (index % 3),
    limits: {
      Length: random.happens(0.8) ? random.whole(1000, 2400) : null,
      Volume: random.happens(0.5) ? random.whole(100_000, 400_000) : null,
      NumberOfParcels: random.happens(0.5) ? random.whole(2, 10) : null,
      ParcelWeight: random.of([15_000, 20_000, 25_000, 30_000]),
      ConsignmentWeight: random.happens(0.5) ? random.whole(40_000, 200_000) : null,
    },
    pricing: pricingOf(index, random.whole(25_000, 60_000)),
  }))
}

const SECONDARY = { fromParcel: 2, baseCost: 20_000, incrementalCost: 1500, incrementStart: 1000, increment: 1000 }

function pricingOf(index: number, base: number): Method['pricing'] {
  const byWeight = index % 3 !== 0
  return {
    pricingMethod: byWeight ? 'By Weight Matrix' : 'By Parcel',
    primaryCosting: {
      fromParcel: 1,
      baseCost: 0,
      incrementalCost: 0,
      incrementStart: 0,
      increment: 0,
      costingMatrix: matrix(base, byWeight ? 9000 : 1),
    },
    secondaryCosting: index % 5 === 0 ? { ...SECONDARY, costingMatrix: [] } : null,
  }
}

function routesOf(random: Random, methods: readonly Method[]): FixedRoute[] {
  return Array.from({ length: ROUTES }, (_, index) => {
    const method = random.of(methods)
    return {
      customPreferenceID: String(index),
      by: index % 50 === 0 ? { category: `category-${index}` } : { sku: skuOf(random.whole(0, SKUS - 1)) },
      regions: random.happens(0.3) ? [regionOf(random.whole(0, REGIONS - 1))] : [],
      carrier: method.carrier,
      clientMethodID: random.happens(0.5) ? method.clientMethodID : null,
      startDate: null,
      endDate: random.happens(0.2) ? '2026-12-31' : null,
    }
  })
}

/** The parts of the book that are not random. */
const bookWithout: Omit<RuleBook, 'methods' | 'fixedRouting'> = {
  client: 'BENCH',
  version: 1,
  homeCountry: 'GB',
  carriers: Array.from({ length: CARRIERS }, (_, index) => ({
    code: carrierOf(index),
    name: carrierOf(index),
    active: index === 9 ? ('N' as const) : ('Y' as const),
    activeDates: index === 8 ? [{ from: '2026-01-01', to: '2026-03-05' }] : [],
  })),
  capacities: Array.from({ length: CARRIERS }, (_, index) => ({
    carrier: carrierOf(index),
    slots: [SLOT, SLOT, SLOT, SLOT, SLOT, 0, 0],
    effectiveFrom: null,
    effectiveBetween: null,
  })),
  multiBox: { Same_Component_Carrier_Default: 'N', Same_Component_Carrier: {} },
  packing: { weight: 25_000, volume: 200_000 },
}

const goodsOf = (random: Random): Goods => ({
  unit: {
    weight: random.whole(200, 12_000),
    length: random.whole(100, 1200),
    volume: random.whole(1000, 90_000),
  },
  categories: [],
  components: [],
})

function matrix(base: number, step: number): MatrixRow[] {
  return Array.from({ length: BANDS }, (_, band) => ({
    chargeID: String(band),
    from: band * step,
    to: band === BANDS - 1 ? null : (band + 1) * step,
    baseCost: base + band * 4000,
    incrementalCost: 300,
    incrementStart: band * step,
    increment: Math.max(1, Math.floor(step / 9)),
    effectiveFrom: null,
    effectiveBetween: null,
  }))
}
