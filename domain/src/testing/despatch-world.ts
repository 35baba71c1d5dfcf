import { addDays, dayOf } from '../calendar/day.ts'
import type { MatrixRow, Pricing } from '../routing/prices/costing.ts'
import type { DespatchedConsignment, DespatchedParcel } from '../invoices/judging/facts.ts'
import type { MethodSpan, PriceHistory, PublishedVersion } from '../invoices/judging/rules.ts'
import type { Carriage } from '../invoices/testing/carriage.ts'
import { type Random, randomOf } from '../invoices/testing/random.ts'
import { method } from './rule-books.ts'

/** Despatched goods as reported by the warehouse and as carriers know them, with books of many versions. */
export type World = {
  readonly histories: readonly PriceHistory[]
  readonly consignments: readonly DespatchedConsignment[]
  /** By carrier. */
  readonly carriages: ReadonlyMap<string, readonly Carriage[]>
  readonly stayed: readonly string[]
}

const FIRST_DAY = '2026-02-02'
const SPAN_DAYS = 60
const METHODS = [
  { id: 'D1', carrier: 'DPD', service: 'Next Day', serviceType: 'STANDARD', byWeight: true },
  { id: 'D2', carrier: 'DPD', service: 'By Noon', serviceType: 'NEXT DAY', byWeight: true },
  { id: 'U1', carrier: 'UPS', service: 'UPS Standard', serviceType: 'STANDARD', byWeight: false },
  { id: 'H1', carrier: 'DHL', service: 'Express Worldwide', serviceType: 'STANDARD', byWeight: true },
] as const

const digits = (number: number, count: number) => String(number).padStart(count, '0')
/** Tracking numbers in each carrier's format. */
const NUMBERS: Readonly<Record<'DPD' | 'UPS' | 'DHL', (number: number, parcel: number) => string>> = {
  DPD: (number, parcel) => `155${digits(number, 9)}${digits(parcel, 2)}`,
  UPS: (number, parcel) => `1Z99AA1068${digits(number, 6)}${digits(parcel, 2)}`,
  DHL: (number, parcel) => `1${digits(number, 7)}${digits(parcel, 2)}`,
}

/** Makes a world with a number of consignments, and books with a number of versions for each client. */
export function worldOf(seed: number, consignments: number, versions: number): World {
  const random = randomOf(seed)
  const histories = ['ACME', 'BIRCH'].map((client) => historyOf(client, versions, random))
  const carriages = new Map<string, Carriage[]>(METHODS.map(({ carrier }) => [carrier, []]))
  const left = Array.from({ length: consignments }, (_, number) => {
    const made = consignmentOf(random.oneOf(histories), number, random)
    carriages.get(made.consignment.carrier)?.push(made.carriage)
    return made.consignment
  })
  return { histories, consignments: left, carriages, stayed: Array.from({ length: 20 }, (_, index) => `S${index}`) }
}

function historyOf(client: string, count: number, random: Random): PriceHistory {
  const begin = Date.parse(`${FIRST_DAY}T00:00:00Z`)
  const versions = Array.from({ length: count }, (_, index): PublishedVersion => ({
    version: index + 1,
    publishedAt: index === 0 ? begin - 1 : begin + random.whole(1, SPAN_DAYS * 1440) * 60_000,
    by: 'Ann',
  }))
  const inOrder = versions
    .toSorted((one, other) => one.publishedAt - other.publishedAt)
    .map(({ publishedAt, by }, index) => ({ version: index + 1, publishedAt, by }))
  const methods = METHODS.flatMap(({ id, carrier, service, serviceType, byWeight }) => {
    const starts = inOrder.map(({ version }) => version).filter((version) => version === 1 || random.happens(30))
    return starts.map((fromVersion, index): MethodSpan => ({
      fromVersion,
      toVersion: starts[index + 1] ?? null,
      holdsFrom: index === 0 ? null : addDays(FIRST_DAY, random.whole(0, SPAN_DAYS - 1)),
      method: method(id, carrier, 0, {
        carrierService: service,
        methodDescription: service,
        serviceTypes: [serviceType],
        pricing: byWeight ? weightPrices(random) : parcelPrices(random),
      }),
    }))
  })
  return { client, currency: 'GBP', versions: inOrder, methods }
}

const COSTING = { fromParcel: 1, baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0 }

function weightPrices(random: Random): Pricing {
  // Some prices have fractions of a penny.
  const base = random.happens(10) ? random.whole(30_000, 60_000) : random.whole(300, 600) * 100
  const edges = [0, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000]
  const costingMatrix = edges.map((from, index): MatrixRow => ({
    chargeID: `C${index}`,
    from,
    to: edges[index + 1] ?? null,
    baseCost: base + index * random.whole(40, 200) * 100,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
    effectiveFrom: null,
    effectiveBetween: null,
  }))
  return { pricingMethod: 'By Weight Matrix', primaryCosting: { ...COSTING, costingMatrix }, secondaryCosting: null }
}

function parcelPrices(random: Random): Pricing {
  const primaryCosting = { ...COSTING, baseCost: random.whole(400, 700) * 100, costingMatrix: [] }
  const further = random.whole(100, 300) * 100
  const secondaryCosting = {
    fromParcel: 2,
    baseCost: further,
    incrementalCost: further,
    incrementStart: 1,
    increment: 1,
    costingMatrix: [],
  }
  return { pricingMethod: 'By Parcel', primaryCosting, secondaryCosting }
}

function consignmentOf(history: PriceHistory, number: number, random: Random) {
  const by = random.oneOf(METHODS)
  const day = addDays(FIRST_DAY, random.whole(0, SPAN_DAYS - 1))
  const isReturned = random.happens(4)
  const grams = Array.from({ length: random.happens(70) ? 1 : random.whole(2, 4) }, () => random.whole(200, 18_000))
  let at = Date.parse(`${day}T08:00:00Z`)
  const parcels = grams.map((weight, index): DespatchedParcel => {
    at += random.whole(0, 90) * 60_000
    const isLost = random.happens(10)
    return {
      trackingNumber: NUMBERS[by.carrier](number, index),
      despatchedAt: at,
      weight: isLost ? null : weight,
      plannedWeight: isLost && random.happens(25) ? null : weight,
      volume: null,
      isReturned,
    }
  })
  const isChanged = random.happens(5)
  const consignment: DespatchedConsignment = {
    client: history.client,
    // A part of the previous order may leave on another day.
    orderNumber: `O${random.happens(8) ? number - 1 : number}`,
    carrier: by.carrier,
    // The warehouse may use another carrier than the allocated one, and report no method.
    clientMethodID: isChanged ? random.oneOf(['', by.id === 'U1' ? 'D1' : 'U1']) : by.id,
    carrierService: '',
    day: dayOf(new Date(at)),
    service: by.serviceType,
    country: 'GB',
    region: 'Wales',
    parcels,
    decision: random.happens(50)
      ? null
      : { clientMethodID: random.oneOf(METHODS).id, version: random.whole(1, history.versions.length), day, grams },
  }
  return { consignment, carriage: carriageOf(consignment, history, by, grams, isReturned) }
}

/**
 * The consignment as its carrier knows it: with the weights of its scales, and the prices in force on the day of
 * handover.
 */
function carriageOf(
  consignment: DespatchedConsignment,
  history: PriceHistory,
  by: (typeof METHODS)[number],
  grams: readonly number[],
  isReturned: boolean,
): Carriage {
  const { parcels } = consignment
  const prices = (id: string) => {
    const found = history.methods.findLast(
      ({ method, holdsFrom }) => method.clientMethodID === id && (holdsFrom === null || holdsFrom <= consignment.day),
    )
    if (!found) throw new RangeError(`${id} has no price on ${consignment.day}`)
    return found.method.pricing
  }
  return {
    orderNumber: consignment.orderNumber,
    service: by.service,
    day: consignment.day,
    country: 'GB',
    parcels: parcels.map(({ trackingNumber }, index) => ({
      trackingNumber,
      grams: grams[index] ?? 0,
      prices: prices(by.id),
    })),
    otherServices: METHODS.filter(({ id, carrier }) => carrier === by.carrier && id !== by.id).map(
      ({ id, service }) => ({
        service,
        prices: prices(id),
      }),
    ),
    isReturned,
  }
}
