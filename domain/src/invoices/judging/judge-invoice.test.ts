import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agreed,
  billedDetail,
  billedParcel,
  charge,
  consignment,
  DAY,
  despatched,
  factsFor,
  judged,
  pounds,
  rulesOf,
} from '../../testing/judging-samples.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { compileRules } from './judge.ts'
import { type InvoiceFacts, InvoiceSums, judgeInvoiceCharges } from './judge-invoice.ts'

const money = (id: string, amount: AgreedCharge['amount'], given: Partial<AgreedCharge> = {}) =>
  agreed(id, { code: id, category: 'other', text: id, amount, when: 'if billed', ...given })
const COLLECTION = money('COL', { kind: 'money', money: pounds(3), per: 'collection' })
const FEE = money('FEE', { kind: 'money', money: pounds(1), per: 'invoice' }, { when: 'always' })
const WEEK = money('WK', { kind: 'money', money: pounds(5), per: 'week' })
const MINIMUM = money('MIN', { kind: 'minimum', money: pounds(50), per: 'invoice' }, { when: 'always' })
const A_WEEK = money('MIN', { kind: 'minimum', money: pounds(50), per: 'week' }, { when: 'always' })
const FUEL = agreed('FUE', { code: 'FUE', amount: { kind: 'percent', percent: 100_000, of: ['base'], per: 'invoice' } })

/** An invoice whose details bill £44.00, of which £40.00 is expected: one parcel weighs too much. */
const sums = new InvoiceSums()
for (const base of [4, 4, 4, 4, 4, 4, 4, 4, 4, 8]) {
  const detail = billedDetail([billedParcel('P1', [charge('base', base)], { billedWeight: base === 8 ? 6000 : null })])
  sums.add(judged(detail, factsFor(detail, consignment([despatched('P1')])), rulesOf()))
}
const facts: InvoiceFacts = {
  carrier: 'DPD',
  day: DAY,
  currency: 'GBP',
  rateOf: () => null,
  sums,
  weeks: 2,
  collections: 3,
  billedElsewhere: 0,
}
const judgeCharges = (all: AgreedCharge[], ...charges: [code: string, net: number][]) =>
  judgeInvoiceCharges(
    charges.map(([code, net]) => charge('other', net, code, code)),
    facts,
    compileRules(rulesOf({ agreedCharges: all })),
  )

describe('charges of a whole invoice', () => {
  test.each<[string, AgreedCharge[], [string, number][], number, object]>([
    ['collections as made', [COLLECTION], [['COL', 9]], 9, {}],
    ['an extra collection', [COLLECTION], [['COL', 12]], 9, { charges: 3 }],
    ['a fee once an invoice', [FEE], [['FEE', 1]], 1, {}],
    ['a fee that is always due', [FEE], [], 1, { charges: -1 }],
    ['an amount per week', [WEEK], [['WK', 10]], 10, {}],
    ['not agreed', [], [['HND', 2]], 0, { charges: 2 }],
    ['a minimum bears only its shortfall', [MINIMUM], [['MIN', 10]], 10, {}],
    [
      'a minimum counts the other charges',
      [MINIMUM, FEE],
      [
        ['MIN', 9],
        ['FEE', 1],
      ],
      10,
      {},
    ],
    ['a minimum of each of two weeks', [A_WEEK], [['MIN', 60]], 60, {}],
    ['a minimum billed in full', [MINIMUM], [['MIN', 50]], 10, { charges: 40 }],
    ['fuel on a changed base has the same cause', [FUEL], [['FUE', 4.4]], 4, { 'weight or size': 0.3, price: 0.1 }],
    ['too much fuel', [FUEL], [['FUE', 6.4]], 4, { 'weight or size': 0.3, price: 0.1, charges: 2 }],
  ])('%s', (_what, all, charges, expected, causes) => {
    const result = judgeCharges(all, ...charges)
    expect(result.expected).toBe(pounds(expected))
    expect(result.causes).toEqual(
      Object.fromEntries(Object.entries(causes).map(([cause, amount]) => [cause, pounds(Number(amount))])),
    )
  })
  test('causes add up to the variance', () => {
    const all = [COLLECTION, FEE, WEEK, MINIMUM, FUEL]
    const anyCharges = fc.array(
      fc.tuple(fc.constantFrom('COL', 'FEE', 'WK', 'MIN', 'FUE', 'X'), fc.integer({ min: -20, max: 60 })),
    )
    fc.assert(
      fc.property(fc.subarray(all), anyCharges, (some, charges) => {
        const { variance, billed, causes } = judgeCharges(some, ...charges)
        expect(Object.values(causes).reduce((sum, amount) => sum + amount, 0)).toBe(variance)
        expect(billed).toBe(charges.reduce((sum, [, net]) => sum + pounds(net), 0))
      }),
    )
  })
})
