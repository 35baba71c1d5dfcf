import { describe, expect, test } from 'vitest'
import type { BilledCharge, Verdict } from '../invoice.ts'
import {
  agreed,
  billedDetail,
  billedParcel,
  byParcel,
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
import type { RowFacts } from './facts.ts'
import type { JudgingRules } from './rules.ts'

const fuel = agreed('A1')
const one = consignment([despatched('P1')])
const row = (charges: BilledCharge[], given: Parameters<typeof billedParcel>[2] = {}) =>
  billedDetail([billedParcel('P1', charges, given)])
const judgedRow = (
  charges: BilledCharge[],
  rules: Partial<Parameters<typeof rulesOf>[0]> = {},
  given: Parameters<typeof billedParcel>[2] = {},
) => {
  const detail = row(charges, given)
  return judged(detail, factsFor(detail, one), rulesOf(rules))
}
const methods = [
  span('M1', 'DPD', byWeight(), { service: 'Next Day' }),
  span('M2', 'DPD', byWeight([6, 8, 9, 15]), { service: 'By Noon' }),
]

describe('one parcel of 1.5 kg, expected £4.00', () => {
  test.each<[string, BilledCharge[], Partial<JudgingRules>, number | null, string, number, object]>([
    ['as expected', [charge('base', 4)], {}, null, 'Matched', 0, {}],
    ['a discount belongs to the base', [charge('base', 5), charge('discount', -1)], {}, null, 'Matched', 0, {}],
    ['tax is not judged', [charge('base', 4), charge('tax', 0.8)], {}, null, 'Matched', 0, {}],
    ['too high', [charge('base', 4.5)], {}, null, 'Overcharged', 0.5, { price: 0.5 }],
    ['too low', [charge('base', 3.5)], {}, null, 'Undercharged', -0.5, { price: -0.5 }],
    ['a penny is rounding', [charge('base', 4.01)], {}, null, 'Overcharged', 0.01, { rounding: 0.01 }],
    ['a heavier band', [charge('base', 5)], {}, 2400, 'Overcharged', 1, { 'weight or size': 1 }],
    ['heavier in the same band', [charge('base', 5)], {}, 1900, 'Overcharged', 1, { price: 1 }],
    [
      'heavier, and above that price',
      [charge('base', 5.5)],
      {},
      2400,
      'Overcharged',
      1.5,
      { 'weight or size': 1, price: 0.5 },
    ],
    ['heavier, but billed correctly', [charge('base', 4)], {}, 2400, 'Matched', 0, {}],
    [
      'with the agreed fuel',
      [charge('base', 4), charge('fuel', 0.4)],
      { agreedCharges: [fuel] },
      null,
      'Matched',
      0,
      {},
    ],
    ['missing fuel', [charge('base', 4)], { agreedCharges: [fuel] }, null, 'Undercharged', -0.4, { charges: -0.4 }],
    [
      'too much fuel',
      [charge('base', 4), charge('fuel', 0.6)],
      { agreedCharges: [fuel] },
      null,
      'Overcharged',
      0.2,
      { charges: 0.2 },
    ],
    ['fuel not agreed', [charge('base', 4), charge('fuel', 0.4)], {}, null, 'Overcharged', 0.4, { charges: 0.4 }],
    [
      'fuel on a heavier band belongs to the weight',
      [charge('base', 5), charge('fuel', 0.5)],
      { agreedCharges: [fuel] },
      2400,
      'Overcharged',
      1.1,
      { 'weight or size': 1.1 },
    ],
    [
      'a surcharge that is expected only if it is billed',
      [charge('base', 4)],
      {
        agreedCharges: [
          agreed('A2', {
            category: 'remote area',
            amount: { kind: 'money', money: pounds(2), per: 'parcel' },
            when: 'if billed',
          }),
        ],
      },
      null,
      'Matched',
      0,
      {},
    ],
    ['duties', [charge('base', 4), charge('customs', 9)], {}, null, 'Not judged', 0, {}],
    [
      'duties, and a price that is too high',
      [charge('base', 5), charge('customs', 9)],
      {},
      null,
      'Overcharged',
      1,
      { price: 1 },
    ],
  ])('%s', (_what, charges, rules, billedWeight, verdict, variance, causes) => {
    const { parcels, ...detail } = judgedRow(charges, rules, { billedWeight })
    for (const result of [detail, parcels[0]]) {
      expect(result?.verdict).toBe(verdict)
      expect(result?.variance).toBe(verdict === 'Not judged' ? null : pounds(variance))
      expect(result?.causes).toEqual(
        Object.fromEntries(Object.entries(causes).map(([cause, amount]) => [cause, pounds(Number(amount))])),
      )
    }
  })
})

describe('the service', () => {
  test('if contracted, accounts for its extra cost', () => {
    const detail = { ...row([charge('base', 6.5)]), service: 'BY NOON' }
    expect(judged(detail, factsFor(detail, one), rulesOf({ methods })).causes).toEqual({
      service: pounds(2),
      price: pounds(0.5),
    })
  })
  test('if not contracted, accounts for everything', () => {
    const detail = { ...row([charge('base', 9)]), service: 'By Nine' }
    expect(judged(detail, factsFor(detail, one), rulesOf({ methods })).causes).toEqual({ service: pounds(5) })
  })
  test("the carrier's own name means the same service", () => {
    const detail = { ...row([charge('base', 5)]), service: '1^12' }
    const serviceNames = [{ carrier: 'DPD', name: '1^12', carrierService: 'Next Day' }]
    expect(judged(detail, factsFor(detail, one), rulesOf({ methods, serviceNames })).causes).toEqual({
      price: pounds(1),
    })
  })
})

describe('a consignment of three parcels: £5.00 and £2.00 for each further one', () => {
  const rules = rulesOf({
    methods: [span('M1', 'DPD', byParcel(5, 2), { service: 'Next Day' })],
    agreedCharges: [fuel],
  })
  const three = consignment([despatched('P1'), despatched('P2'), despatched('P3')])
  const billed = (...bases: number[]) =>
    billedDetail(
      bases.map((base, index) => billedParcel(`P${index + 1}`, [charge('base', base), charge('fuel', base / 10)])),
    )
  const of = (...bases: number[]) => {
    const detail = billed(...bases)
    return judged(detail, factsFor(detail, three), rules)
  }
  test('each parcel costs what it adds to those before it', () => {
    const { verdict, expected, parcels } = of(5, 2, 2)
    expect([verdict, expected, ...parcels.map((parcel) => parcel.verdict)]).toEqual([
      'Matched',
      pounds(9.9),
      'Matched',
      'Matched',
      'Matched',
    ])
  })
  test('a carrier that distributes the cost evenly is correct as well', () => {
    const { verdict, parcels } = of(3, 3, 3)
    expect([verdict, ...parcels.map((parcel) => parcel.variance)]).toEqual(['Matched', 0, 0, 0])
  })
  test('only the overpriced parcel is overcharged', () => {
    const { causes, parcels } = of(5, 4, 2)
    expect(causes).toEqual({ price: pounds(2.2) })
    expect(parcels.map(({ verdict }) => verdict)).toEqual(['Matched', 'Overcharged', 'Matched'])
  })
  test('billed in one row, with an extra parcel', () => {
    const detail = billedDetail([billedParcel('P1', [charge('base', 11), charge('fuel', 1.1)])], { pieces: 4 })
    expect(judged(detail, factsFor(detail, three), rules).causes).toEqual({ 'number of parcels': pounds(2.2) })
  })
  test('billed by the detail alone, without parcel rows', () => {
    const detail = billedDetail([], { pieces: 3, charges: [charge('base', 9), charge('fuel', 0.9)] })
    expect(judged(detail, factsFor(detail, three), rules)).toMatchObject({ verdict: 'Matched', expected: pounds(9.9) })
  })
})

describe('verdicts that need no price', () => {
  const charges = [charge('base', 4)]
  const detail = row(charges)
  const facts = factsFor(detail, one)
  const earlier = {
    ...charge('base', 4),
    invoiceNumber: 'I1',
    line: 7,
    leg: 'outbound',
    shipmentDay: detail.shipmentDay,
  } as const
  test.each<[Verdict, RowFacts]>([
    ['Not found', { match: { kind: 'none', why: 'unknown' }, earlier: [] }],
    ['Not despatched', { match: { kind: 'order', client: 'ACME', orderNumber: 'O1' }, earlier: [] }],
    ['Not despatched', { match: { kind: 'parcel', consignment: { ...one, carrier: 'UPS' }, index: 0 }, earlier: [] }],
    ['Already billed', { match: { kind: 'parcel', consignment: one, index: 0 }, earlier: [earlier] }],
  ])('%s: all of it is an extra parcel', (verdict, rowFacts) => {
    const result = judged(detail, { ...facts, parcels: [rowFacts] })
    expect(result).toMatchObject({
      verdict,
      expected: 0,
      variance: pounds(4),
      causes: { 'number of parcels': pounds(4) },
    })
  })
})
