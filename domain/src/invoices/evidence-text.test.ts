import { expect, test } from 'vitest'
import { pounds } from '../testing/judging-samples.ts'
import { evidenceText } from './evidence-text.ts'
import type { Reason } from './judging/reasons.ts'

const NAMES = { carrier: 'Heron', currency: 'GBP' }
const PRICE: Reason = {
  kind: 'price',
  client: 'ACME',
  clientMethodID: 'H1',
  method: 'Heron 24',
  pricingMethod: 'By Weight Matrix',
  setIn: 5,
  setBy: 'ada',
  entered: { at: Date.parse('2026-11-28T09:00:00Z'), holdsFrom: '2026-11-01' },
  day: '2026-03-02',
  place: 1,
  of: 1,
  upTo: pounds(4.5),
  before: 0,
  rows: [],
}
const AGREED: Reason = {
  kind: 'agreed charge',
  agreedCharge: '3',
  text: 'Fuel',
  amount: { kind: 'money', money: pounds(0.5), per: 'parcel' },
  by: 'bob',
  from: '2026-01-01',
  billed: pounds(0.9),
  expected: pounds(0.5),
}

test('a carrier sees why and by which price, without its author and version', () => {
  const differs: Reason = { kind: 'price differs', billed: pounds(5.5), expected: pounds(4.5) }
  const { why, price } = evidenceText([PRICE, AGREED, differs], NAMES, 'too dear')
  expect(why).toBe(
    'Heron billed a price of £5.50; £4.50 is agreed. Fuel: £0.50 a parcel is agreed since 1 Jan 2026, which makes £0.50. Heron billed £0.90.',
  )
  expect(price).toMatch(/^The parcel costs £4\.50 with .*, by its price\. /)
  expect(price).toContain('Fuel: £0.50 a parcel is agreed')
  expect(`${why} ${price}`).not.toMatch(/ada|bob|version/)
})

test("without a reason from judging, the user's reason for rejecting is shown", () => {
  const unjudged: Reason = { kind: 'not judged', why: 'no weight', detail: 'T1' }
  expect(evidenceText([unjudged], NAMES, 'too dear')).toEqual({ why: 'too dear', price: '' })
})
