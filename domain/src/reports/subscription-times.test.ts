import { expect, test } from 'vitest'
import { parseClock, nextSending, periodBackFrom, scheduleText } from './subscription-times.ts'

const next = (weekday: number | null, at: string, after: string) =>
  nextSending({ weekday, atMinute: parseClock(at) }, new Date(after)).toISOString()

test.each([
  ['today, later', null, '07:00', '2026-01-05T06:59:59Z', '2026-01-05T07:00:00.000Z'],
  ['never the same moment again', null, '07:00', '2026-01-05T07:00:00Z', '2026-01-06T07:00:00.000Z'],
  ['summer time', null, '07:00', '2026-07-06T05:00:00Z', '2026-07-06T06:00:00.000Z'],
  ['London has begun the next day', null, '00:30', '2026-07-05T23:15:00Z', '2026-07-05T23:30:00.000Z'],
  ['a weekday later this week', 4, '07:00', '2026-01-05T12:00:00Z', '2026-01-09T07:00:00.000Z'],
  ['this weekday has passed', 0, '07:00', '2026-01-05T12:00:00Z', '2026-01-12T07:00:00.000Z'],
  ['across spring', null, '07:00', '2026-03-28T08:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['across autumn', null, '07:00', '2026-10-24T08:00:00Z', '2026-10-25T07:00:00.000Z'],
  ['weekly across spring', 0, '07:00', '2026-03-23T08:00:00Z', '2026-03-30T06:00:00.000Z'],
  ['a time that spring leaves out', null, '01:30', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['a time that autumn has twice: the first', null, '01:30', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['and not the second', null, '01:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
])('%s', (_title, weekday, at, after, expected) => expect(next(weekday, at, after)).toBe(expected))

test('a daily report is sent once on each day of two years, at local time', () => {
  const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })
  let at = new Date('2026-01-01T00:00:00Z')
  const days = new Set<string>()
  for (let sent = 0; sent < 730; sent++) {
    at = nextSending({ weekday: null, atMinute: 90 }, at)
    days.add(at.toISOString().slice(0, 10))
    expect(local.format(at)).toBe(/2026-03-29|2027-03-28/.test(at.toISOString()) ? '02:30' : '01:30')
  }
  expect(days.size).toBe(730)
})

test('periods are whole weeks before this one', () => {
  expect(periodBackFrom('2026-01-11', 'last-week')).toEqual({ startDate: '2025-12-29', endDate: '2026-01-04' })
  expect(periodBackFrom('2026-01-12', 'last-4-weeks')).toEqual({ startDate: '2025-12-15', endDate: '2026-01-11' })
  expect(periodBackFrom('2026-01-12', 'last-13-weeks').startDate).toBe('2025-10-13')
  expect(scheduleText({ weekday: 0, atMinute: 425 })).toBe('Every Monday at 07:05')
  expect(scheduleText({ weekday: null, atMinute: 425 })).toBe('Every day at 07:05')
})
