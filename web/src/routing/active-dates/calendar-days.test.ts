import { expect, test } from 'vitest'
import { addMonths, dayByKey, monthsOf, weeksOf } from './calendar-days.ts'

test('weeks start on Monday and have only days of their month', () => {
  expect(weeksOf('2026-02-01').map((week) => week.map((day) => Number(day?.slice(8) ?? 0)))).toEqual([
    [0, 0, 0, 0, 0, 0, 1],
    [2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12, 13, 14, 15],
    [16, 17, 18, 19, 20, 21, 22],
    [23, 24, 25, 26, 27, 28, 0],
  ])
  expect(monthsOf(2028).map((month) => weeksOf(month).flat().filter(Boolean).length)).toEqual([
    31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
  ])
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-12-31', 12, '2027-12-31'],
  ['2100-12-01', 12, '2100-12-31'],
  ['2000-01-05', -1, '2000-01-01'],
])('%s and %i months', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later)
})

test.each([
  ['ArrowLeft', false, '2026-12-30'],
  ['ArrowRight', false, '2027-01-01'],
  ['ArrowUp', false, '2026-12-24'],
  ['ArrowDown', false, '2027-01-07'],
  ['Home', false, '2026-12-28'],
  ['End', false, '2027-01-03'],
  ['PageUp', false, '2026-11-30'],
  ['PageDown', true, '2027-12-31'],
  ['a', false, undefined],
])('%s (Shift: %s) leads from the last day of 2026 to %s', (key, hasShift, to) => {
  expect(dayByKey('2026-12-31', key, hasShift)).toBe(to)
})
