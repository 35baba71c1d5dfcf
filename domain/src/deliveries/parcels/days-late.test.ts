import { expect, test } from 'vitest'
import { daysLate, daysLateText, lateGroupText } from './days-late.ts'

const TODAY = '2026-03-10'

test.each([
  ['2026-03-10', null, 0],
  ['2026-03-09', null, 1],
  ['2026-02-10', null, 28],
  ['2026-03-05', '2026-03-05', 0],
  ['2026-03-05', '2026-03-04', 0],
  ['2026-03-05', '2026-03-08', 3],
  // Across a clock change.
  ['2026-03-28', '2026-03-30', 2],
])('promised for %s, delivered on %s: %i days late', (promisedDate, deliveredOn, days) => {
  expect(daysLate({ promisedDate, deliveredOn }, TODAY)).toBe(days)
})

test.each([
  [0, ''],
  [1, '1 day late'],
  [12, '12 days late'],
])('%i is shown as %j', (days, words) => {
  expect(daysLateText(days)).toBe(words)
})

test.each([
  [1, '1 day late'],
  [9, '9 days late'],
  [10, '10 or more days late'],
])('the group of %i is shown as %j', (days, words) => {
  expect(lateGroupText(days)).toBe(words)
})
