import { expect, test } from 'vitest'
import { book, carrier, consignment, method, MONDAY, parcel } from '../../testing/rule-books.ts'
import { allocate } from './allocate.ts'
import { changesLabel, nearestFirst } from './change-text.ts'
import type { Change } from './changes.ts'
import { compileBook, usedOn } from '../rule-book/compile-book.ts'
import { type Consignment, type Usage, usageKey } from './consignment.ts'
import type { Constraint } from './constraints.ts'
import { explain } from './explain.ts'
import type { RuleBook } from '../rule-book/rule-book.ts'
import { wordingOf } from './decision-labels.ts'
import { conflictText, consignmentText, refusalText } from './text.ts'

const CANDIDATES = [
  { clientMethodID: 'M1', carrier: 'DPD', carrierName: 'DPD UK', methodDescription: 'DPD Next Day' },
  { clientMethodID: 'M2', carrier: 'DHL', carrierName: 'DHL Parcel', methodDescription: 'DHL Standard' },
]
const DAY = '2026-11-24'
const HELD = { carrier: 'DHL', clientMethodID: null, customPreferenceIDs: ['FR12'], routes: ['SKU BED (4 regions)'] }
/** The first parcel is the heaviest, longest and largest. */
const two = consignment({
  despatchDay: DAY,
  parcels: [parcel({ weight: 9000, length: 900, volume: 90_000 }), parcel()],
  heldTo: HELD,
})
const one = { ...two, parcels: [parcel()], heldTo: null }

const words = (changes: Change[], given = two, ...unmet: Constraint[]) =>
  changesLabel(
    {
      carrier: 'DPD',
      changes,
      verdicts: (unmet.length > 0 ? unmet : (['capacity'] as const)).map((constraint) => ({
        constraint,
        isMet: false,
      })),
    },
    wordingOf(given, CANDIDATES, 'GBP'),
  )

test.each<[Change, string]>([
  [{ kind: 'ask-for-service', service: 'STANDARD' }, 'STANDARD requested instead'],
  [{ kind: 'shorter', by: 105 }, 'its longest parcel 10.5 cm shorter'],
  [{ kind: 'smaller', by: 10_000 }, 'its largest parcel 0.01 m³ smaller'],
  [{ kind: 'lighter-parcel', by: 1500 }, 'its heaviest parcel 1.5 kg lighter'],
  [{ kind: 'lighter', by: 3000 }, '3 kg lighter'],
  [{ kind: 'fewer-parcels', by: 1 }, '1 parcel fewer on Tue 24 Nov'],
  [{ kind: 'fewer-parcels', by: 2 }, '2 parcels fewer on Tue 24 Nov'],
  [{ kind: 'despatch-on', day: '2026-11-25' }, 'despatched on Wed 25 Nov instead'],
  [{ kind: 'serve-country', country: 'IE' }, 'Ireland served'],
  [{ kind: 'serve-region', region: 'ZE' }, 'region ZE served'],
  [{ kind: 'serve-region', region: null }, 'every region served'],
  [{ kind: 'activate-carrier' }, 'DPD UK active'],
  [{ kind: 'not-held' }, 'not held to DHL Parcel by the fixed route of SKU BED (4 regions)'],
  [
    { kind: 'not-held', isAlone: true },
    'not held to DHL Parcel by the fixed route of SKU BED (4 regions), in an order of its own',
  ],
  [{ kind: 'active-on', day: DAY }, 'DPD UK active on Tue 24 Nov'],
  [{ kind: 'price-on', day: DAY }, 'a price for Tue 24 Nov'],
  [{ kind: 'price-for', byWeight: true, quantity: 2520 }, 'a price for 2.52 kg'],
  [{ kind: 'price-for', byWeight: false, quantity: 5 }, 'a price for 5 parcels'],
  [{ kind: 'more-capacity', day: DAY, by: 3 }, 'capacity for 3 more parcels on Tue 24 Nov'],
  [{ kind: 'more-capacity', day: DAY, by: 1 }, 'capacity for 1 more parcel on Tue 24 Nov'],
])('%j: %s', (change, sentence) => {
  expect(words([change])).toBe(sentence)
})

test('a single parcel needs no description', () => {
  expect(
    words(
      [
        { kind: 'shorter', by: 100 },
        { kind: 'lighter-parcel', by: 3000 },
      ],
      one,
    ),
  ).toBe('10 cm shorter and 3 kg lighter')
})

test.each([
  [[5000, 5000], 2000, 'each parcel 2 kg lighter'],
  [[5000, 4000], 2000, 'each parcel up to 2 kg lighter'],
  [[5000, 4000, 1000], 2000, '2 of its parcels up to 2 kg lighter'],
  [[5000, 5000, 3000], 2000, '2 of its parcels 2 kg lighter'],
  [[5000, 3000], 2000, 'its heaviest parcel 2 kg lighter'],
])('parcels of %j g, up to %s g too heavy: %s', (weights, by, sentence) => {
  const parcels = weights.map((weight) => parcel({ weight }))
  expect(words([{ kind: 'lighter-parcel', by }], { ...two, parcels })).toBe(sentence)
})

test('nearest: fewer changes, no other rules, easier, smaller, then cheaper', () => {
  const refused = (id: string, ...changes: Change[]) => ({ id, isEligible: false, changes, cost: null })
  const candidates = [
    refused('two', { kind: 'lighter', by: 1 }, { kind: 'shorter', by: 1 }),
    refused('book', { kind: 'more-capacity', day: DAY, by: 1 }),
    refused('other day', { kind: 'despatch-on', day: DAY }),
    refused('much', { kind: 'lighter-parcel', by: 3000 }),
    refused('little', { kind: 'lighter-parcel', by: 500 }),
    { ...refused('dear', { kind: 'active-on', day: DAY }), cost: 219_000 },
    { ...refused('cheap', { kind: 'active-on', day: DAY }), cost: 74_500 },
    { id: 'eligible', isEligible: true, changes: [], cost: 1 },
  ]
  expect(nearestFirst(candidates).map(({ id }) => id)).toEqual([
    'little',
    'much',
    'other day',
    'book',
    'cheap',
    'dear',
    'two',
  ])
})

type Refused = { cost: number | null; changes: Change[] }
/** A change without other rules, however large. */
const HARD: Refused = {
  cost: 900,
  changes: [
    { kind: 'fewer-parcels', by: 9 },
    { kind: 'despatch-on', day: DAY },
  ],
}

test.each<[string, Refused, Refused]>([
  [
    'changes without other rules come first, however hard',
    HARD,
    {
      cost: 100,
      changes: [
        { kind: 'lighter-parcel', by: 1 },
        { kind: 'serve-country', country: 'IE' },
      ],
    },
  ],
  [
    'more capacity counts as another rule',
    HARD,
    {
      cost: 100,
      changes: [
        { kind: 'lighter-parcel', by: 1 },
        { kind: 'more-capacity', by: 1, day: DAY },
      ],
    },
  ],
  [
    'slightly less total weight comes before much less of a parcel',
    { cost: 900, changes: [{ kind: 'lighter', by: 5000 }] },
    { cost: 100, changes: [{ kind: 'lighter-parcel', by: 93_000 }] },
  ],
  [
    'less weight of a parcel or in total is the same kind',
    {
      cost: 900,
      changes: [
        { kind: 'lighter-parcel', by: 3000 },
        { kind: 'lighter', by: 2000 },
      ],
    },
    { cost: 100, changes: [{ kind: 'lighter', by: 93_000 }] },
  ],
  [
    'for changes without an amount the cheaper method comes first',
    { cost: 100, changes: [{ kind: 'activate-carrier' }] },
    { cost: 900, changes: [{ kind: 'activate-carrier' }] },
  ],
  [
    'if the first change is equal, the second decides',
    {
      cost: 900,
      changes: [
        { kind: 'lighter-parcel', by: 5 },
        { kind: 'shorter', by: 3 },
      ],
    },
    {
      cost: 100,
      changes: [
        { kind: 'lighter-parcel', by: 5 },
        { kind: 'shorter', by: 10 },
      ],
    },
  ],
])('the nearer of two candidates: %s', (_what, near, far) => {
  const [first, second] = [near, far].map((given) => ({ isEligible: false, ...given }))
  for (const both of [
    [first, second],
    [second, first],
  ])
    expect(nearestFirst(both.filter((one) => one !== undefined))).toEqual([first, second])
})

test('several changes are joined; none give an empty text', () => {
  expect(
    words([{ kind: 'lighter', by: 3000 }, { kind: 'activate-carrier' }, { kind: 'despatch-on', day: '2026-11-25' }]),
  ).toBe('3 kg lighter, DPD UK active and despatched on Wed 25 Nov instead')
  expect(words([])).toBe('')
})

test('fewer parcels name the day for capacity, but not for a limit', () => {
  const changes: Change[] = [
    { kind: 'fewer-parcels', by: 2 },
    { kind: 'fewer-parcels', by: 1 },
  ]
  expect(words(changes, two, 'NumberOfParcels', 'capacity')).toBe('2 parcels fewer and 1 parcel fewer on Tue 24 Nov')
})

test('fewer parcels for a price do not name the day', () => {
  expect(words([{ kind: 'fewer-parcels', by: 2 }], two, 'price')).toBe('2 parcels fewer')
  const changes: Change[] = [
    { kind: 'fewer-parcels', by: 2 },
    { kind: 'despatch-on', day: '2026-11-25' },
  ]
  expect(words(changes)).toBe('2 parcels fewer and despatched on Wed 25 Nov instead')
})

test('changes after fewer parcels describe the remaining parcels', () => {
  const parcels = (...kilograms: number[]) => ({
    parcels: kilograms.map((weight) => parcel({ weight: weight * 1000 })),
  })
  const changes = (by: number, lighter: number): Change[] => [
    { kind: 'fewer-parcels', by },
    { kind: 'lighter-parcel', by: lighter * 1000 },
  ]
  expect(words(changes(1, 5), { ...two, ...parcels(10, 40) }, 'NumberOfParcels')).toBe(
    '1 parcel fewer and the parcel of 10 kg that is left 5 kg lighter',
  )
  expect(words(changes(1, 5), { ...two, ...parcels(10, 4, 40) }, 'NumberOfParcels')).toBe(
    '1 parcel fewer and the heaviest of those that are left (10 kg) 5 kg lighter',
  )
  expect(words(changes(1, 5), { ...two, ...parcels(10, 10, 40) }, 'NumberOfParcels')).toBe(
    '1 parcel fewer and each parcel that is left 5 kg lighter',
  )
})

test('a limit and prices of first and further parcels', () => {
  expect(words([{ kind: 'higher-limit', type: 'NumberOfParcels', to: 1 }])).toBe('number of parcels up to 1 allowed')
  expect(words([{ kind: 'price-for', byWeight: true, quantity: 3000, of: 'further' }])).toBe(
    'a price for 3 kg of its further parcels',
  )
})

test('a short text for a consignment', () => {
  const given = consignment({
    despatchDay: DAY,
    region: 'AB',
    parcels: [parcel({ weight: 12_000 }), parcel({ weight: 500 })],
  })
  expect(consignmentText(given)).toBe('2 parcels of 12.5 kg, STANDARD to AB, United Kingdom, despatched on Tue 24 Nov')
  expect(consignmentText({ ...given, country: 'IE', region: null, parcels: [parcel()] })).toBe(
    '1 parcel of 1 kg, STANDARD to Ireland, despatched on Tue 24 Nov',
  )
})

test('a conflict names both rules (domain.md, Allocation 1)', () => {
  const holds = [
    { carrier: 'DPD', clientMethodID: 'M1', customPreferenceIDs: ['FR12'], routes: ['SKU SOFA-3-A'] },
    {
      carrier: 'DHL',
      clientMethodID: null,
      customPreferenceIDs: ['FR13', 'FR14'],
      routes: ['SKU SOFA-3', 'category Sofas'],
    },
  ]
  expect(conflictText({ product: 'SOFA-3', holds }, CANDIDATES)).toBe(
    'The boxes of SOFA-3 travel with one method, and are held to DPD Next Day by the fixed route of SKU SOFA-3-A and to DHL Parcel by the fixed routes of SKU SOFA-3 and category Sofas',
  )
  expect(conflictText({ product: 'SOFA-3', holds })).toMatch(
    /held to M1 by the fixed route of SKU SOFA-3-A and to DHL by/,
  )
})

const explained = (rules: RuleBook, given: Consignment, usage: Usage = new Map()) => {
  const compiled = compileBook(rules)
  return explain(compiled, given, usage, allocate(compiled, given, usedOn(compiled, usage, given.despatchDay)))
    .candidates
}
const limits = (given: object) => ({ limits: { ...method('M', 'DPD', 1).limits, ...given } })

test('refused candidates: nearest first, with obstacles and remedies', () => {
  const rules = book({
    carriers: [carrier('DPD'), carrier('DHL'), carrier('EVRI')],
    methods: [
      method('far', 'DHL', 100, { countries: ['IE'], ...limits({ ParcelWeight: 900, Length: 100 }) }),
      method('unserved', 'EVRI', 100, { countries: ['IE'] }),
      method('near', 'DPD', 100, limits({ ParcelWeight: 900 })),
    ],
  })
  const given = consignment()
  const candidates = explained(rules, given)
  const wording = wordingOf(given, candidates, 'GBP')
  expect(
    nearestFirst(candidates).map((one) => [one.clientMethodID, refusalText(one, wording), changesLabel(one, wording)]),
  ).toEqual([
    ['near', 'Parcel weight 1 kg is over the limit of 0.9 kg', '0.1 kg lighter'],
    ['unserved', 'Does not serve United Kingdom, only Ireland', 'United Kingdom served'],
    [
      'far',
      'Does not serve United Kingdom, only Ireland; Length 30 cm is over the limit of 10 cm; Parcel weight 1 kg is over the limit of 0.9 kg',
      'United Kingdom served, 20 cm shorter and 0.1 kg lighter',
    ],
  ])
})

test('a full day: usage, and how many fewer parcels would fit', () => {
  const capacities = [{ carrier: 'DPD', slots: [4, 0, 0, 0, 0, 0, 0], effectiveFrom: null, effectiveBetween: null }]
  const rules = book({ methods: [method('M', 'DPD', 100)], capacities })
  const given = consignment({ parcels: [parcel(), parcel()] })
  const [only] = explained(rules, given, new Map([[usageKey('DPD', MONDAY), 3]]))
  if (!only) throw new Error('No candidate')
  const wording = wordingOf(given, [only], 'GBP')
  expect(refusalText(only, wording)).toBe('Mon 2 Mar: 3 of 4 parcels taken, 2 more do not fit')
  expect(changesLabel(only, wording)).toBe('1 parcel fewer on Mon 2 Mar')
})

test('eligible candidates are not among the refused', () => {
  const candidates = explained(book({ methods: [method('M', 'DPD', 100)] }), consignment())
  expect(nearestFirst(candidates)).toEqual([])
})
