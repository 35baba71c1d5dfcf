import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costOf, NO_PRICE, pricingOn, quantitiesOf } from '../prices/compile-pricing.ts'
import { allocate } from './allocate.ts'
import { compileBook, isActiveOn, slotOn, usedOn } from '../rule-book/compile-book.ts'
import type { CarrierStop } from '../carrier-stops/carrier-stop.ts'
import { type Consignment, type Usage, usageKey } from './consignment.ts'
import { type Constraint, constraintsOf } from './constraints.ts'
import type { Method, RuleBook } from '../rule-book/rule-book.ts'
import {
  anyBook,
  anyConsignment,
  anyUsage,
  book,
  carrier,
  consignment,
  method,
  MONDAY,
  parcel,
} from '../../testing/rule-books.ts'

const decide = (rules: RuleBook, given: Consignment, usage: Usage = new Map()) => {
  const compiled = compileBook(rules)
  const decision = allocate(compiled, given, usedOn(compiled, usage, given.despatchDay))
  const failing = Object.fromEntries(
    compiled.methods.map(({ clientMethodID }, index) => [clientMethodID, constraintsOf(decision.failing[index] ?? 0)]),
  )
  return { chosen: compiled.methods[decision.chosen]?.clientMethodID, failing, decision, compiled }
}
/** The constraints that one method fails for one consignment. */
const fails = (
  given: Partial<Method>,
  of: Partial<Consignment>,
  rules: Partial<RuleBook> = {},
  usage?: Usage,
): Constraint[] =>
  decide(book({ methods: [method('M', 'DPD', 500, given)], ...rules }), consignment(of), usage).failing['M'] ?? []
const limits = (given: Partial<Method['limits']>) => ({ limits: { ...method('M', 'DPD', 1).limits, ...given } })

describe('constraints (domain.md 3)', () => {
  test.each<[string, Partial<Method>, Partial<Consignment>, Constraint[]]>([
    ['any service', {}, { service: 'NAMED DAY' }, []],
    ['service asked for', { serviceTypes: ['STANDARD'] }, { service: 'NEXT DAY' }, ['service']],
    ['the service there is', { serviceTypes: ['NEXT DAY'] }, { service: 'NEXT DAY' }, []],
    ['no country named serves all', { countries: [] }, { country: 'FR' }, []],
    ['country served', { countries: ['GB', 'IE'] }, { country: 'IE' }, []],
    ['country not served', { countries: ['GB'] }, { country: 'FR' }, ['country']],
    ['country served by another method alone', { countries: ['IE'] }, { country: 'GB' }, ['country']],
    ['region served', { regions: ['Wales'] }, { region: 'Wales' }, []],
    ['region not served', { regions: ['Wales'] }, { region: 'London' }, ['region']],
    ['no region known', { regions: ['Wales'] }, { region: null }, ['region']],
    ['no region named serves all', {}, { region: null }, []],
    ['abroad the country decides', { regions: ['Wales'], countries: ['IE'] }, { country: 'IE', region: null }, []],
    ['length at the limit', limits({ Length: 600 }), { parcels: [parcel({ length: 600 })] }, []],
    ['length beyond it', limits({ Length: 600 }), { parcels: [parcel(), parcel({ length: 601 })] }, ['Length']],
    ['volume at the limit', limits({ Volume: 9000 }), { parcels: [parcel({ volume: 9000 })] }, []],
    ['volume beyond it', limits({ Volume: 9000 }), { parcels: [parcel({ volume: 9001 })] }, ['Volume']],
    ['parcels at the limit', limits({ NumberOfParcels: 2 }), { parcels: [parcel(), parcel()] }, []],
    [
      'too many parcels',
      limits({ NumberOfParcels: 2 }),
      { parcels: [parcel(), parcel(), parcel()] },
      ['NumberOfParcels'],
    ],
    ['parcel weight at the limit', limits({ ParcelWeight: 1000 }), { parcels: [parcel(), parcel()] }, []],
    [
      'a parcel that is too heavy',
      limits({ ParcelWeight: 1000 }),
      { parcels: [parcel(), parcel({ weight: 1001 })] },
      ['ParcelWeight'],
    ],
    ['consignment weight at the limit', limits({ ConsignmentWeight: 2000 }), { parcels: [parcel(), parcel()] }, []],
    [
      'a consignment that is too heavy',
      limits({ ConsignmentWeight: 2000 }),
      { parcels: [parcel(), parcel({ weight: 1001 })] },
      ['ConsignmentWeight'],
    ],
    [
      'a limit of 0 accepts nothing',
      limits({ Length: 0, Volume: 0, NumberOfParcels: 0, ParcelWeight: 0, ConsignmentWeight: 0 }),
      {},
      ['Length', 'Volume', 'NumberOfParcels', 'ParcelWeight', 'ConsignmentWeight'],
    ],
    [
      'a method without a price',
      { pricing: { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null } },
      {},
      ['price'],
    ],
    ['held to its carrier', {}, { heldTo: { carrier: 'DPD', clientMethodID: null, customPreferenceIDs: ['1'] } }, []],
    ['held to it', {}, { heldTo: { carrier: 'DPD', clientMethodID: 'M', customPreferenceIDs: ['1'] } }, []],
    [
      'held to another method of its carrier',
      {},
      { heldTo: { carrier: 'DPD', clientMethodID: 'N', customPreferenceIDs: ['1'] } },
      ['fixedRouting'],
    ],
    [
      'held to another carrier',
      {},
      { heldTo: { carrier: 'DHL', clientMethodID: null, customPreferenceIDs: ['1'] } },
      ['fixedRouting'],
    ],
  ])('%s', (_what, given, of, expected) => {
    expect(fails(given, of)).toEqual(expected)
  })

  test("a carrier with flag 'N' takes nothing", () => {
    expect(fails({}, {}, { carriers: [carrier('DPD', { active: 'N' })] })).toEqual(['carrierActive'])
  })
  test.each([
    [[], []],
    [[{ from: MONDAY, to: MONDAY }], []],
    [[{ from: '2026-03-03', to: null }], ['activeDates']],
    [[{ from: '2026-01-01', to: '2026-03-01' }], ['activeDates']],
    [[{ from: '2026-01-01', to: null }], []],
    [
      [
        { from: '2026-01-01', to: '2026-01-31' },
        { from: '2026-03-01', to: '2026-03-31' },
      ],
      [],
    ],
  ])('active dates %j', (activeDates, expected) => {
    expect(fails({}, {}, { carriers: [carrier('DPD', { activeDates })] })).toEqual(expected)
  })
})

describe('capacity by weekday, from a date on, or between dates with priority', () => {
  const slots = (monday: number | null) => [monday, 1, 2, 3, 4, 5, 6]
  const capacity = (monday: number | null, given: object = {}) => ({
    carrier: 'DPD',
    slots: slots(monday),
    effectiveFrom: null,
    effectiveBetween: null,
    ...given,
  })
  const used = new Map([
    [usageKey('DPD', MONDAY), 3],
    [usageKey('DHL', MONDAY), 90],
    [usageKey('DPD', '2026-03-03'), 90],
  ])
  test.each([
    [null, 1, []],
    [4, 1, []],
    [4, 2, ['capacity']],
    [3, 1, ['capacity']],
    [0, 1, ['capacity']],
  ])('a slot of %j with 3 used, %i parcels: %j', (slot, count, expected) => {
    const parcels = Array.from({ length: count }, () => parcel())
    expect(fails({}, { parcels }, { capacities: [capacity(slot)] }, used)).toEqual(expected)
  })
  test.each([
    ['2026-03-02', 0],
    ['2026-03-03', 1],
    ['2026-03-07', 5],
    ['2026-03-08', 6],
  ])('%s has the slot of its weekday', (day, expected) => {
    expect(slotOn([capacity(0)], 'DPD', day)).toBe(expected)
  })
  test('a later capacity applies from its first day; one between dates has priority', () => {
    const capacities = [
      capacity(10),
      capacity(20, { effectiveFrom: '2026-03-09' }),
      capacity(30, { effectiveFrom: '2026-03-16' }),
      capacity(99, { effectiveBetween: { from: '2026-03-16', to: '2026-03-22' } }),
      capacity(77, { carrier: 'DHL' }),
    ]
    const on = (day: string) => slotOn(capacities, 'DPD', day)
    expect([MONDAY, '2026-03-09', '2026-03-16', '2026-03-23'].map(on)).toEqual([10, 20, 99, 30])
    expect(slotOn(capacities, 'EVRI', MONDAY)).toBeNull()
  })
})

describe('the choice: cheapest, then shortest transit, then code (domain.md 5)', () => {
  test('the cheapest', () => {
    expect(decide(book({ methods: [method('A', 'DPD', 600), method('B', 'DHL', 500)] }), consignment()).chosen).toBe(
      'B',
    )
  })
  test('at equal cost the shorter transit', () => {
    const methods = [method('A', 'DPD', 500, { transitDays: 2 }), method('B', 'DHL', 500, { transitDays: 1 })]
    expect(decide(book({ methods }), consignment()).chosen).toBe('B')
  })
  test('at equal transit the lower code', () => {
    expect(decide(book({ methods: [method('B', 'DHL', 500), method('A', 'DPD', 500)] }), consignment()).chosen).toBe(
      'A',
    )
  })
  test('the cheapest eligible method, not the cheapest of all', () => {
    const methods = [method('A', 'DPD', 100, { countries: ['IE'] }), method('B', 'DHL', 500)]
    expect(decide(book({ methods }), consignment()).chosen).toBe('B')
  })
  test('no eligible method is a routing exception', () => {
    const { chosen, decision } = decide(
      book({ methods: [method('A', 'DPD', 100, { countries: ['IE'] })] }),
      consignment(),
    )
    expect([chosen, decision.chosen]).toEqual([undefined, -1])
    expect(decide(book(), consignment()).decision.chosen).toBe(-1)
  })
})

test('a rule book with a method of an unknown carrier is refused', () => {
  expect(() => compileBook(book({ carriers: [], methods: [method('M', 'DPD', 1)] }))).toThrow(
    'Method M is of the carrier DPD, which the book lacks',
  )
})

const isStoppedBy = ({ carrier: code, services, from, to }: CarrierStop, of: Method, day: string) =>
  of.carrier === code &&
  (services.length === 0 || services.includes(of.carrierService)) &&
  day >= from &&
  day <= (to ?? '9999-12-31')

/** Decides by brute force: every rule checked for every method, and the best eligible one. */
function byBruteForce(rules: RuleBook, given: Consignment, usage: Usage) {
  const { service, country, region, despatchDay: day, parcels, heldTo } = given
  const grams = parcels.map(({ weight }) => weight)
  const total = grams.reduce((sum, one) => sum + one, 0)
  const within = (value: number, limit: number | null) => limit === null || value <= limit
  const eligible = rules.methods.filter((one) => {
    const of = rules.carriers.find(({ code }) => code === one.carrier)
    const slot = slotOn(rules.capacities, one.carrier, day)
    const pricing = pricingOn(one.pricing, day)
    return (
      one.serviceTypes.includes(service) &&
      (one.countries.length === 0 || one.countries.includes(country)) &&
      (country !== 'GB' || one.regions.length === 0 || (region !== null && one.regions.includes(region))) &&
      of?.active === 'Y' &&
      isActiveOn(of, day) &&
      parcels.every(({ length }) => within(length, one.limits.Length)) &&
      parcels.every(({ volume }) => within(volume, one.limits.Volume)) &&
      within(parcels.length, one.limits.NumberOfParcels) &&
      grams.every((weight) => within(weight, one.limits.ParcelWeight)) &&
      within(total, one.limits.ConsignmentWeight) &&
      !given.stops?.some((stop) => isStoppedBy(stop, one, day)) &&
      within((usage.get(usageKey(one.carrier, day)) ?? 0) + parcels.length, slot) &&
      (!heldTo ||
        (heldTo.carrier === one.carrier && (heldTo.clientMethodID ?? one.clientMethodID) === one.clientMethodID)) &&
      pricing !== undefined &&
      costOf(pricing, quantitiesOf(grams)) !== NO_PRICE
    )
  })
  const costed = eligible.map((one) => {
    const pricing = pricingOn(one.pricing, day)
    return {
      id: one.clientMethodID,
      transit: one.transitDays,
      cost: pricing ? costOf(pricing, quantitiesOf(grams)) : NO_PRICE,
    }
  })
  return costed.toSorted(
    (one, other) => one.cost - other.cost || one.transit - other.transit || (one.id < other.id ? -1 : 1),
  )
}

test.each([
  ['GBP', 33_300],
  ['JPY', 30_000],
  ['KWD', 33_330],
  [undefined, 33_333],
])('costs in %s are whole minor units; at equal cost the faster method wins', (currency, cost) => {
  const methods = [method('A', 'DPD', 333.34, { transitDays: 2 }), method('B', 'DPD', 333.33, { transitDays: 3 })]
  const { decision, chosen } = decide({ ...book({ methods }), ...(currency && { currency }) }, consignment())
  expect(decision.costs[decision.chosen]).toBe(cost)
  expect(chosen).toBe(currency ? 'A' : 'B')
})

describe('for any rule book, consignment and usage', () => {
  const runs = { numRuns: process.env['IN_NUMBER'] ? 3000 : 1000 }
  test('a decision breaks no constraint and chooses the cheapest eligible method', () => {
    fc.assert(
      fc.property(anyBook, anyConsignment, anyUsage, (rules, given, usage) => {
        const { chosen, failing, decision, compiled } = decide(rules, given, usage)
        const expected = byBruteForce(rules, given, usage)
        expect(chosen).toBe(expected[0]?.id)
        const eligible = Object.entries(failing).flatMap(([id, names]) => (names.length === 0 ? [id] : []))
        expect(eligible.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
        for (const { id, cost } of expected)
          expect(decision.costs[compiled.methods.findIndex((one) => one.clientMethodID === id)]).toBe(cost)
      }),
      runs,
    )
  })
  test('adding a candidate never raises the cost', () => {
    fc.assert(
      fc.property(anyBook, anyConsignment, anyUsage, (rules, given, usage) => {
        const costIn = (of: RuleBook) => {
          const { decision } = decide(of, given, usage)
          return decision.chosen < 0 ? Number.POSITIVE_INFINITY : (decision.costs[decision.chosen] ?? 0)
        }
        const fewer = { ...rules, methods: rules.methods.slice(1) }
        expect(costIn(rules)).toBeLessThanOrEqual(costIn(fewer))
      }),
      runs,
    )
  })
  test('equal inputs give equal output in any order of methods', () => {
    fc.assert(
      fc.property(anyBook, anyConsignment, anyUsage, (rules, given, usage) => {
        const bytes = (of: RuleBook) =>
          JSON.stringify(decide(structuredClone(of), structuredClone(given), new Map(usage)).decision)
        expect(bytes(rules)).toBe(bytes({ ...rules, methods: rules.methods.toReversed() }))
      }),
      runs,
    )
  })
})
