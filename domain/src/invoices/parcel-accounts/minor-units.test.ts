import { expect, test } from 'vitest'
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
import { minorUnitOf } from '../../money/minor-units.ts'
import { compileRules } from '../judging/judge.ts'
import type { JudgingRules, MethodSpan } from '../judging/rules.ts'
import { accrualsOf } from './accrual.ts'

const booksIn = (currency: string, ...methods: MethodSpan[]) => [
  { client: 'ACME', currency, versions: [{ version: 1, publishedAt: 0, by: 'Ann' }], methods },
]

/** Prices and terms finer than any minor unit. */
const finelyPriced = (currency: string): JudgingRules =>
  rulesOf({
    prices: booksIn(currency, span('M1', 'DPD', byParcel(3.3353, 2.2225), { service: 'Next Day' })),
    agreedCharges: [
      agreed('A1', { amount: { kind: 'percent', percent: 85_000, of: ['base'], per: 'detail' } }),
      agreed('A2', {
        category: 'remote area',
        code: 'RA',
        text: 'Remote area',
        currency: 'EUR',
        amount: { kind: 'money', money: pounds(1.005), per: 'parcel' },
      }),
    ],
  })
const three = consignment([despatched('P1'), despatched('P2'), despatched('P3')])
const rateBetween = (from: string, to: string) => (from === to ? null : 1_171_717)

test.each(['GBP', 'JPY', 'KWD'])('parcels in %s accrue whole minor units', (currency) => {
  const accruals = accrualsOf(three, compileRules(finelyPriced(currency)), rateBetween)
  for (const amount of accruals) expect(Math.abs((amount ?? Number.NaN) % minorUnitOf(currency))).toBe(0)
})

test('the parcels of a consignment add up to its cost, rounded once', () => {
  const rules = compileRules(
    rulesOf({ prices: booksIn('GBP', span('M1', 'DPD', byParcel(3.335, 3.335), { service: 'Next Day' })) }),
  )
  // 3.335, 6.67 and 10.005 in total.
  expect(accrualsOf(three, rules, rateBetween)).toEqual([33_400, 33_300, 33_400])
})

test.each([
  ['GBP', null, 3.34, 3.34],
  ['GBP', null, 3.33, 3.34],
  ['JPY', null, 3, 3],
  ['KWD', null, 3.335, 3.335],
  ['EUR', 1_171_717, 3.91, 3.91],
])('a row in %s is expected in its minor units', (currency, rate, billed, expected) => {
  const own = currency === 'EUR' ? 'GBP' : currency
  const rules = rulesOf({ prices: booksIn(own, span('M1', 'DPD', byParcel(3.3353, 2), { service: 'Next Day' })) })
  const detail = billedDetail([billedParcel('P1', [charge('base', billed)])])
  const facts = { ...factsFor(detail, consignment([despatched('P1')])), currency, rateOf: () => rate }
  const row = judged(detail, facts, rules)
  expect(row.expected).toBe(pounds(expected))
  expect(row.verdict).toBe(billed === expected ? 'Matched' : 'Undercharged')
})

test('one yen too much for three shares is rounding, and a hundred are not', () => {
  const rules = rulesOf({ prices: booksIn('JPY', span('M1', 'DPD', byWeight([400, 500]), { service: 'Next Day' })) })
  const causesOf = (billed: number) => {
    const detail = billedDetail([billedParcel('P1', [charge('base', billed)])])
    return judged(detail, { ...factsFor(detail, consignment([despatched('P1')])), currency: 'JPY' }, rules).causes
  }
  expect(causesOf(401)).toEqual({ rounding: pounds(1) })
  expect(causesOf(500)).toEqual({ price: pounds(100) })
})
