import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, weekday } from './day.ts'
import { blackFridayOf, defaultReportWeek, mondayOf, weekNumber, weeksOf, yearBefore } from './week.ts'

test.each([
  ['a Wednesday', '2026-03-18T12:00:00Z', '2026-03-09', '2026-03-15'],
  ['Monday, in its first minute', '2026-03-16T00:00:00Z', '2026-03-09', '2026-03-15'],
  ['Sunday, in its last minute', '2026-03-15T23:59:59Z', '2026-03-02', '2026-03-08'],
  [
    'Sunday 23:30 in summer, which is Monday in no zone but London’s',
    '2026-06-14T22:30:00Z',
    '2026-06-01',
    '2026-06-07',
  ],
  ['Monday 00:30 in summer, still Sunday in UTC', '2026-06-14T23:30:00Z', '2026-06-08', '2026-06-14'],
  ['the Monday after the clocks went forward', '2026-03-29T23:30:00Z', '2026-03-23', '2026-03-29'],
  ['the night before it', '2026-03-29T22:30:00Z', '2026-03-16', '2026-03-22'],
  ['the Monday after the clocks went back', '2026-10-26T00:10:00Z', '2026-10-19', '2026-10-25'],
  ['the last hour before it', '2026-10-25T23:10:00Z', '2026-10-12', '2026-10-18'],
  ['the first days of a year', '2027-01-02T12:00:00Z', '2026-12-21', '2026-12-27'],
])('on %s the default week is the previous one', (_when, now, startDate, endDate) =>
  expect(defaultReportWeek(new Date(now))).toEqual({ startDate, endDate }),
)

test.each([
  ['2026-12-31', 2026, 53],
  ['2027-01-03', 2026, 53],
  ['2027-01-04', 2027, 1],
  ['2024-12-30', 2025, 1],
  ['2021-01-01', 2020, 53],
  ['2026-01-01', 2026, 1],
])('%s is in %d, week %d', (day, year, week) => expect(weekNumber(day)).toEqual({ year, week }))

test('weeks follow without a gap, Monday to Sunday; the year before has the same weekdays', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 800 }), (first, days) => {
      const last = addDays(first, days)
      const weeks = weeksOf(first, last)
      expect(weeks[0]).toBe(mondayOf(first))
      expect(weeks.at(-1)).toBe(mondayOf(last))
      for (const [at, monday] of weeks.entries()) {
        expect(weekday(monday)).toBe(0)
        if (at > 0) expect(monday).toBe(addDays(weeks[at - 1] ?? '', 7))
      }
      expect(weekday(yearBefore(first))).toBe(weekday(first))
      const { week } = weekNumber(first)
      expect(week >= 1 && week <= 53).toBe(true)
      expect(weekNumber(addDays(first, 7))).not.toEqual(weekNumber(first))
    }),
  )
})

test.each(['2024-11-29', '2025-11-28', '2026-11-27', '2029-11-23'])('Black Friday is on %s', (day) =>
  expect(blackFridayOf(day.slice(0, 4))).toBe(day),
)
