import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween, addDays } from '../calendar/day.ts'
import { FIGURE_CODES, FIGURES } from './figures.ts'
import {
  grainEnd,
  grainsOf,
  isUnfinished,
  periodBefore,
  periodOfYearBefore,
  periodText,
  rolling52,
  wholeMonths,
} from './periods.ts'
import { rankByLowerBound, wilsonInterval } from './wilson.ts'

test.each([
  ['a week', '2026-01-05', '2026-01-11', '2025-12-29', '2025-01-06'],
  ['week 53 of 2026', '2026-12-28', '2027-01-03', '2026-12-21', '2025-12-29'],
  ['thirteen weeks over a change of the clock', '2026-01-26', '2026-04-26', '2025-10-27', '2025-01-27'],
  ['three days', '2026-01-06', '2026-01-08', '2025-12-30', '2025-01-07'],
])('%s is compared with the same weekdays', (_name, startDate, endDate, before, yearBefore) => {
  expect(periodBefore({ startDate, endDate }).startDate).toBe(before)
  expect(periodOfYearBefore({ startDate, endDate }).startDate).toBe(yearBefore)
})

test('52 rolling weeks are 364 days that end on the last Sunday', () => {
  const period = rolling52('2026-03-11')
  expect(period).toEqual({ startDate: '2025-03-10', endDate: '2026-03-08' })
  expect(daysBetween(period.startDate, period.endDate) + 1).toBe(364)
  expect(isUnfinished(period, '2026-03-11')).toBe(false)
  expect(isUnfinished({ endDate: '2026-03-11' }, '2026-03-11')).toBe(true)
})

test.each([
  ['2026-01-05', '2026-01-11', '5 – 11 Jan 2026'],
  ['2026-01-26', '2026-02-01', '26 Jan – 1 Feb 2026'],
  ['2025-12-29', '2026-01-04', '29 Dec 2025 – 4 Jan 2026'],
  ['2026-01-05', '2026-01-05', '5 Jan 2026'],
])('%s to %s reads as %s', (startDate, endDate, text) => expect(periodText({ startDate, endDate })).toBe(text))

test('periods of a series have no gaps, and each day is in one', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9000 }),
      fc.integer({ min: 0, max: 800 }),
      fc.constantFrom('day', 'week', 'month', 'year'),
      (from, length, grain) => {
        const startDate = addDays('2010-01-01', from)
        const endDate = addDays(startDate, length)
        const starts = grainsOf({ startDate, endDate }, grain)
        const [first = '', last = first] = [starts[0], starts.at(-1)]
        expect(first <= startDate && grainEnd(last, grain) >= endDate).toBe(true)
        for (const [at, start] of starts.entries())
          expect(starts[at + 1] ?? addDays(grainEnd(start, grain), 1)).toBe(addDays(grainEnd(start, grain), 1))
      },
    ),
  ))

test.each([
  ['2026-01-01', '2026-03-31', '2026-04-01', '2026-01-01', '2026-03-31'],
  ['2026-01-02', '2026-03-30', '2026-04-01', '2026-02-01', '2026-02-28'],
  ['2025-12-31', '2026-12-31', '2026-02-15', '2026-01-01', '2026-01-31'],
])('%s to %s on %s has the whole months %s to %s', (startDate, endDate, today, first, last) =>
  expect(wholeMonths({ startDate, endDate }, today)).toEqual({ startDate: first, endDate: last }),
)
test.each([
  ['2026-01-02', '2026-02-27', '2026-04-01'],
  ['2026-03-01', '2026-03-31', '2026-03-31'],
  ['2027-01-01', '2027-12-31', '2026-03-31'],
])('%s to %s has no complete month before %s', (startDate, endDate, today) =>
  expect(wholeMonths({ startDate, endDate }, today)).toBeUndefined(),
)

test('the confidence interval is wide for few, and narrow for many', () => {
  expect(wilsonInterval(3, 3).low).toBeCloseTo(0.438, 2)
  expect(wilsonInterval(960, 1000).low).toBeCloseTo(0.946, 2)
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (hits, others) => {
      fc.pre(hits + others > 0)
      const { low, high } = wilsonInterval(hits, hits + others)
      const share = hits / (hits + others)
      expect(low <= share + 1e-9 && share <= high + 1e-9 && low >= 0 && high <= 1).toBe(true)
    }),
  )
})

test('three of three do not rank before 960 of 1,000; none ranks last', () => {
  const rows = [
    { hits: 0, of: 0 },
    { hits: 3, of: 3 },
    { hits: 960, of: 1000 },
    { hits: 0, of: 5 },
  ]
  expect(rankByLowerBound(rows, (row) => row).map(({ of }) => of)).toEqual([1000, 3, 5, 0])
})

test('every figure defines what it counts, and by which day', () => {
  for (const code of FIGURE_CODES) expect(FIGURES[code].definition).toMatch(/day|date/)
})
