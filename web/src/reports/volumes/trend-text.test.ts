import type { Volume } from '@despatch/contract/reports/report-shapes'
import { addDays } from '@despatch/domain/calendar/day'
import { expect, test } from 'vitest'
import { firstPeriodWithData, firstCompletePeriod } from '@despatch/domain/reports/volumes'
import { trendText } from './trend-text.ts'

/** 104 weeks, the first of them without data; 10 orders each, 12 in the last year. */
const weeks = (without: number, now = 12) =>
  Array.from({ length: 104 }, (_, at) => ({
    start: addDays('2024-11-25', 7 * at),
    orders: at < without ? 0 : at < 52 ? 10 : now,
    parcels: 0,
    returned: 0,
  })) as Volume[]

test.each([
  [0, '624 orders in 52 weeks, +20% vs the 52 before (520).'],
  [26, '300 orders in the last 25 weeks, +20% vs the same weeks last year (250). Complete data since 2 Jun 2025.'],
  [50, '12 orders in the last week, +20% vs the same week last year (10).'],
  [51, '624 orders. No complete week last year to compare with.'],
  [80, '288 orders. No complete week last year to compare with.'],
  [104, ''],
])('104 weeks without data in the first %d compare equal periods', (without, words) => {
  expect(trendText(weeks(without), 'orders')).toBe(words)
  expect(firstPeriodWithData(weeks(without))).toBe(without)
  expect(firstCompletePeriod(weeks(without))).toBe(without === 0 ? 0 : without + 1)
})

test('no change says nothing', () => expect(trendText(weeks(0, 10), 'orders')).toBe(''))
