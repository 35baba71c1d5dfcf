import { expect, test } from 'vitest'
import {
  agreedBody,
  agreedFieldOf,
  agreedForm,
  agreedText,
  agreedValues,
  divisorForm,
  divisorValues,
  toleranceBody,
  toleranceForm,
  toleranceValues,
} from './agreement-values.ts'
import { conditionsText } from './condition-values.ts'

const problemsOf = (result: { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined }) =>
  Object.fromEntries(result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])

test('an empty tolerance does not limit, and a wrong one is marked at its field', () => {
  const values = { ...toleranceValues(undefined), carrierCode: 'UPS', rowMoney: '0.05' }
  expect(toleranceForm.safeParse(values).success).toBe(true)
  expect(toleranceBody(values)).toMatchObject({ row: { money: '0.05', percent: null }, invoice: null })
  const wrong = problemsOf(toleranceForm.safeParse({ ...values, chargePercent: '-1', rowMoney: 'five' }))
  expect(Object.keys(wrong).toSorted()).toEqual(['chargePercent', 'rowMoney'])
})

test("an agreed charge is sent in its kind's shape, with errors at its fields", () => {
  const values = {
    ...agreedValues(undefined),
    carrierCode: 'UPS',
    category: 'fuel',
    chargeText: 'Fuel',
    percent: '12.5',
  }
  expect(agreedForm.safeParse(values).success).toBe(true)
  expect(agreedBody(values).amount).toEqual({ kind: 'percent', percent: '12.5', of: ['base'], per: 'detail' })
  expect(agreedText(values)).toBe('12.5% of base')
  const minimum = { ...values, kind: 'minimum' as const, money: '50', per: 'week' }
  expect(agreedBody(minimum).amount).toEqual({ kind: 'minimum', money: '50', per: 'week' })
  expect(agreedText(minimum)).toBe('At least 50 GBP a week')
  const wrong = problemsOf(agreedForm.safeParse({ ...values, percent: '', category: '', to: '2020-01-01' }))
  expect(wrong).toMatchObject({
    percent: 'A percentage looks like 12.5, without a sign',
    category: 'Choose what it is for',
  })
})

test('conditions are sent as typed, and unreadable ones are marked at their field', () => {
  const values = {
    ...agreedValues(undefined),
    carrierCode: 'DPD',
    category: 'remote area',
    chargeText: 'Scottish zone',
    percent: '5',
    postcodes: 'iv, ka27 - 28',
    weightAbove: '20',
    weekdays: ['5'],
    zones: ['HIGH'],
  }
  expect(agreedForm.safeParse(values).success).toBe(true)
  expect(agreedBody(values).conditions).toEqual({
    countries: [],
    postcodes: ['IV', 'KA27-28'],
    zones: ['HIGH'],
    services: [],
    weekdays: [5],
    weight: { above: 20, upTo: null },
    length: null,
    volume: null,
  })
  expect(conditionsText(values)).toBe('iv, ka27 - 28; zone HIGH; Saturday; above 20 kg')
  const wrong = problemsOf(agreedForm.safeParse({ ...values, postcodes: 'IV, Highlands', lengthUpTo: 'long' }))
  expect(Object.keys(wrong)).toEqual(['postcodes', 'lengthUpTo'])
  expect(problemsOf(agreedForm.safeParse({ ...values, kind: 'minimum', money: '1', per: 'week' }))).toHaveProperty(
    'per',
  )
})

test.each([
  ['amount.percent', 'percent'],
  ['conditions.weight.above', 'weightAbove'],
  ['conditions.postcodes.3', 'postcodes'],
  ['conditions.zones.0', 'zones'],
  ['amount.of', 'of'],
  ['chargeCode', 'chargeCode'],
])('an error at %s is shown at the field %s', (path, field) => {
  expect(agreedFieldOf(path)).toBe(field)
})

test('a divisor is a whole number within bounds', () => {
  const values = { ...divisorValues(undefined), carrierCode: 'UPS' }
  expect(divisorForm.safeParse(values).success).toBe(true)
  expect(problemsOf(divisorForm.safeParse({ ...values, divisor: '5' }))).toEqual({
    divisor: 'A divisor is at least 1,000',
  })
  expect(problemsOf(divisorForm.safeParse({ ...values, divisor: '' }))).toEqual({
    divisor: 'A divisor is a whole number',
  })
})
