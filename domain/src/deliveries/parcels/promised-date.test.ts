import { expect, test } from 'vitest'
import { deliveryException, promisedDate } from './promised-date.ts'

test.each([
  ['2026-01-05', 'STANDARD', undefined, '2026-01-08'],
  ['2026-01-05', 'NEXT DAY', undefined, '2026-01-06'],
  ['2026-01-05', 'STANDARD', 2, '2026-01-07'],
  ['2026-01-05', 'STANDARD', 0, '2026-01-05'],
  ['2026-01-09', 'NEXT DAY', undefined, '2026-01-12'],
  ['2026-01-08', 'STANDARD', 2, '2026-01-12'],
  ['2026-01-09', 'NAMED DAY', undefined, '2026-01-12'],
] as const)('despatched on %s as %s taking %s days, it is promised for %s', (day, service, days, promised) => {
  expect(promisedDate(day, service, days === undefined ? undefined : { transitDays: days })).toBe(promised)
})

const GOOD_FRIDAY = ['2026-04-03', '2026-04-06']
test.each([
  ['2026-04-02', { transitDays: 1 }, '2026-04-07'],
  ['2026-04-02', { transitDays: 1, deliversOnHolidays: true }, '2026-04-03'],
  ['2026-04-02', { transitDays: 1, deliveryWeekdays: [0, 1, 2, 3, 4, 5] }, '2026-04-04'],
  ['2026-04-02', { transitDays: 2, deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6] }, '2026-04-05'],
  ['2026-04-02', { transitDays: 3, deliveryWeekdays: [1, 3] }, '2026-04-14'],
  ['2026-04-02', undefined, '2026-04-09'],
])('despatched on %s before Easter with %j, a parcel is promised for %s', (day, method, promised) => {
  expect(promisedDate(day, 'STANDARD', method, (one) => GOOD_FRIDAY.includes(one))).toBe(promised)
})

test.each([
  [null, '2026-01-08', undefined],
  [null, '2026-01-09', 'undelivered'],
  ['2026-01-08', '2026-02-01', undefined],
  ['2026-01-09', '2026-02-01', 'late delivered'],
  ['2026-01-07', '2026-02-01', undefined],
] as const)('promised for 8 January, delivered on %s, looked at on %s: %s', (deliveredOn, today, exception) => {
  expect(deliveryException({ promisedDate: '2026-01-08', deliveredOn }, today)).toBe(exception)
})
