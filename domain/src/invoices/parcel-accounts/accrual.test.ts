import { expect, test } from 'vitest'
import { agreed, byParcel, consignment, despatched, pounds, rulesOf, span } from '../../testing/judging-samples.ts'
import { compileRules } from '../reconciliation/judge.ts'
import type { AgreedCharge } from '../reconciliation/rules.ts'
import { accrualsOf } from './accrual.ts'
import { parcelAccountOf } from './parcel-account.ts'

/** 2.00 more for each parcel longer than a metre, by a charge that is always due or only where it is billed. */
const long = (when: 'always' | 'if billed') =>
  agreed('A1', {
    category: 'oversize',
    code: 'LONG',
    text: 'Long parcel',
    amount: { kind: 'money', money: pounds(2), per: 'parcel' },
    when,
    conditions: {
      countries: [],
      postcodes: [],
      zones: [],
      services: [],
      weekdays: [],
      weight: null,
      length: { above: 1000, upTo: null },
      volume: null,
    },
  })
const rulesWith = (...agreedCharges: AgreedCharge[]) =>
  compileRules(rulesOf({ methods: [span('M1', 'DPD', byParcel(6.2, 3.8), { service: 'Next Day' })], agreedCharges }))
/** Nobody measured it. */
const unmeasured = consignment([despatched('P1')])
const GBP = { currency: 'GBP', rateOf: () => null }

test('what a parcel accrues is not known where a charge that is always due may be due of it', () => {
  const rules = rulesWith(long('always'))
  expect(accrualsOf(unmeasured, rules, () => null)).toEqual([null])
  const { problem, due } = parcelAccountOf({ consignment: unmeasured, index: 0 }, [], rules, GBP)
  expect(problem).toEqual({ why: 'unknown condition', detail: 'Long parcel' })
  expect([...due]).toEqual([])
})

test('a charge that is due only where it is billed leaves its accrual known', () => {
  expect(accrualsOf(unmeasured, rulesWith(long('if billed')), () => null)).toEqual([pounds(6.2)])
})

test('nor where a charge of the same code is always due of what is not long', () => {
  const { conditions: _, ...others } = { ...long('always'), id: 'A2' }
  expect(accrualsOf(unmeasured, rulesWith(long('if billed'), others), () => null)).toEqual([null])
})
