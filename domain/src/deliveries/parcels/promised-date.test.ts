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
  expect(promisedDate(day, service, days)).toBe(promised)
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
