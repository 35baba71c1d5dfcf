import { expect, test } from 'vitest'
import {
  agreed,
  billedDetail,
  billedParcel,
  byWeight,
  charge,
  consignment,
  despatched,
  factsFor,
  judged,
  pounds,
  rulesOf,
  span,
} from '../../testing/judging-samples.ts'
import type { DespatchedConsignment } from '../../invoices/judging/facts.ts'
import type { AgreedCharge } from './agreed-charge.ts'
import { type Conditions, evaluateConditions, type Shipped, type Unknown } from './conditions.ts'

const ANY: Conditions = {
  countries: [],
  postcodes: [],
  zones: [],
  services: [],
  weekdays: [],
  weight: null,
  length: null,
  volume: null,
}
const SHIPPED: Shipped = {
  country: 'GB',
  postcode: 'IV1 1AA',
  services: ['Next Day'],
  // A Monday.
  day: '2026-03-02',
  parcels: [{ weight: 20_000, length: 1200, volume: null }],
}

test.each<[string, Partial<Conditions>, Partial<Shipped>, boolean | Unknown]>([
  ['none', {}, {}, true],
  ['the country', { countries: ['GB', 'IE'] }, {}, true],
  ['another country', { countries: ['IE'] }, {}, false],
  ['a Crown dependency is of GB', { countries: ['GB'] }, { country: 'JE' }, true],
  ['a Crown dependency written as GB', { countries: ['JE'] }, { postcode: 'JE2 3AB' }, true],
  ['perhaps a Crown dependency', { countries: ['JE'] }, { postcode: '' }, 'country'],
  ['no country', { countries: ['GB'] }, { country: '' }, 'country'],
  ['the postcode', { postcodes: ['IV', 'KA27-28'] }, {}, true],
  ['another postcode', { postcodes: ['IV'] }, { postcode: 'N1 9GU' }, false],
  ['no postcode', { postcodes: ['IV'] }, { postcode: '' }, 'postcode'],
  ['the service in any case', { services: ['next day'] }, {}, true],
  ['another service', { services: ['By Noon'] }, {}, false],
  ['no service', { services: ['By Noon'] }, { services: [] }, 'service'],
  ['the weekday', { weekdays: [0] }, {}, true],
  ['another weekday', { weekdays: [5, 6] }, {}, false],
  ['the weight to the gram', { weight: { above: null, upTo: 20_000 } }, {}, true],
  ['not above it', { weight: { above: 20_000, upTo: null } }, {}, false],
  ['no weight', { weight: { above: 1, upTo: null } }, { parcels: [{ weight: null, length: 1, volume: 1 }] }, 'weight'],
  ['the longest side', { length: { above: 1000, upTo: null } }, {}, true],
  [
    'weight and side of two different parcels',
    { weight: { above: 30_000, upTo: null }, length: { above: 1200, upTo: null } },
    {
      parcels: [
        { weight: 31_000, length: 500, volume: null },
        { weight: 2000, length: 1500, volume: null },
      ],
    },
    false,
  ],
  [
    'weight and side of one of two parcels',
    { weight: { above: 30_000, upTo: null }, length: { above: 1200, upTo: null } },
    {
      parcels: [
        { weight: 2000, length: 500, volume: null },
        { weight: 31_000, length: 1500, volume: null },
      ],
    },
    true,
  ],
  ['no volume', { volume: { above: 1000, upTo: null } }, {}, 'volume'],
  ['one that fails beside an unknown one', { postcodes: ['KA'], volume: { above: 1, upTo: null } }, {}, false],
])('%s', (_what, conditions, shipped, expected) => {
  expect(evaluateConditions({ ...ANY, ...conditions }, { ...SHIPPED, ...shipped })).toBe(expected)
})

const of = (id: string, money: number, given: Partial<AgreedCharge> & { when?: AgreedCharge['when'] } = {}) =>
  agreed(id, {
    code: 'SDZ',
    category: 'remote area',
    text: 'Scottish zone',
    amount: { kind: 'money', money: pounds(money), per: 'parcel' },
    when: 'if billed',
    ...given,
  })
const SCOTLAND: Conditions = { ...ANY, postcodes: ['IV', 'KA27-28'] }

function judgedOf(
  postcode: string,
  terms: readonly AgreedCharge[],
  billed: number,
  given: Partial<DespatchedConsignment> = {},
) {
  const rules = rulesOf({ agreedCharges: terms, methods: [span('M1', 'DPD', byWeight(), { service: 'Next Day' })] })
  const detail = billedDetail([
    billedParcel('P1', [charge('base', 4), charge('remote area', billed, 'SDZ', 'Scotland')]),
  ])
  const row = judged(detail, factsFor(detail, consignment([despatched('P1')], { postcode, ...given })), rules)
    .parcels[0]
  return row && [row.verdict, row.expected]
}

test.each<[string, string, readonly AgreedCharge[], number, (string | number | null)[]]>([
  ['in Scotland', 'IV1 1AA', [of('A', 2, { conditions: SCOTLAND })], 2, ['Matched', pounds(6)]],
  ['in London', 'N1 9GU', [of('A', 2, { conditions: SCOTLAND })], 2, ['Overcharged', pounds(4)]],
  ['in an unknown place', '', [of('A', 2, { conditions: SCOTLAND })], 2, ['Not judged', null]],
  [
    'in London, agreed for the category: an agreement for its code comes first',
    'N1 9GU',
    [of('A', 2, { conditions: SCOTLAND }), of('B', 2, { code: '' })],
    2,
    ['Overcharged', pounds(4)],
  ],
  [
    'the one with most conditions counts, even if it began earlier',
    'IV1 1AA',
    [
      of('A', 5, { conditions: { ...SCOTLAND, weight: { above: null, upTo: 2000 } }, from: '2025-01-01' }),
      of('B', 2, { conditions: SCOTLAND, from: '2026-01-01' }),
    ],
    5,
    ['Matched', pounds(9)],
  ],
  [
    'with equally many conditions, the one that began later',
    'IV1 1AA',
    [
      of('A', 5, { conditions: SCOTLAND }),
      of('B', 2, { conditions: { ...ANY, countries: ['GB'] }, from: '2026-01-01' }),
    ],
    2,
    ['Matched', pounds(6)],
  ],
  [
    'if the strictest does not fit, the next',
    'N1 9GU',
    [of('A', 5, { conditions: SCOTLAND }), of('B', 2)],
    2,
    ['Matched', pounds(6)],
  ],
  [
    'if it is unknown whether the strictest fits, none',
    '',
    [of('A', 5, { conditions: SCOTLAND }), of('B', 2)],
    2,
    ['Not judged', null],
  ],
  [
    'always, in London',
    'N1 9GU',
    [of('A', 2, { conditions: SCOTLAND, when: 'always' })],
    2,
    ['Overcharged', pounds(4)],
  ],
])('a Scottish surcharge: %s', (_what, postcode, terms, billed, expected) => {
  expect(judgedOf(postcode, terms, billed)).toEqual(expected)
})

test('an unchecked charge leaves other differences of the row', () => {
  const rules = rulesOf({ agreedCharges: [of('A', 2, { conditions: SCOTLAND })] })
  const detail = billedDetail([billedParcel('P1', [charge('base', 5), charge('remote area', 2, 'SDZ', 'Scotland')])])
  const [row] = judged(detail, factsFor(detail, consignment([despatched('P1')], { postcode: '' })), rules).parcels
  expect(row).toMatchObject({ verdict: 'Overcharged', variance: pounds(1), causes: { price: pounds(1) } })
  expect(row?.charges.map(({ category, isUnchecked = false }) => [category, isUnchecked])).toEqual([
    ['base', false],
    ['remote area', true],
  ])
  expect(row?.reasons).toContainEqual(expect.objectContaining({ kind: 'not checked', unknown: 'postcode' }))
})

test('each parcel of a consignment has the charges of its own weight', () => {
  const heavy = of('A', 3, { conditions: { ...ANY, weight: { above: 2000, upTo: null } }, when: 'always' })
  const rules = rulesOf({
    agreedCharges: [heavy],
    methods: [span('M1', 'DPD', { ...byWeight(), chargedFor: 'parcel' }, { service: 'Next Day' })],
  })
  const both = consignment([despatched('P1', { weight: 1000 }), despatched('P2', { weight: 3000 })])
  const bill = (first: number[], second: number[]) => {
    const row = (number: string, [base = 0, more]: number[]) =>
      billedParcel(number, [
        charge('base', base),
        ...(more === undefined ? [] : [charge('remote area', more, 'SDZ', 'Heavy')]),
      ])
    const detail = billedDetail([row('P1', first), row('P2', second)])
    return judged(detail, factsFor(detail, both), rules).parcels.map(({ verdict, expected }) => [verdict, expected])
  }
  expect(bill([4], [5, 3])).toEqual([
    ['Matched', pounds(4)],
    ['Matched', pounds(8)],
  ])
  expect(bill([4, 3], [5])).toEqual([
    ['Overcharged', pounds(4)],
    ['Undercharged', pounds(8)],
  ])
})

test('a return is charged by its origin, whatever place the invoice names', () => {
  const back = of('A', 2, { conditions: SCOTLAND })
  const rules = rulesOf({ agreedCharges: [back] })
  const detail = billedDetail([billedParcel('P1', [charge('remote area', 2, 'SDZ', 'Scotland')])], {
    leg: 'return',
    postcode: 'N1 9GU',
  })
  const [row] = judged(
    detail,
    factsFor(detail, consignment([despatched('P1')], { postcode: 'IV1 1AA' })),
    rules,
  ).parcels
  expect(row?.verdict).toBe('Matched')
})
