import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { type Method, NO_LIMITS, type ParcelLimits } from '@despatch/domain/routing/rule-book/rule-book'
import type { Costing, MatrixRow, Pricing } from '@despatch/domain/routing/prices/costing'
import { NO_PRICING } from '@despatch/domain/routing/prices/holds-from'

/** The demo's carriers and services. Names are real; prices and limits are made up. Costs here are in pence. */

const EUROPE = ['IE', 'FR', 'DE', 'NL', 'ES', 'JE', 'GG', 'BE', 'IT', 'PT', 'AT']
/** Regions that the cheapest services leave out: the Highlands and islands, Northern Ireland. */
export const FAR_AWAY = ['BT', 'HS', 'IM', 'IV', 'KW', 'ZE', 'GY', 'JE', 'PA', 'PH']

/** Upper limit in kilograms (inclusive), and pence. */
type Bands = readonly (readonly [kilograms: number, pence: number])[]

const plain = { incrementalCost: 0, incrementStart: 0, increment: 0 }
const costing = (values: Partial<Costing>): Costing => ({
  fromParcel: 1,
  baseCost: 0,
  ...plain,
  costingMatrix: [],
  ...values,
})

/** Rows of a price matrix that apply from a day on, raised by a percentage. */
function rows(id: string, bands: Bands, from: string | null, percent = 0): MatrixRow[] {
  return bands.map(([kilograms, pence], index) => ({
    chargeID: `${id}${index + 1}`,
    from: (bands[index - 1]?.[0] ?? 0) * 1000,
    to: kilograms * 1000,
    baseCost: Math.round(pence * (1 + percent / 100)) * 100,
    ...plain,
    effectiveFrom: from,
    effectiveBetween: null,
  }))
}

function byWeight(bands: Bands, raised: string | null): Pricing {
  const matrix = raised === null ? rows('C', bands, null) : [...rows('C', bands, null), ...rows('R', bands, raised, 4)]
  return {
    pricingMethod: 'By Weight Matrix',
    primaryCosting: costing({ costingMatrix: matrix }),
    secondaryCosting: null,
  }
}

/** One price for the first parcel and another for each further one, in pence. */
function byParcel(first: number, further: number): Pricing {
  return {
    pricingMethod: 'By Parcel',
    primaryCosting: costing({ baseCost: first * 100 }),
    secondaryCosting: costing({
      fromParcel: 2,
      baseCost: 0,
      incrementalCost: further * 100,
      incrementStart: 0,
      increment: 1,
    }),
  }
}

const method = (
  key: string,
  carrier: string,
  carrierService: string,
  methodDescription: string,
  content: Partial<Omit<Method, 'limits'>> &
    Pick<Method, 'pricing' | 'serviceTypes' | 'transitDays'> & { limits?: Partial<ParcelLimits> },
): BookItem[] => {
  const { limits, ...rest } = content
  const facts = {
    carrier,
    carrierService,
    methodDescription,
    contracts: [`${carrier}-2025`],
    countries: ['GB'],
    regions: [],
  }
  return [
    { kind: 'method', key, content: { ...facts, ...rest } },
    ...(limits ? [{ kind: 'parcel-limits' as const, key, content: { ...NO_LIMITS, ...limits } }] : []),
  ]
}

const CARRIERS = [
  ['RMG', 'Royal Mail'],
  ['EVRI', 'Evri'],
  ['DPD', 'DPD'],
  ['DHL', 'DHL'],
  ['AXL', 'Arrow XL'],
  ['YODEL', 'Yodel'],
] as const

/**
 * The carrier services of a client.
 *
 * @param regions all regions
 * @param raised the day from which this year's prices of Royal Mail and Evri apply; null before they were agreed
 */
export const carrierServices = (regions: readonly string[], raised: string | null): BookItem[] => [
  ...CARRIERS.map(([key, name]): BookItem => ({
    kind: 'carrier',
    key,
    content: { name, active: key === 'YODEL' ? 'N' : 'Y', activeDates: [] },
  })),
  ...royalMailMethods(raised),
  ...method('EVRI-STD', 'EVRI', 'Standard', 'Evri Standard, mainland', {
    serviceTypes: ['STANDARD'],
    transitDays: 3,
    regions: regions.filter((region) => !FAR_AWAY.includes(region)),
    limits: { Length: 1200, ParcelWeight: 15_000, Volume: 120_000 },
    pricing: byWeight(
      [
        [1, 268],
        [2, 315],
        [5, 399],
        [10, 520],
        [15, 665],
      ],
      raised,
    ),
  }),
  ...dpdMethods(regions),
  ...method('AXL-2M', 'AXL', 'Two-Man', 'Arrow XL Two-Man Delivery', {
    serviceTypes: ['STANDARD', 'NEXT DAY', 'NAMED DAY'],
    transitDays: 5,
    pricing: byParcel(2900, 1200),
  }),
  ...dhlMethods(),
  ...method('YODEL-48', 'YODEL', 'Xpect 48', 'Yodel Xpect 48', {
    serviceTypes: ['STANDARD'],
    transitDays: 2,
    limits: { Length: 900, ParcelWeight: 17_000 },
    pricing: NO_PRICING,
  }),
]

const royalMailMethods = (raised: string | null): BookItem[] => [
  ...method('RMG-T48', 'RMG', 'Tracked 48', 'Royal Mail Tracked 48', {
    serviceTypes: ['STANDARD'],
    transitDays: 2,
    limits: { Length: 1000, ParcelWeight: 20_000 },
    pricing: byWeight(
      [
        [0.25, 265],
        [0.5, 289],
        [1, 319],
        [2, 369],
        [5, 545],
        [10, 790],
        [20, 1180],
        [60, 2900],
      ],
      raised,
    ),
  }),
  ...method('RMG-T24', 'RMG', 'Tracked 24', 'Royal Mail Tracked 24', {
    serviceTypes: ['STANDARD', 'NEXT DAY', 'NAMED DAY'],
    transitDays: 1,
    limits: { Length: 1000, ParcelWeight: 20_000 },
    pricing: byWeight(
      [
        [0.25, 329],
        [0.5, 355],
        [1, 389],
        [2, 449],
        [5, 649],
        [10, 925],
        [20, 1390],
        [60, 3300],
      ],
      raised,
    ),
  }),
]

const dpdMethods = (regions: readonly string[]): BookItem[] => [
  ...method('DPD-ND', 'DPD', 'Next Day', 'DPD Next Day', {
    serviceTypes: ['STANDARD', 'NEXT DAY'],
    transitDays: 1,
    regions: regions.filter((region) => !['GY', 'JE', 'IM'].includes(region)),
    limits: { Length: 1750, ParcelWeight: 30_000 },
    pricing: byParcel(545, 410),
  }),
  ...method('DPD-2D', 'DPD', 'Two Day', 'DPD Two Day', {
    serviceTypes: ['STANDARD'],
    transitDays: 2,
    limits: { Length: 1750, ParcelWeight: 30_000 },
    pricing: byParcel(495, 375),
  }),
  ...method('DPD-NAMED', 'DPD', 'Named Day', 'DPD Named Day', {
    serviceTypes: ['NAMED DAY'],
    transitDays: 1,
    limits: { Length: 1750, ParcelWeight: 30_000 },
    pricing: byParcel(620, 450),
  }),
]

const dhlMethods = (): BookItem[] => [
  ...method('DHL-EUR', 'DHL', 'Parcel Connect', 'DHL Parcel Connect, Europe', {
    serviceTypes: ['STANDARD'],
    countries: EUROPE,
    transitDays: 4,
    limits: { Length: 1200, ParcelWeight: 31_500 },
    pricing: byWeight(
      [
        [1, 745],
        [2, 895],
        [5, 1190],
        [10, 1690],
        [20, 2490],
        [31.5, 3350],
      ],
      null,
    ),
  }),
  ...method('DHL-EXP', 'DHL', 'Express', 'DHL Express Worldwide', {
    serviceTypes: ['STANDARD', 'NEXT DAY', 'NAMED DAY'],
    countries: [],
    transitDays: 1,
    limits: { ParcelWeight: 70_000 },
    pricing: byWeight(
      [
        [0.5, 1890],
        [1, 2190],
        [2, 2650],
        [5, 3890],
        [10, 5600],
        [20, 8900],
        [70, 18_900],
        [300, 62_000],
      ],
      null,
    ),
  }),
]
