import { describe, expect, test } from 'vitest'
import {
  agreed,
  billedDetail,
  billedParcel,
  byParcel,
  byWeight,
  charge,
  consignment,
  DAY,
  despatched,
  factsFor,
  judged,
  pounds,
  rulesOf,
  span,
} from '../../testing/judging-samples.ts'
import type { Pricing } from '../../routing/prices/costing.ts'
import type { DespatchedConsignment, EarlierCharge } from './facts.ts'
import type { JudgingRules } from './rules.ts'

const three = consignment([despatched('P1'), despatched('P2'), despatched('P3')])
const LABEL = agreed('A2', {
  code: 'LBL',
  category: 'other',
  text: 'Label',
  amount: { kind: 'money', money: pounds(0.1), per: 'parcel' },
  when: 'if billed',
})
const rules = rulesOf({
  methods: [span('M1', 'DPD', byParcel(5, 2), { service: 'Next Day' })],
  agreedCharges: [
    LABEL,
    agreed('A3', { ...LABEL, id: 'A3', code: 'DOC', amount: { kind: 'money', money: pounds(1), per: 'detail' } }),
  ],
})
const label = (net: number) => charge('other', net, 'LBL')

describe('a surcharge beside rows that bill the price of other parcels', () => {
  test.each<[string, number[], string[]]>([
    ['at their prices', [2, 2], ['Matched', 'Matched', 'Matched']],
    ['spread over them', [3, 1], ['Matched', 'Matched', 'Matched']],
    ['spread over them, with the price of its own parcel', [7, 2], ['Matched', 'Matched', 'Matched']],
    ['one of them too high', [4, 2], ['Matched', 'Overcharged', 'Matched']],
  ])('%s', (_what, bases, verdicts) => {
    const others = bases.map((base, index) => billedParcel(`P${index + 2}`, [charge('base', base)]))
    const detail = billedDetail([billedParcel('P1', [label(0.1)]), ...others])
    const { parcels } = judged(detail, factsFor(detail, three), rules)
    expect(parcels.map(({ verdict }) => verdict)).toEqual(verdicts)
    expect(parcels[0]?.expected).toBe(pounds(0.1))
  })
})

describe('an amount per parcel', () => {
  test('on each row', () => {
    const detail = billedDetail(
      [5, 2, 2].map((base, index) => billedParcel(`P${index + 1}`, [charge('base', base), label(0.1)])),
    )
    expect(judged(detail, factsFor(detail, three), rules).verdict).toBe('Matched')
  })
  test('in one sum on the consignment', () => {
    const parcels = [5, 2, 2].map((base, index) => billedParcel(`P${index + 1}`, [charge('base', base)]))
    const detail = billedDetail(parcels, { charges: [label(0.3)] })
    expect(judged(detail, factsFor(detail, three), rules)).toMatchObject({ verdict: 'Matched', expected: pounds(9.3) })
  })
  test('for an extra parcel belongs to the number of parcels', () => {
    const detail = billedDetail([billedParcel('P1', [charge('base', 11), label(0.4)])], { pieces: 4 })
    expect(judged(detail, factsFor(detail, three), rules).causes).toEqual({ 'number of parcels': pounds(2.1) })
  })
  test('that is a penny too high is not rounding', () => {
    const detail = billedDetail([billedParcel('P1', [charge('base', 5), label(0.11)])])
    expect(judged(detail, factsFor(detail, three), rules).causes).toEqual({ charges: pounds(0.01) })
  })
})

test('a charge per consignment is due once, on the row that bills it first', () => {
  const detail = billedDetail([
    billedParcel('P1', [charge('base', 5)]),
    billedParcel('P2', [charge('base', 2), charge('other', 1, 'DOC')]),
    billedParcel('P3', [charge('base', 2), charge('other', 1, 'DOC')]),
  ])
  const { parcels, causes } = judged(detail, factsFor(detail, three), rules)
  expect(parcels.map(({ variance }) => variance)).toEqual([0, 0, pounds(1)])
  expect(causes).toEqual({ charges: pounds(1) })
})

test('charges beside the rows of a detail are judged separately', () => {
  const parcels = [5, 2, 2].map((base, index) => billedParcel(`P${index + 1}`, [charge('base', base)]))
  const detail = billedDetail(parcels, { charges: [charge('other', 3, 'HND')] })
  const result = judged(detail, factsFor(detail, three), rules)
  expect(result.parcels.map(({ verdict }) => verdict)).toEqual(['Matched', 'Matched', 'Matched'])
  expect([result.verdict, result.own.verdict]).toEqual(['Overcharged', 'Overcharged'])
  expect(result.own.causes).toEqual({ charges: pounds(3) })
})

test('rows that bill nothing follow the consignment that bears their price', () => {
  const parcels = ['P1', 'P2', 'P3'].map((id) => billedParcel(id, []))
  const detail = billedDetail(parcels, { charges: [charge('base', 10)] })
  const result = judged(detail, factsFor(detail, three), rules)
  expect([result, ...result.parcels].map(({ verdict }) => verdict)).toEqual(Array(4).fill('Overcharged'))
  expect(result.causes).toEqual({ price: pounds(1) })
})

test('one unknown parcel beside others is an extra parcel', () => {
  const parcels = [5, 2, 2].map((base, index) => billedParcel(`P${index + 1}`, [charge('base', base)]))
  const detail = billedDetail(parcels)
  const facts = factsFor(detail, three)
  const unknown = { match: { kind: 'none', why: 'unknown' }, earlier: [] } as const
  const result = judged(detail, { ...facts, parcels: [...facts.parcels.slice(0, 2), unknown] }, rules)
  expect(result.parcels.map(({ verdict }) => verdict)).toEqual(['Matched', 'Matched', 'Not found'])
  expect([result.verdict, result.causes]).toEqual(['Overcharged', { 'number of parcels': pounds(2) }])
})

test('a missing weight makes other differences of the consignment undecidable', () => {
  const bands = rulesOf({ methods: [span('M1', 'DPD', byWeight(), { service: 'Next Day' })] })
  const two = consignment([despatched('P1'), despatched('P2', { weight: null })])
  const verdicts = (...bases: number[]) => {
    const detail = billedDetail(bases.map((base, index) => billedParcel(`P${index + 1}`, [charge('base', base)])))
    return judged(detail, factsFor(detail, two), bands).parcels.map(({ verdict }) => verdict)
  }
  expect(verdicts(4, 1)).toEqual(['Matched', 'Not judged'])
  expect(verdicts(2.5, 2.5)).toEqual(['Not judged', 'Not judged'])
})

describe('prices per parcel', () => {
  const each = (given: Partial<Pricing> = {}) =>
    rulesOf({
      methods: [span('M1', 'DPD', { ...byWeight(), chargedFor: 'parcel', ...given }, { service: 'Next Day' })],
    })
  const row = (index: number, base: number, billedWeight: number | null = null) =>
    billedParcel(`P${index + 1}`, [charge('base', base)], { billedWeight })
  const verdictsOf = (rules: JudgingRules, of: DespatchedConsignment, bases: readonly number[]) => {
    const detail = billedDetail(bases.map((base, index) => row(index, base)))
    return judged(detail, factsFor(detail, of), rules).parcels.map(({ verdict, expected }) => [verdict, expected])
  }
  test('three parcels of 3 kg cost three times the price of 3 kg', () => {
    const of = consignment(['P1', 'P2', 'P3'].map((number) => despatched(number, { weight: 3000 })))
    expect(verdictsOf(each(), of, [5, 5, 5])).toEqual([1, 2, 3].map(() => ['Matched', pounds(5)]))
  })
  test('the primary costing covers the heaviest', () => {
    const further = byParcelCosting(2, 1)
    const of = consignment([despatched('P1', { weight: 1000 }), despatched('P2', { weight: 9000 })])
    expect(verdictsOf(each({ secondaryCosting: further }), of, [1, 7])).toEqual([
      ['Matched', pounds(1)],
      ['Matched', pounds(7)],
    ])
  })
  test('a parcel without weight does not stop the judging of others', () => {
    const of = consignment([despatched('P1', { weight: null }), despatched('P2', { weight: 3000 })])
    expect(verdictsOf(each(), of, [5, 5])).toEqual([
      ['Not judged', null],
      ['Matched', pounds(5)],
    ])
  })
  test('a parcel billed heavier is overcharged by its own band', () => {
    const of = consignment(['P1', 'P2'].map((number) => despatched(number, { weight: 3000 })))
    const detail = billedDetail([row(0, 5, 3000), row(1, 7, 6000)])
    expect(judged(detail, factsFor(detail, of), each()).causes).toEqual({ 'weight or size': pounds(2) })
  })
})

/** A cost for each parcel from a number on, whatever its weight. */
const byParcelCosting = (fromParcel: number, cost: number) => ({
  fromParcel,
  baseCost: pounds(cost),
  incrementalCost: 0,
  incrementStart: 0,
  increment: 0,
  costingMatrix: [],
})

test('a row without a tracking number bills the weight of each piece', () => {
  const bands = rulesOf({ methods: [span('M1', 'DPD', byWeight(), { service: 'Next Day' })] })
  const two = consignment([despatched('P1', { weight: 900 }), despatched('P2', { weight: 900 })])
  const detail = billedDetail([billedParcel('', [charge('base', 5)], { billedWeight: 1500 })], { pieces: 2 })
  // Twice 1.5 kg exceeds 2 kg.
  expect(judged(detail, factsFor(detail, two), bands).causes).toEqual({ 'weight or size': pounds(1) })
})

test("the warehouse's service decides between several methods", () => {
  const methods = [
    span('D1', 'DPD', byWeight([4]), { service: 'Next Day' }),
    span('D2', 'DPD', byWeight([6]), { service: 'By Noon' }),
  ]
  const of = consignment([despatched('P1')], { clientMethodID: '', carrierService: 'by noon' })
  const detail = billedDetail([billedParcel('P1', [charge('base', 6)])], { service: '' })
  expect(judged(detail, factsFor(detail, of), rulesOf({ methods })).verdict).toBe('Matched')
})

test('a parcel that routing did not plan is our change', () => {
  const decision = { clientMethodID: 'M1', version: 1, day: DAY, grams: [1500, 1500] }
  const detail = billedDetail([5, 2, 2].map((base, index) => billedParcel(`P${index + 1}`, [charge('base', base)])))
  const result = judged(detail, factsFor(detail, { ...three, decision }), rules)
  expect(result.parcels.map(({ ourChange }) => ourChange)).toEqual([0, 0, pounds(2)])
})

describe('a repeated bill', () => {
  const detail = billedDetail([billedParcel('P1', [charge('base', 5, 'FRT')])])
  const before: EarlierCharge = {
    invoiceNumber: 'I1',
    line: 3,
    code: 'frt',
    text: '',
    category: 'base',
    net: pounds(5),
    leg: 'outbound',
    shipmentDay: DAY,
  }
  const verdictAfter = (given: Partial<EarlierCharge>) =>
    judged(detail, factsFor(detail, three, { earlier: [{ ...before, ...given }] }), rules).parcels[0]?.verdict
  test.each<[string, Partial<EarlierCharge>, string]>([
    ['the same code of the same day', {}, 'Already billed'],
    ['a part of what is due', { net: pounds(4) }, 'Overcharged'],
    ['more than is due', { net: pounds(6) }, 'Already billed'],
    ['another day', { shipmentDay: '2026-03-01' }, 'Already billed'],
    ['by an adjustment', { leg: 'adjustment' }, 'Already billed'],
    ['on the return', { leg: 'return' }, 'Matched'],
  ])('%s', (_what, given, verdict) => {
    expect(verdictAfter(given)).toBe(verdict)
  })
  test('a fuel charge alone that was billed before is an extra charge', () => {
    const fuel = agreed('A1')
    const both = billedDetail([billedParcel('P1', [charge('fuel', 0.5, 'FSC')])], { leg: 'adjustment' })
    const earlier = [before, { ...before, code: 'FSC', category: 'fuel' as const, net: pounds(0.5) }]
    const result = judged(both, factsFor(both, three, { earlier }), rulesOf({ ...rules, agreedCharges: [fuel] }))
    expect(result.causes).toEqual({ charges: pounds(0.5) })
  })
  test('a credit does not use what another category was underbilled', () => {
    const credited = billedDetail([billedParcel('P1', [charge('credit', -1)])], { leg: 'adjustment' })
    const earlier = [
      { ...before, net: pounds(6) },
      { ...before, code: 'FSC', category: 'fuel' as const, net: pounds(0.1) },
    ]
    const result = judged(
      credited,
      factsFor(credited, three, { earlier }),
      rulesOf({ ...rules, agreedCharges: [agreed('A1')] }),
    )
    expect(result.verdict).toBe('Matched')
  })
})
