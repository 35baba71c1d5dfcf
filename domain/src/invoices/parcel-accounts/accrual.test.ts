import { expect, test } from 'vitest'
import { agreed, byParcel, consignment, despatched, pounds, rulesOf, span } from '../../testing/judging-samples.ts'
import { compileRules } from '../judging/judge.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { accrualsOf } from './accrual.ts'
import { parcelAccountOf } from './parcel-account.ts'

/** 2.00 more for each parcel longer than a metre, as a charge that is always due or only if it is billed. */
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
/** A parcel without measurements. */
const unmeasured = consignment([despatched('P1')])
const GBP = { currency: 'GBP', rateOf: () => null }

test('an accrual is unknown if a charge that is always due may apply', () => {
  const rules = rulesWith(long('always'))
  expect(accrualsOf(unmeasured, rules, () => null)).toEqual([null])
  const { problem, due } = parcelAccountOf({ consignment: unmeasured, index: 0 }, [], rules, GBP)
  expect(problem).toEqual({ why: 'unknown condition', detail: 'Long parcel' })
  expect([...due]).toEqual([])
})

test('an accrual is known if the charge is due only when billed', () => {
  expect(accrualsOf(unmeasured, rulesWith(long('if billed')), () => null)).toEqual([pounds(6.2)])
})

test('an accrual is known if a charge of the same code applies to short parcels', () => {
  const { conditions: _, ...others } = { ...long('always'), id: 'A2' }
  expect(accrualsOf(unmeasured, rulesWith(long('if billed'), others), () => null)).toEqual([null])
})
