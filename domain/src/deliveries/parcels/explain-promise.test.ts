import { expect, test } from 'vitest'
import { explainCarriersPromise, explainPromise } from './explain-promise.ts'

const THURSDAY = '2026-03-05'
const NEXT_DAY = { description: 'DPD Next Day', transitDays: 1 }
const parcel = (promisedDate: string) => ({ despatchedOn: THURSDAY, promisedDate, service: 'STANDARD' as const })

test('a promise from its method names the method’s transit days', () => {
  expect(explainPromise({ ...parcel('2026-03-06'), method: NEXT_DAY })).toEqual({
    why: 'It was despatched on 5 March 2026, and DPD Next Day takes 1 delivery day (Saturday and Sunday skipped), so it was promised for 6 March 2026. A method with fewer transit days would promise an earlier date.',
    followsMethod: true,
  })
})

test('a promise that differs from its method shows the method’s date', () => {
  const { why, followsMethod } = explainPromise({ ...parcel('2026-03-12'), method: { ...NEXT_DAY, transitDays: 2 } })
  expect(why).toContain('Promised for 12 March 2026 when it was despatched.')
  expect(why).toContain(
    '2 delivery days (Saturday and Sunday skipped) under today’s carrier rules, which gives 9 March 2026',
  )
  expect(followsMethod).toBe(false)
})

test.each([
  ['2026-03-10', 'It was despatched on 5 March 2026 as STANDARD, which usually takes until 10 March 2026'],
  ['2026-03-06', 'Promised for 6 March 2026 by the file of despatches. STANDARD usually takes until 10 March 2026.'],
])('without a method, promised for %s: %s', (promised, words) => {
  const { why, followsMethod } = explainPromise(parcel(promised))
  expect(why).toContain(words)
  expect(followsMethod).toBe(false)
})

test('a promise from the first allocation names the planned day', () => {
  const method = { ...NEXT_DAY, plannedFor: '2026-03-03' }
  expect(explainPromise({ ...parcel('2026-03-04'), method }).why).toMatch(
    /^It was planned to leave on 3 March 2026, and DPD Next Day takes 1 delivery day .* promised for 4 March 2026\./,
  )
})

test.each([
  ['DPD Next Day', '2026-03-06', 'It left on 5 March 2026 by DPD Next Day, which promises 6 March 2026.'],
  [
    '',
    '2026-03-09',
    'It left on 5 March 2026 by the slowest service that it may have left by, which promises 9 March 2026.',
  ],
  ['Pigeon', null, 'The service used is not in the client’s carrier rules, so the customer’s promise still applies.'],
])('the carrier’s promise for %j', (carrierService, promisedDate, words) => {
  expect(explainCarriersPromise({ despatchedOn: THURSDAY, promisedDate, carrierService })).toBe(words)
})

test.each([
  [{}, '(Saturday, Sunday and public holidays skipped)'],
  [{ deliversOnHolidays: true }, '(Saturday and Sunday skipped)'],
  [{ deliveryWeekdays: [0, 1, 2, 3, 4, 5] }, '(Sunday and public holidays skipped)'],
  [{ deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6], deliversOnHolidays: true }, '(every day counts)'],
])('a service of %j names the skipped days', (days, words) => {
  const { why } = explainPromise({ ...parcel('2026-03-06'), method: { ...NEXT_DAY, ...days }, isHoliday: () => false })
  expect(why).toContain(words)
})
