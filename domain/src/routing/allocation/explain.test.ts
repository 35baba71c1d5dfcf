import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate } from './allocate.ts'
import { type Change, changesToAdmit } from './changes.ts'
import { type CompiledBook, compileBook, usedOn } from '../rule-book/compile-book.ts'
import { type Consignment, type Usage, usageKey } from './consignment.ts'
import { BIT } from './constraints.ts'
import { type Costing, isInForce, type Pricing } from '../prices/costing.ts'
import { explain } from './explain.ts'
import { holdFor, planConsignments } from './plan-consignments.ts'
import type { RuleBook } from '../rule-book/rule-book.ts'
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
  route,
} from '../../testing/rule-books.ts'

const explained = (rules: RuleBook, given: Consignment, usage: Usage = new Map()) => {
  const compiled = compileBook(rules)
  return explain(compiled, given, usage, allocate(compiled, given, usedOn(compiled, usage, given.despatchDay)))
}
const flat = { baseCost: 500, incrementalCost: 0, incrementStart: 0, increment: 0 }
const limit = (given: object) => ({ limits: { ...method('M', 'DPD', 1).limits, ...given } })

test('lists every candidate by rank with every constraint, ineligible ones last', () => {
  const methods = [
    method('A', 'DPD', 700),
    method('B', 'DHL', 500),
    method('C', 'EVRI', 300, { ...limit({ ParcelWeight: 900 }), countries: ['IE'] }),
    method('D', 'EVRI', 300, limit({ ParcelWeight: 900 })),
  ]
  const { chosen, candidates, ruleBookVersion } = explained(book({ methods }), consignment())
  expect([ruleBookVersion, chosen]).toEqual([7, 'B'])
  expect(
    candidates.map(({ clientMethodID, rank, cost, isEligible }) => [clientMethodID, rank, cost, isEligible]),
  ).toEqual([
    ['B', 1, 50_000, true],
    ['A', 2, 70_000, true],
    ['D', null, 30_000, false],
    ['C', null, 30_000, false],
  ])
  for (const { verdicts } of candidates) expect(verdicts).toHaveLength(15)
})

test('a verdict has the actual value, the limit and the rule', () => {
  const rules = book({
    carriers: [carrier('DPD', { active: 'N', activeDates: [{ from: '2026-01-01', to: '2026-01-31' }] })],
    methods: [
      method('M', 'DPD', 500, {
        ...limit({ Length: 250, Volume: 7000, NumberOfParcels: 1, ParcelWeight: 900, ConsignmentWeight: 1500 }),
        serviceTypes: ['NEXT DAY'],
        countries: ['IE'],
        regions: ['London'],
        pricing: { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null },
      }),
    ],
    capacities: [{ carrier: 'DPD', slots: [4, 0, 0, 0, 0, 0, 0], effectiveFrom: null, effectiveBetween: null }],
  })
  const given = consignment({
    parcels: [parcel(), parcel()],
    heldTo: { carrier: 'DHL', clientMethodID: null, customPreferenceIDs: ['12', '15'] },
  })
  const [only] = explained(rules, given, new Map([[usageKey('DPD', MONDAY), 3]])).candidates
  expect(
    only?.verdicts.map(({ constraint, isMet, actual, limit: allowed, rule }) => [
      constraint,
      isMet,
      actual,
      allowed,
      rule,
    ]),
  ).toEqual([
    ['service', false, 'STANDARD', ['NEXT DAY'], 'M'],
    ['country', false, 'GB', ['IE'], 'M'],
    ['region', false, 'Wales', ['London'], 'M'],
    ['carrierActive', false, 'N', 'Y', 'DPD'],
    ['activeDates', false, MONDAY, ['2026-01-01/2026-01-31'], 'DPD'],
    ['stopped', true, MONDAY, null, 'DPD'],
    ['cutOff', true, null, null, ''],
    ['Length', false, 300, 250, 'M'],
    ['Volume', false, 8000, 7000, 'M'],
    ['NumberOfParcels', false, 2, 1, 'M'],
    ['ParcelWeight', false, 1000, 900, 'M'],
    ['ConsignmentWeight', false, 2000, 1500, 'M'],
    ['capacity', false, 5, 4, 'DPD'],
    ['fixedRouting', false, 'M', 'DHL', '12,15'],
    ['price', false, null, null, 'M'],
  ])
})

test('uses each candidate’s carrier and tells a price of 0 from no price', () => {
  const none = { pricing: { pricingMethod: 'None' as const, primaryCosting: null, secondaryCosting: null } }
  const rules = book({
    carriers: [carrier('DPD'), carrier('DHL', { active: 'N', activeDates: [{ from: '2026-05-01', to: null }] })],
    methods: [method('A', 'DPD', 0), method('B', 'DHL', 500, none)],
    capacities: [{ carrier: 'DHL', slots: [4, 0, 0, 0, 0, 0, 0], effectiveFrom: null, effectiveBetween: null }],
  })
  const { candidates } = explained(rules, consignment(), new Map([[usageKey('DHL', MONDAY), 2]]))
  const told = candidates.map(({ clientMethodID, cost, verdicts }) => [
    clientMethodID,
    cost,
    ...verdicts.flatMap(({ constraint, actual, limit: allowed, rule }) =>
      ['carrierActive', 'activeDates', 'capacity', 'fixedRouting', 'price'].includes(constraint)
        ? [[actual, allowed, rule]]
        : [],
    ),
  ])
  expect(told).toEqual([
    ['A', 0, ['Y', 'Y', 'DPD'], [MONDAY, [], 'DPD'], [1, null, ''], ['A', null, ''], [0, null, 'A']],
    ['B', null, ['N', 'Y', 'DHL'], [MONDAY, ['2026-05-01/'], 'DHL'], [3, 4, 'DHL'], ['B', null, ''], [null, null, 'B']],
  ])
})

describe('the nearest change that would make a candidate eligible', () => {
  const changes = (
    given: Parameters<typeof method>[3],
    of: Partial<Consignment>,
    rules: Partial<RuleBook> = {},
    usage?: Usage,
  ) =>
    explained(book({ methods: [method('M', 'DPD', 500, given)], ...rules }), consignment(of), usage).candidates[0]
      ?.changes
  const slots = (...all: number[]) => ({
    capacities: [{ carrier: 'DPD', slots: all, effectiveFrom: null, effectiveBetween: null }],
  })
  test('none if it is eligible', () => {
    expect(changes({}, {})).toEqual([])
  })
  test('3 kg lighter', () => {
    expect(changes(limit({ ParcelWeight: 20_000 }), { parcels: [parcel({ weight: 23_000 })] })).toEqual([
      { kind: 'lighter-parcel', by: 3000 },
    ])
  })
  test('2 parcels fewer on the day, if the carrier has capacity for the rest', () => {
    const parcels = Array.from({ length: 5 }, () => parcel())
    expect(changes({}, { parcels }, slots(10, 0, 0, 0, 0, 0, 0), new Map([[usageKey('DPD', MONDAY), 7]]))).toEqual([
      { kind: 'fewer-parcels', by: 2 },
    ])
  })
  test('another day, if the carrier has no capacity left', () => {
    expect(changes({}, {}, slots(3, 0, 5, 0, 0, 0, 0), new Map([[usageKey('DPD', MONDAY), 3]]))).toEqual([
      { kind: 'despatch-on', day: '2026-03-04' },
    ])
  })
  test('not a day off of the client’s calendar', () => {
    const full = new Map([[usageKey('DPD', MONDAY), 3]])
    expect(changes({}, { daysOff: ['2026-03-04'] }, slots(3, 0, 5, 0, 0, 0, 0), full)).toEqual([
      { kind: 'despatch-on', day: '2026-03-09' },
    ])
  })
  test('more capacity, if no working day in four weeks has any', () => {
    expect(changes({}, {}, slots(0, 0, 0, 0, 0, 5, 5))).toEqual([{ kind: 'more-capacity', day: MONDAY, by: 1 }])
  })
  test('the next day on which the carrier is active, or activating it', () => {
    const from = (day: string) => ({ carriers: [carrier('DPD', { activeDates: [{ from: day, to: null }] })] })
    expect(changes({}, {}, from('2026-03-09'))).toEqual([{ kind: 'despatch-on', day: '2026-03-09' }])
    expect(changes({}, {}, from('2026-05-01'))).toEqual([{ kind: 'active-on', day: MONDAY }])
  })
  test.each<[Parameters<typeof method>[3], Partial<Consignment>, Change[]]>([
    [{ serviceTypes: ['NEXT DAY', 'NAMED DAY'] }, {}, [{ kind: 'ask-for-service', service: 'NEXT DAY' }]],
    [{ countries: ['IE'] }, {}, [{ kind: 'serve-country', country: 'GB' }]],
    [{ regions: ['London'] }, {}, [{ kind: 'serve-region', region: 'Wales' }]],
    [limit({ Length: 290 }), {}, [{ kind: 'shorter', by: 10 }]],
    [limit({ Volume: 7000 }), {}, [{ kind: 'smaller', by: 1000 }]],
    [limit({ NumberOfParcels: 1 }), { parcels: [parcel(), parcel(), parcel()] }, [{ kind: 'fewer-parcels', by: 2 }]],
    [limit({ ConsignmentWeight: 1500 }), { parcels: [parcel(), parcel()] }, [{ kind: 'lighter', by: 500 }]],
    // Fewer parcels also weigh less, so no further change is needed.
    [
      limit({ NumberOfParcels: 1, ConsignmentWeight: 1500 }),
      { parcels: [parcel(), parcel()] },
      [{ kind: 'fewer-parcels', by: 1 }],
    ],
    [{}, { heldTo: { carrier: 'DHL', clientMethodID: null, customPreferenceIDs: ['1'] } }, [{ kind: 'not-held' }]],
    // Without this hold, the order's other goods would still hold it.
    [
      {},
      { heldTo: { carrier: 'DHL', clientMethodID: null, customPreferenceIDs: ['1'] }, isOneOfSeveral: true },
      [{ kind: 'not-held', isAlone: true }],
    ],
    [
      { pricing: { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null } },
      {},
      [{ kind: 'price-on', day: MONDAY }],
    ],
  ])('%j for %j', (given, of, expected) => {
    expect(changes(given, of)).toEqual(expected)
  })
  const banded = (byWeight: boolean, ...edges: [from: number, to: number][]) => ({
    pricing: {
      ...method('M', 'DPD', 1).pricing,
      pricingMethod: byWeight ? ('By Weight Matrix' as const) : ('By Parcel' as const),
      primaryCosting: {
        ...flat,
        fromParcel: 1,
        costingMatrix: edges.map(([from, to], index) => ({
          ...flat,
          chargeID: String(index),
          from,
          to,
          effectiveFrom: null,
          effectiveBetween: null,
        })),
      },
    },
  })
  test.each<[Parameters<typeof method>[3], Partial<Consignment>, Change[]]>([
    [banded(true, [0, 15_000]), { parcels: [parcel({ weight: 19_800 })] }, [{ kind: 'lighter', by: 4800 }]],
    // Lighter for the limit, and even lighter for the price.
    [
      { ...banded(true, [0, 15_000]), ...limit({ ConsignmentWeight: 18_000 }) },
      { parcels: [parcel({ weight: 19_800 })] },
      [{ kind: 'lighter', by: 4800 }],
    ],
    [
      banded(true, [0, 2000], [3000, 9000]),
      { parcels: [parcel({ weight: 2520 })] },
      [{ kind: 'price-for', byWeight: true, quantity: 2520 }],
    ],
    // If each parcel is charged by its own weight, the heavy ones must be lighter.
    [
      { pricing: { ...banded(true, [0, 15_000]).pricing, chargedFor: 'parcel' } },
      { parcels: [parcel({ weight: 14_000 }), parcel({ weight: 19_800 })] },
      [{ kind: 'lighter-parcel', by: 4800 }],
    ],
    [banded(false, [0, 2]), { parcels: [parcel(), parcel(), parcel()] }, [{ kind: 'fewer-parcels', by: 1 }]],
    [banded(false, [2, 3]), {}, [{ kind: 'price-for', byWeight: false, quantity: 1 }]],
  ])('a quantity beyond the bands, and one between them: %#', (given, of, expected) => {
    expect(changes(given, of)).toEqual(expected)
  })
  test.each([
    [[4000, 3000], 2000],
    [[3000, 3000], 1000],
    [[5000, 1000, 2500], 3000],
  ])('where further parcels of %j may weigh less, all that are heavier are cut', (weights, by) => {
    const { pricing } = banded(true, [0, 5000])
    const second = banded(true, [0, 2000]).pricing.primaryCosting
    const each = {
      pricing: { ...pricing, chargedFor: 'parcel' as const, secondaryCosting: { ...second, fromParcel: 2 } },
    }
    const parcels = weights.map((weight) => parcel({ weight }))
    expect(changes(each, { parcels })).toEqual([{ kind: 'lighter-parcel', by }])
  })
  test('all missing prices, not only the first', () => {
    const { pricing } = banded(true, [0, 5000])
    const second = banded(true, [0, 2000]).pricing.primaryCosting
    const apart = { pricing: { ...pricing, secondaryCosting: { ...second, fromParcel: 2 } } }
    const parcels = [parcel({ weight: 6000 }), parcel({ weight: 3000 })]
    expect(changes(apart, { parcels })).toEqual([
      { kind: 'price-for', byWeight: true, quantity: 6000, of: 'first' },
      { kind: 'price-for', byWeight: true, quantity: 3000, of: 'further' },
    ])
    const later = second.costingMatrix.map((one) => ({ ...one, effectiveFrom: '2027-01-01' }))
    const notYet = { pricing: { ...pricing, secondaryCosting: { ...second, fromParcel: 2, costingMatrix: later } } }
    expect(changes(notYet, { parcels })).toEqual([
      { kind: 'price-for', byWeight: true, quantity: 6000, of: 'first' },
      { kind: 'price-on', day: MONDAY },
    ])
  })
  test('a higher limit, if the limit is 0', () => {
    expect(changes(limit({ NumberOfParcels: 0 }), { parcels: [parcel()] })).toEqual([
      { kind: 'higher-limit', type: 'NumberOfParcels', to: 1 },
    ])
    expect(changes(limit({ ParcelWeight: 0 }), { parcels: [parcel()] })).toEqual([
      { kind: 'higher-limit', type: 'ParcelWeight', to: 1000 },
    ])
  })
  test('another day is suggested even if the quantity exceeds the bands', () => {
    expect(
      changes(banded(true, [0, 500]), {}, slots(3, 0, 5, 0, 0, 0, 0), new Map([[usageKey('DPD', MONDAY), 3]])),
    ).toEqual([
      { kind: 'lighter', by: 500 },
      { kind: 'despatch-on', day: '2026-03-04' },
    ])
  })
  test('activating the carrier', () => {
    expect(changes({}, {}, { carriers: [carrier('DPD', { active: 'N' })] })).toEqual([{ kind: 'activate-carrier' }])
  })
})

/** Adds a band for one quantity on a day in the named costing, or in both. */
function pricedFor(pricing: Pricing, { quantity, of }: Extract<Change, { kind: 'price-for' }>, day: string): Pricing {
  const band = {
    ...flat,
    chargeID: 'new',
    from: Math.max(0, quantity - 1),
    to: Math.max(1, quantity),
    effectiveFrom: null,
    effectiveBetween: { from: day, to: day },
  }
  const withBand = (costing: Costing | null) =>
    costing && costing.costingMatrix.length > 0
      ? { ...costing, costingMatrix: [...costing.costingMatrix, band] }
      : costing
  return {
    ...pricing,
    primaryCosting: of === 'further' ? pricing.primaryCosting : withBand(pricing.primaryCosting),
    secondaryCosting: of === 'first' ? pricing.secondaryCosting : withBand(pricing.secondaryCosting),
  }
}

/** Adds prices where nothing is in force on a day, or all prices if there are none. */
function pricedOn(pricing: Pricing, day: string): Pricing {
  const { primaryCosting, secondaryCosting } = pricing
  const single = { ...flat, fromParcel: 1, costingMatrix: [] }
  if (pricing.pricingMethod === 'None' || !primaryCosting || primaryCosting.fromParcel > 1)
    return { pricingMethod: 'By Parcel', primaryCosting: single, secondaryCosting: null }
  const onDay = (costing: Costing) =>
    costing.costingMatrix.some((row) => isInForce(row, day)) ? costing : { ...costing, costingMatrix: [] }
  return {
    ...pricing,
    primaryCosting: onDay(primaryCosting),
    secondaryCosting: secondaryCosting && onDay(secondaryCosting),
  }
}

/** Applies the changes to the consignment and the rule book. */
function applied(
  rules: RuleBook,
  given: Consignment,
  methodID: string,
  changes: readonly Change[],
  holdOn: (day: string) => Consignment['heldTo'] = () => given.heldTo,
) {
  let [now, changed] = [given, rules]
  const isLetGo = changes.some(({ kind }) => kind === 'not-held')
  const ofMethod = (change: (one: RuleBook['methods'][number]) => RuleBook['methods'][number]) =>
    (changed = {
      ...changed,
      methods: changed.methods.map((one) => (one.clientMethodID === methodID ? change(one) : one)),
    })
  const code = rules.methods.find(({ clientMethodID }) => clientMethodID === methodID)?.carrier ?? ''
  const ofCarrier = (change: (one: RuleBook['carriers'][number]) => RuleBook['carriers'][number]) =>
    (changed = { ...changed, carriers: changed.carriers.map((one) => (one.code === code ? change(one) : one)) })
  const shrink = (key: 'weight' | 'length' | 'volume', by: number) => {
    const to = Math.max(...now.parcels.map((one) => one[key])) - by
    now = { ...now, parcels: now.parcels.map((one) => ({ ...one, [key]: Math.min(one[key], to) })) }
  }
  for (const change of changes) {
    switch (change.kind) {
      case 'ask-for-service':
        now = { ...now, service: change.service }
        ofMethod((one) => ({ ...one, serviceTypes: [...one.serviceTypes, change.service] }))
        break
      case 'fewer-parcels':
        now = { ...now, parcels: now.parcels.slice(0, now.parcels.length - change.by) }
        break
      case 'shorter':
        shrink('length', change.by)
        break
      case 'smaller':
        shrink('volume', change.by)
        break
      case 'lighter-parcel':
        shrink('weight', change.by)
        break
      case 'lighter': {
        let left = change.by
        const parcels = now.parcels.toReversed().map((one) => {
          const less = Math.min(left, one.weight)
          left -= less
          return { ...one, weight: one.weight - less }
        })
        now = { ...now, parcels: parcels.toReversed() }
        break
      }
      case 'despatch-on':
        now = { ...now, despatchDay: change.day, heldTo: isLetGo ? null : holdOn(change.day) }
        break
      case 'serve-country':
        ofMethod((one) => ({ ...one, countries: [...one.countries, change.country] }))
        break
      case 'serve-region':
        ofMethod((one) => ({ ...one, regions: change.region === null ? [] : [...one.regions, change.region] }))
        break
      case 'activate-carrier':
        ofCarrier((one) => ({ ...one, active: 'Y' }))
        break
      case 'not-held':
        now = { ...now, heldTo: null }
        break
      case 'end-stop':
        now = { ...now, stops: now.stops?.filter((stop) => stop.carrier !== code) }
        break
      case 'later-cut-off':
        now = { ...now, clock: undefined }
        break
      case 'active-on':
        ofCarrier((one) => ({ ...one, activeDates: [...one.activeDates, { from: change.day, to: change.day }] }))
        break
      case 'price-for':
        ofMethod((one) => ({ ...one, pricing: pricedFor(one.pricing, change, now.despatchDay) }))
        break
      case 'price-on':
        ofMethod((one) => ({ ...one, pricing: pricedOn(one.pricing, change.day) }))
        break
      case 'higher-limit':
        ofMethod((one) => ({ ...one, limits: { ...one.limits, [change.type]: change.to } }))
        break
      case 'more-capacity':
        changed = { ...changed, capacities: changed.capacities.filter(({ carrier: of }) => of !== code) }
        break
    }
  }
  return { now, changed }
}

const anyRoute = fc
  .record({
    carrier: fc.constantFrom('DHL', 'DPD', 'EVRI'),
    clientMethodID: fc.option(fc.constantFrom('M0', 'M1', 'M2')),
    startDate: fc.option(fc.constantFrom(MONDAY, '2026-03-03', '2026-03-10'), { freq: 9 }),
    endDate: fc.option(fc.constantFrom(MONDAY, '2026-03-04', '2026-03-12')),
  })
  .map((given) => route('1', { sku: 'MUG' }, given))

/** Plans the consignment under the fixed routes of its day. */
function planned(compiled: CompiledBook, given: Consignment): Consignment {
  const order = { ...given, lines: [{ sku: 'MUG', quantity: 1 }] }
  const plan = planConsignments(compiled, order, () => undefined)
  if ('conflict' in plan) throw new Error('One line is no conflict')
  const [{ heldTo, daysOff } = expect.fail('no consignment')] = plan.consignments
  return { ...given, heldTo, daysOff }
}

/** A consignment, perhaps decided on its despatch day, with cut-offs of some carriers. */
const anyClocked = fc
  .tuple(
    anyConsignment,
    fc.option(fc.dictionary(fc.constantFrom('DHL', 'DPD', 'EVRI'), fc.integer({ min: -2, max: 2 }))),
  )
  .map(([given, left]) => {
    if (!left) return given
    const cutOffs = Object.entries(left).map(([carrier, own]) => ({ carrier, service: '', minute: 960, left: own }))
    const { despatchDay: day } = given
    return { ...given, clock: { day, at: `${day}T15:00:00.000Z`, pickMinutes: 0, cutOffs } }
  })

test('applying the changes makes the candidate eligible', () => {
  const anyRoutes = fc.option(fc.array(anyRoute, { minLength: 1, maxLength: 2 }))
  fc.assert(
    fc.property(anyBook, anyClocked, anyUsage, anyRoutes, (plain, asked, usage, fixedRouting) => {
      const rules = { ...plain, fixedRouting: fixedRouting ?? [] }
      const compiled = compileBook(rules)
      const given = fixedRouting ? planned(compiled, asked) : asked
      const holdOn = (day: string) =>
        fixedRouting ? holdFor(compiled, { ...given, despatchDay: day }, 'MUG', []) : given.heldTo
      for (const [index, { clientMethodID }] of compiled.methods.entries()) {
        const changes = changesToAdmit(compiled, given, usage, index)
        const { now, changed } = applied(rules, given, clientMethodID, changes, holdOn)
        const other = compileBook(changed)
        const decision = allocate(other, now, usedOn(other, usage, now.despatchDay))
        const at = other.methods.findIndex((one) => one.clientMethodID === clientMethodID)
        expect(decision.failing[at], JSON.stringify(changes)).toBe(0)
        expect(now.parcels.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: Number(process.env['ROUTING_CASES'] ?? 600) },
  )
})

test('every suggested change is necessary', () => {
  fc.assert(
    fc.property(anyBook, anyClocked, anyUsage, (rules, given, usage) => {
      const compiled = compileBook(rules)
      const { failing } = allocate(compiled, given, usedOn(compiled, usage, given.despatchDay))
      for (const index of compiled.methods.keys()) {
        const changes = changesToAdmit(compiled, given, usage, index)
        const mask = failing[index] ?? 0
        expect(changes.length > 0).toBe(mask !== 0)
        expect(changes.some(({ kind }) => kind === 'not-held')).toBe((mask & BIT.fixedRouting) !== 0)
        if (changes.some(({ kind }) => kind === 'shorter')) expect(mask & BIT.Length).not.toBe(0)
        for (const change of changes) if ('by' in change) expect(change.by).toBeGreaterThan(0)
      }
    }),
    { numRuns: 400 },
  )
})
