import { expect, test } from 'vitest'
import {
  agreed,
  billedDetail,
  billedParcel,
  byParcel,
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
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { EarlierCharge } from '../judging/facts.ts'
import { compileRules } from '../judging/judge.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { accrualsOf } from './accrual.ts'
import { parcelAccountOf } from './parcel-account.ts'

const PERCENT = { kind: 'percent', percent: 100_000, of: ['base'], per: 'detail' } as const
/** 2.00 for each consignment. */
const FEE: AgreedCharge = agreed('A1', {
  category: 'peak',
  code: '',
  text: 'Peak',
  amount: { kind: 'money', money: pounds(2), per: 'detail' },
})
/** A tenth of the price, at least 1.00 for each consignment. */
const AT_LEAST: AgreedCharge = agreed('A1', {
  category: 'fuel',
  code: '',
  text: 'Fuel',
  amount: PERCENT,
  least: pounds(1),
})

/** A tenth of the price, at most 50.00 for each consignment. */
const AT_MOST: AgreedCharge = { ...AT_LEAST, least: null, most: pounds(50) }

/** 6.20 for the first parcel, and 3.80 for the second. */
const two = consignment([despatched('P1'), despatched('P2')])
const rulesWith = (charge: AgreedCharge) =>
  rulesOf({
    methods: [span('M1', 'DPD', byParcel(6.2, 3.8), { service: 'Next Day' })],
    agreedCharges: [charge],
  })

type Billed = readonly (readonly [number: string, category: ChargeCategory, net: number])[]
const earlier = (billed: Billed): EarlierCharge[] =>
  billed.map(([number, category, net], index) => ({
    row: `1 ${index}`,
    invoiceNumber: 'INV-1',
    line: index + 2,
    code: category,
    text: category,
    category,
    net: pounds(net),
    leg: 'outbound',
    shipmentDay: DAY,
    parcels: [number],
  }))

test.each<{ name: string; of: AgreedCharge; before: Billed; bills: Billed; verdict: string; expected: number }>([
  {
    name: 'a fee of a consignment is due with the first parcel that bills it',
    of: FEE,
    before: [],
    bills: [
      ['P2', 'base', 3.8],
      ['P2', 'peak', 2],
    ],
    verdict: 'Matched',
    expected: 5.8,
  },
  {
    name: 'a fee of a consignment is not due again with another parcel',
    of: FEE,
    before: [
      ['P1', 'base', 6.2],
      ['P1', 'peak', 2],
    ],
    bills: [
      ['P2', 'base', 3.8],
      ['P2', 'peak', 2],
    ],
    verdict: 'Overcharged',
    expected: 3.8,
  },
  {
    name: 'a later parcel billed without the fee is correct',
    of: FEE,
    before: [
      ['P1', 'base', 6.2],
      ['P1', 'peak', 2],
    ],
    bills: [['P2', 'base', 3.8]],
    verdict: 'Matched',
    expected: 3.8,
  },
  {
    name: 'the parcels of a consignment reach a minimum together',
    of: AT_LEAST,
    before: [
      ['P1', 'base', 6.2],
      ['P1', 'fuel', 0.62],
    ],
    bills: [
      ['P2', 'base', 3.8],
      ['P2', 'fuel', 0.38],
    ],
    verdict: 'Matched',
    expected: 4.18,
  },
  {
    name: 'a parcel billed without the charge does not count towards the minimum',
    of: AT_MOST,
    before: [['P1', 'base', 6.2]],
    bills: [
      ['P2', 'base', 3.8],
      ['P2', 'fuel', 0.38],
    ],
    verdict: 'Matched',
    expected: 4.18,
  },
  {
    name: 'a correction up to a minimum that both parcels reach is not expected',
    of: AT_LEAST,
    before: [
      ['P1', 'base', 6.2],
      ['P1', 'fuel', 0.62],
      ['P2', 'base', 3.8],
      ['P2', 'fuel', 0.38],
    ],
    bills: [['P1', 'fuel', 0.38]],
    verdict: 'Already billed',
    expected: 0,
  },
])('$name', ({ of, before, bills, verdict, expected }) => {
  const [number = ''] = bills[0] ?? []
  const detail = billedDetail([
    billedParcel(
      number,
      bills.map(([, category, net]) => charge(category, net)),
    ),
  ])
  const index = number === 'P1' ? 0 : 1
  const facts = factsFor(detail, two)
  const row = { match: { kind: 'parcel', consignment: two, index } as const, earlier: earlier(before) }
  const [found] = judged(detail, { ...facts, parcels: [row] }, rulesWith(of)).parcels
  expect([found?.verdict, found?.expected]).toEqual([verdict, pounds(expected)])
})

const GBP = { currency: 'GBP', rateOf: () => null }

test.each([
  ['a fee', FEE, [8.2, 3.8]],
  ['a minimum', AT_LEAST, [7.2, 3.8]],
])('%s of a consignment accrues once, as the accounts of its parcels show', (_name, of, pence) => {
  const rules = compileRules(rulesWith(of))
  expect(accrualsOf(two, rules, () => null)).toEqual(pence.map(pounds))
  for (const [index, due] of pence.entries()) {
    const account = parcelAccountOf({ consignment: two, index }, [], rules, GBP)
    expect([...account.due.values()].reduce((sum, one) => sum + one, 0)).toBe(pounds(due))
  }
})

test("a parcel's account has no fee that another parcel of its consignment billed", () => {
  const rules = compileRules(rulesWith(FEE))
  const billed = earlier([
    ['P1', 'base', 6.2],
    ['P1', 'peak', 2],
  ])
  expect(parcelAccountOf({ consignment: two, index: 1 }, billed, rules, GBP).due.get('peak')).toBe(0)
  expect(parcelAccountOf({ consignment: two, index: 0 }, billed, rules, GBP).due.get('peak')).toBe(pounds(2))
})
