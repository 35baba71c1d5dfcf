import { describe, expect, test } from 'vitest'
import { addDays } from '../../calendar/day.ts'
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
import type { BilledCharge } from '../invoice.ts'
import { claimedParts } from './disputes.ts'
import type { DespatchedConsignment, DetailFacts, EarlierCharge } from './facts.ts'
import type { JudgingRules } from './rules.ts'

const fuel = agreed('A1')
const judgeRow = (
  charges: BilledCharge[],
  of: DespatchedConsignment,
  rules: JudgingRules = rulesOf(),
  given: Partial<DetailFacts> & { readonly earlier?: readonly EarlierCharge[] } = {},
  leg: 'outbound' | 'return' | 'adjustment' = 'outbound',
) => {
  const detail = billedDetail([billedParcel('P1', charges)], { leg })
  return judged(detail, factsFor(detail, of, given), rules)
}
const at = (time: string) => Date.parse(`${DAY}T${time}Z`)

describe('which price applies', () => {
  const methods = [
    span('M1', 'DPD', byWeight([4, 5, 7, 12]), { toVersion: 2, service: 'Next Day' }),
    span('M1', 'DPD', byWeight([5, 6, 8, 13]), { fromVersion: 2, holdsFrom: DAY, service: 'Next Day' }),
    span('U1', 'UPS', byWeight([6, 6, 6, 6]), { service: 'Standard' }),
  ]
  const versions = [
    { version: 1, publishedAt: 0, by: 'Ann' },
    { version: 2, publishedAt: at('12:00:00'), by: 'Ben' },
  ]
  const rules = rulesOf({ prices: [{ client: 'ACME', currency: 'GBP', versions, methods }] })
  const expectedOf = (of: DespatchedConsignment, given: Partial<DetailFacts> = {}) => judgeRow([], of, rules, given)
  test.each([
    ['the day before: the price before', addDays(DAY, -1), 4],
    ['the first day of the new price, before it was entered', DAY, 5],
    ['the day after', addDays(DAY, 1), 5],
    ['a day before the rule book was first published', '1969-12-01', 4],
  ])('for a parcel despatched on %s', (_what, day, expected) => {
    const despatchedAt = Date.parse(`${day}T08:00:00Z`)
    expect(expectedOf(consignment([despatched('P1', { despatchedAt })], { day })).expected).toBe(pounds(expected))
  })
  test('without a rule book nothing can be judged', () => {
    const result = judgeRow([charge('base', 6)], consignment([despatched('P1')]), rulesOf({ prices: [] }))
    expect(result).toMatchObject({ notJudged: 'no price', reasons: [{ detail: 'No carrier rules are published.' }] })
  })
  test('the reason names the price row, who entered it when, and its first day', () => {
    const { parcels } = expectedOf(consignment([despatched('P1', { despatchedAt: at('13:00:00') })]))
    expect(parcels[0]?.reasons.find(({ kind }) => kind === 'price')).toMatchObject({
      setIn: 2,
      setBy: 'Ben',
      entered: { at: at('12:00:00'), holdsFrom: DAY },
      rows: [{ chargeID: 'C1', quantity: 1500 }],
    })
  })
  test('for a carrier chosen by the warehouse: its method for the service', () => {
    const of = consignment([despatched('P1')], { carrier: 'UPS' })
    expect(expectedOf(of, { carrier: 'UPS' }).expected).toBe(pounds(6))
  })
  test('with several methods of that carrier, it cannot be judged', () => {
    const two = [...methods, span('U2', 'UPS', byParcel(9, 9))]
    const of = consignment([despatched('P1')], { carrier: 'UPS' })
    const prices = [{ client: 'ACME', currency: 'GBP', versions, methods: two }]
    const result = judgeRow([charge('base', 6)], of, rulesOf({ prices }), { carrier: 'UPS' })
    expect([result.verdict, result.notJudged]).toEqual(['Not judged', 'several methods'])
  })
  test('a method contracted later applies to earlier parcels if no other fits', () => {
    const later = [...methods, span('U2', 'UPS', byParcel(9, 9), { fromVersion: 2, service: 'Express' })]
    const prices = [{ client: 'ACME', currency: 'GBP', versions, methods: later }]
    const expected = (carrierService: string, carrier = 'UPS') => {
      const parcel = despatched('P1', { despatchedAt: at('08:00:00') })
      const of = consignment([parcel], { carrier, carrierService })
      return judgeRow([], of, rulesOf({ prices }), { carrier }).expected
    }
    expect([expected(''), expected('Express')]).toEqual([pounds(6), pounds(9)])
  })
  test('the routing decision is shown beside it', () => {
    const decision = { clientMethodID: 'M1', version: 1, day: DAY, grams: [1500] }
    const of = consignment([despatched('P1', { despatchedAt: at('13:00:00') })], { decision })
    expect(expectedOf(of)).toMatchObject({ expected: pounds(5), ourChange: pounds(1) })
  })
})

describe('which weight applies', () => {
  test.each<[string, Parameters<typeof despatched>[1], number | null]>([
    ['as despatched', { weight: 2500, plannedWeight: 900 }, 5],
    ['as planned where the warehouse gave none', { weight: null, plannedWeight: 2500 }, 5],
    ['unknown', { weight: null, plannedWeight: null }, null],
    ['by size only with a divisor', { weight: 900, volume: 30_000 }, 4],
  ])('%s', (_what, parcel, expected) => {
    const result = judgeRow([charge('base', 5)], consignment([despatched('P1', parcel)]))
    expect(result.expected).toBe(expected === null ? null : pounds(expected))
    expect(result.notJudged).toBe(expected === null ? 'no weight' : null)
  })
  test('size applies if a divisor is agreed', () => {
    const divisors = [{ id: 'V', carrier: 'DPD', client: null, from: '2026-01-01', to: null, by: 'Ann', divisor: 5000 }]
    const of = consignment([despatched('P1', { weight: 900, volume: 30_000 })])
    expect(judgeRow([], of, rulesOf({ divisors })).expected).toBe(pounds(7))
  })
  test('a method priced by parcel needs no weight', () => {
    const rules = rulesOf({ methods: [span('M1', 'DPD', byParcel(5, 2), { service: 'Next Day' })] })
    expect(judgeRow([charge('base', 5)], consignment([despatched('P1', { weight: null })]), rules).verdict).toBe(
      'Matched',
    )
  })
})

describe('agreed charges', () => {
  const one = consignment([despatched('P1')])
  const of = (all: Parameters<typeof agreed>[1][], ...charges: BilledCharge[]) =>
    judgeRow(
      [charge('base', 4), ...charges],
      one,
      rulesOf({ agreedCharges: all.map((given, index) => agreed(`A${index}`, given)) }),
    )
  test.each<[string, Parameters<typeof agreed>[1][], number]>([
    ['of all clients', [{}], 0.4],
    [
      "a client's own comes first",
      [{}, { client: 'ACME', amount: { kind: 'percent', percent: 50_000, of: ['base'], per: 'detail' } }],
      0.2,
    ],
    [
      "another client's does not count",
      [{}, { client: 'BIRCH', amount: { kind: 'percent', percent: 50_000, of: ['base'], per: 'detail' } }],
      0.4,
    ],
    [
      'the one that began later',
      [{}, { from: '2026-02-01', amount: { kind: 'percent', percent: 200_000, of: ['base'], per: 'detail' } }],
      0.8,
    ],
    [
      'not begun on the shipment day',
      [{}, { from: '2026-03-03', amount: { kind: 'percent', percent: 200_000, of: ['base'], per: 'detail' } }],
      0.4,
    ],
    ['ended before the shipment day', [{ to: '2026-03-01' }], 0],
    ['with a minimum', [{ least: pounds(0.5) }], 0.5],
    ['with a maximum', [{ most: pounds(0.3) }], 0.3],
    [
      'half a penny is rounded up',
      [{ amount: { kind: 'percent', percent: 101_250, of: ['base'], per: 'detail' } }],
      0.41,
    ],
  ])('%s', (_what, all, expected) => {
    expect(of(all).expected).toBe(pounds(4 + expected))
  })
  test("a percentage of another charge uses that charge's expected amount", () => {
    const result = of(
      [
        { amount: { kind: 'percent', percent: 100_000, of: ['base', 'peak'], per: 'detail' } },
        { category: 'peak', when: 'if billed', amount: { kind: 'money', money: pounds(1), per: 'parcel' } },
      ],
      charge('peak', 1),
      charge('fuel', 0.5),
    )
    expect(result.verdict).toBe('Matched')
  })
  test('fuel is calculated from the base of the detail, and rounded once', () => {
    const rules = rulesOf({
      methods: [span('M1', 'DPD', byParcel(1.04, 1.04), { service: 'Next Day' })],
      agreedCharges: [fuel],
    })
    const three = consignment([despatched('P1'), despatched('P2'), despatched('P3')])
    const detail = billedDetail(
      ['P1', 'P2', 'P3'].map((id) => billedParcel(id, [charge('base', 1.04), charge('fuel', 0.1)])),
    )
    const { expected, causes } = judged(detail, factsFor(detail, three), rules)
    expect([expected, causes]).toEqual([pounds(3.12 + 0.31), { rounding: pounds(-0.01) }])
  })
})

describe('tolerances', () => {
  const tolerance = (
    row: [number | null, number | null],
    charged: [number | null, number | null],
    client: string | null = null,
  ) => ({
    carrier: 'DPD',
    client,
    row: { money: row[0] === null ? null : pounds(row[0]), percent: row[1] === null ? null : row[1] * 10_000 },
    charge: {
      money: charged[0] === null ? null : pounds(charged[0]),
      percent: charged[1] === null ? null : charged[1] * 10_000,
    },
    invoice: null,
  })
  test.each([
    ['within amount and percentage', [tolerance([0.2, 5], [0.2, 5])], 'Within tolerance'],
    ['beyond the amount', [tolerance([0.19, 5], [1, 50])], 'Overcharged'],
    ['beyond the percentage', [tolerance([1, 4], [1, 50])], 'Overcharged'],
    ['a charge beyond it', [tolerance([1, 50], [0.19, 50])], 'Overcharged'],
    ["a client's own comes first", [tolerance([1, 50], [1, 50]), tolerance([0.1, 50], [1, 50], 'ACME')], 'Overcharged'],
    [
      "another client's does not count",
      [tolerance([1, 50], [1, 50]), tolerance([0, 0], [0, 0], 'BIRCH')],
      'Within tolerance',
    ],
    ['without a tolerance', [], 'Overcharged'],
  ])('20p of £4.00 too much, %s: %s', (_what, tolerances, verdict) => {
    const result = judgeRow([charge('base', 4.2)], consignment([despatched('P1')]), rulesOf({ tolerances }))
    expect([result.verdict, result.parcels[0]?.verdict]).toEqual([verdict, verdict])
  })
})

describe('currencies', () => {
  const of = consignment([despatched('P1')])
  test("another currency than the client's needs a rate", () => {
    const result = judgeRow([charge('base', 5)], of, rulesOf(), { currency: 'EUR' })
    expect([result.verdict, result.notJudged]).toEqual(['Not judged', 'no rate'])
  })
  test('prices are converted at the rate', () => {
    const result = judgeRow([charge('base', 4.6)], of, rulesOf(), { currency: 'EUR', rateOf: () => 1_150_000 })
    expect(result).toMatchObject({ verdict: 'Matched', expected: pounds(4.6) })
  })
  const remote = agreed('A1', {
    category: 'remote area',
    amount: { kind: 'money', money: pounds(2), per: 'parcel' },
    when: 'if billed',
    currency: 'USD',
  })
  test.each<[what: string, rate: number | null, expected: number | null]>([
    ['is expected at the rate of that currency', 750_000, pounds(5.5)],
    ['needs its rate', null, null],
  ])('an agreed amount in a third currency %s', (_what, rate, expected) => {
    const charges = [charge('base', 4), charge('remote area', 1.5)]
    const rateOf = (currency: string) => (currency === 'USD' ? rate : null)
    const result = judgeRow(charges, of, rulesOf({ agreedCharges: [remote] }), { rateOf })
    expect(result).toMatchObject({ expected, notJudged: expected === null ? 'no rate' : null })
  })
})

describe('a parcel billed before', () => {
  const of = consignment([despatched('P1')])
  const earlier = (net: number, category: EarlierCharge['category'] = 'base'): EarlierCharge => ({
    invoiceNumber: 'I1',
    line: 3,
    code: 'FRT',
    text: '',
    category,
    net: pounds(net),
    leg: 'outbound',
    shipmentDay: DAY,
  })
  test.each<[string, number, BilledCharge, string, number]>([
    ['a correction of an overbilled amount', 5, charge('base', -1), 'Matched', 0],
    ['a correction of an underbilled amount', 3, charge('base', 1), 'Matched', 0],
    ['a part of the overbilled amount', 5, charge('base', -0.4), 'Matched', 0],
    ['more than was overbilled', 5, charge('base', -1.5), 'Undercharged', -0.5],
    ['an increase of a correct amount', 4, charge('base', 1), 'Overcharged', 1],
    ['a credit of an overbilled amount', 5, charge('credit', -1), 'Matched', 0],
    ['a credit of a correct amount', 4, charge('credit', -1), 'Undercharged', -1],
  ])('%s', (_what, before, charged, verdict, variance) => {
    const result = judgeRow([charged], of, rulesOf(), { earlier: [earlier(before)] }, 'adjustment')
    expect([result.verdict, result.variance]).toEqual([verdict, pounds(variance)])
  })
  test('heavier by an adjustment: its weight is the cause, with the fuel on it', () => {
    const detail = billedDetail(
      [billedParcel('P1', [charge('base', 3), charge('fuel', 0.3)], { billedWeight: 6000 })],
      { leg: 'adjustment' },
    )
    const facts = factsFor(detail, of, { earlier: [earlier(4), earlier(0.4, 'fuel')] })
    expect(judged(detail, facts, rulesOf({ agreedCharges: [fuel] })).causes).toEqual({ 'weight or size': pounds(3.3) })
  })
  test('on its return is not billed again', () => {
    const back = agreed('A2', {
      category: 'return to sender',
      when: 'if billed',
      amount: { kind: 'money', money: pounds(4), per: 'parcel' },
    })
    const returned = consignment([despatched('P1', { isReturned: true })])
    const charges = [charge('return to sender', 4)]
    const rules = rulesOf({ agreedCharges: [back, fuel] })
    expect(judgeRow(charges, returned, rules, { earlier: [earlier(4)] }, 'return').verdict).toBe('Matched')
    expect(judgeRow(charges, of, rules, {}, 'return').causes).toEqual({ charges: pounds(4) })
    expect(judgeRow([charge('base', 4)], returned, rules, {}, 'return').notJudged).toBe('no return price')
  })
})

describe('a charge that cannot be checked does not stop the judging of the row', () => {
  const remote = agreed('A3', {
    category: 'remote area',
    when: 'if billed',
    amount: { kind: 'money', money: pounds(2), per: 'parcel' },
  })
  const rules = rulesOf({ agreedCharges: [remote, fuel] })
  const of = consignment([despatched('P1', { isReturned: true })])
  test.each([
    ['duties', [charge('base', 4), charge('fuel', 0.4), charge('customs', 9)], 'outbound', 'Not judged', 9],
    [
      'duties beside a price that is too high',
      [charge('base', 5), charge('fuel', 0.4), charge('customs', 9)],
      'outbound',
      'Overcharged',
      1,
    ],
    ['a return without a price', [charge('base', 4)], 'return', 'Not judged', 4],
    ['a return with fuel and without a price', [charge('base', 4), charge('fuel', 0.4)], 'return', 'Not judged', 4.4],
    ['beside a correct surcharge', [charge('base', 4), charge('remote area', 2)], 'return', 'Not judged', 4],
    ['beside an overbilled surcharge', [charge('base', 4), charge('remote area', 3)], 'return', 'Overcharged', 1],
    ['beside a surcharge without an agreement', [charge('base', 4), charge('oversize', 3)], 'return', 'Overcharged', 3],
  ] as const)('%s: rejecting disputes the known excess, otherwise the unchecked part', (...given) => {
    const [, charges, leg, verdict, claimed] = given
    const row = judgeRow([...charges], of, rules, {}, leg)
    expect(row.verdict).toBe(verdict)
    const [only] = row.parcels
    const parts = only ? claimedParts(only) : []
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(pounds(claimed))
  })
  test('duties beside a base that was billed before are not billed again', () => {
    const earlier: EarlierCharge[] = [
      { invoiceNumber: 'I1', ...charge('base', 4), leg: 'outbound', shipmentDay: DAY, parcels: ['P1'] },
    ]
    const row = judgeRow([charge('customs', 9)], of, rules, { earlier })
    expect(row.verdict).toBe('Not judged')
  })
})
