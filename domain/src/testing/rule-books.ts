import type { MatrixRow } from '../routing/prices/costing.ts'
import { DISPATCH_SERVICES } from '../routing/dispatch-service.ts'
import fc from 'fast-check'
import type { Consignment, Parcel } from '../routing/allocation/consignment.ts'
import { usageKey } from '../routing/allocation/consignment.ts'
import type { Capacity, Carrier, FixedRoute, Method, RuleBook } from '../routing/rule-book/rule-book.ts'

/** Rule books and consignments for tests of allocation, written by hand or random. */

/** A Monday. */
export const MONDAY = '2026-03-02'

export const carrier = (code: string, overrides: Partial<Carrier> = {}): Carrier => ({
  code,
  name: code,
  active: 'Y',
  activeDates: [],
  ...overrides,
})

/** A method that takes anything anywhere, for a price in pence per consignment. */
export const method = (
  clientMethodID: string,
  carrierCode: string,
  pence: number,
  overrides: Partial<Method> = {},
): Method => ({
  clientMethodID,
  carrier: carrierCode,
  carrierService: 'Parcel',
  methodDescription: clientMethodID,
  contracts: [],
  serviceTypes: DISPATCH_SERVICES,
  countries: [],
  regions: [],
  transitDays: 1,
  limits: { Length: null, Volume: null, NumberOfParcels: null, ParcelWeight: null, ConsignmentWeight: null },
  pricing: {
    pricingMethod: 'By Parcel',
    primaryCosting: {
      baseCost: pence * 100,
      incrementalCost: 0,
      incrementStart: 0,
      increment: 0,
      fromParcel: 1,
      costingMatrix: [],
    },
    secondaryCosting: null,
  },
  ...overrides,
})

export const book = (overrides: Partial<RuleBook> = {}): RuleBook => ({
  client: 'ACME',
  version: 7,
  homeCountry: 'GB',
  carriers: [...new Set((overrides.methods ?? []).map((one) => one.carrier))].map((code) => carrier(code)),
  methods: [],
  capacities: [],
  fixedRouting: [],
  multiBox: { Same_Component_Carrier_Default: 'Y', Same_Component_Carrier: {} },
  packing: { weight: 25_000, volume: 100_000 },
  ...overrides,
})

export const parcel = (overrides: Partial<Parcel> = {}): Parcel => ({
  weight: 1000,
  length: 300,
  volume: 8000,
  ...overrides,
})

export const consignment = (overrides: Partial<Consignment> = {}): Consignment => ({
  service: 'STANDARD',
  country: 'GB',
  region: 'Wales',
  despatchDay: MONDAY,
  parcels: [parcel()],
  heldTo: null,
  ...overrides,
})

export const route = (
  customPreferenceID: string,
  by: FixedRoute['by'],
  overrides: Partial<FixedRoute> = {},
): FixedRoute => ({
  customPreferenceID,
  by,
  regions: [],
  carrier: 'DPD',
  clientMethodID: null,
  startDate: null,
  endDate: null,
  ...overrides,
})

const DAYS = ['2026-02-27', '2026-03-01', MONDAY, '2026-03-03', '2026-03-07', '2026-03-20']
const REGIONS = ['Wales', 'Highlands', 'London']
const CODES = ['DHL', 'DPD', 'EVRI']
const anyDay = fc.constantFrom(...DAYS)
const anyRange = fc.tuple(anyDay, anyDay).map((days) => {
  const [from = MONDAY, to = MONDAY] = days.toSorted()
  return { from, to }
})
const charge = {
  baseCost: fc.nat(60_000),
  incrementalCost: fc.nat(3000),
  incrementStart: fc.nat(5),
  increment: fc.nat(3),
}

const anyMatrix = fc
  .array(
    fc.record({
      ...charge,
      from: fc.nat(6),
      length: fc.option(fc.integer({ min: 1, max: 8 })),
      between: fc.option(anyRange),
      begins: fc.option(anyDay),
    }),
    { maxLength: 4 },
  )
  .map((rows) =>
    rows.map(({ length, between, begins, from, ...rest }, index): MatrixRow => ({
      ...rest,
      chargeID: String(index),
      from,
      to: length === null ? null : from + length,
      effectiveFrom: between ? null : begins,
      effectiveBetween: between,
    })),
  )

const anyMethod = fc.record({
  carrier: fc.constantFrom(...CODES),
  serviceTypes: fc.subarray([...DISPATCH_SERVICES]),
  countries: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(['GB', 'IE'])),
  regions: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(REGIONS)),
  transitDays: fc.integer({ min: 1, max: 3 }),
  limits: fc.record({
    Length: fc.option(fc.integer({ min: 0, max: 1500 })),
    Volume: fc.option(fc.integer({ min: 0, max: 90_000 })),
    NumberOfParcels: fc.option(fc.integer({ min: 1, max: 5 })),
    ParcelWeight: fc.option(fc.integer({ min: 0, max: 30_000 })),
    ConsignmentWeight: fc.option(fc.integer({ min: 0, max: 60_000 })),
  }),
  pricing: fc.record({
    chargedFor: fc.constantFrom('consignment' as const, 'parcel' as const),
    pricingMethod: fc.constantFrom(
      'By Parcel' as const,
      'By Parcel' as const,
      'By Weight Matrix' as const,
      'None' as const,
    ),
    primaryCosting: fc.option(fc.record({ ...charge, fromParcel: fc.constant(1), costingMatrix: anyMatrix }), {
      freq: 20,
    }),
    secondaryCosting: fc.option(
      fc.record({
        ...charge,
        fromParcel: fc.integer({ min: 1, max: 5 }),
        costingMatrix: fc.oneof(fc.constant([]), anyMatrix),
      }),
    ),
  }),
})

const anyCapacity: fc.Arbitrary<Capacity> = fc.record({
  carrier: fc.constantFrom(...CODES),
  slots: fc.array(fc.option(fc.nat(6)), { minLength: 7, maxLength: 7 }),
  effectiveFrom: fc.option(anyDay),
  effectiveBetween: fc.option(anyRange),
})

/** A random book of three carriers and up to eight methods. */
export const anyBook: fc.Arbitrary<RuleBook> = fc
  .record({
    carriers: fc.tuple(
      ...CODES.map((code) =>
        fc.record({
          code: fc.constant(code),
          name: fc.constant(code),
          active: fc.constantFrom('Y' as const, 'Y' as const, 'Y' as const, 'N' as const),
          activeDates: fc.array(anyRange, { maxLength: 2 }),
        }),
      ),
    ),
    methods: fc.array(anyMethod, { maxLength: 8 }),
    capacities: fc.array(anyCapacity, { maxLength: 4 }),
  })
  .map(({ carriers, methods, capacities }) =>
    book({
      carriers,
      capacities,
      methods: methods.map((one, index) => ({
        ...one,
        clientMethodID: `M${index}`,
        carrierService: 'Parcel',
        methodDescription: `Method ${index}`,
        contracts: [],
      })),
    }),
  )

const anyStop = fc.record({
  carrier: fc.constantFrom(...CODES),
  services: fc.constantFrom([], ['Parcel'], ['Air']),
  from: anyDay,
  to: fc.option(fc.constant('2026-04-30')),
})

export const anyConsignment: fc.Arbitrary<Consignment> = fc.record({
  service: fc.constantFrom(...DISPATCH_SERVICES),
  country: fc.constantFrom('GB', 'GB', 'IE', 'FR'),
  region: fc.option(fc.constantFrom(...REGIONS)),
  despatchDay: anyDay,
  parcels: fc.array(fc.record({ weight: fc.nat(35_000), length: fc.nat(2000), volume: fc.nat(100_000) }), {
    minLength: 1,
    maxLength: 6,
  }),
  heldTo: fc.option(
    fc.record({
      carrier: fc.constantFrom(...CODES),
      clientMethodID: fc.option(fc.constantFrom('M0', 'M1', 'M2')),
      customPreferenceIDs: fc.constant(['1']),
    }),
    { freq: 3 },
  ),
  stops: fc.option(fc.array(anyStop, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 2 }),
})

export const anyUsage: fc.Arbitrary<ReadonlyMap<string, number>> = fc
  .array(fc.tuple(fc.constantFrom(...CODES), anyDay, fc.nat(6)), { maxLength: 8 })
  .map((rows) => new Map(rows.map(([code, day, parcels]) => [usageKey(code, day), parcels])))
