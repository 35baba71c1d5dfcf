import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayOf,
  formatDay,
  formatDayRange,
  formatDayShort,
  isDay,
  daysOffAfter,
  nextWorkingDay,
  NO_DAYS_OFF,
  offsetAt,
  startOfDay,
  weekday,
} from './day.ts'

const days = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const instants = fc.date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-5', false],
  ['26-01-05', false],
  ['2026-01-05T00:00:00Z', false],
  [' 2026-01-05', false],
  ['2026-01-05\n', false],
  ['', false],
  ['tomorrow', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})

describe('the operator’s days are London’s', () => {
  test.each([
    ['2026-01-05T00:00:00Z', '2026-01-05'],
    ['2026-01-05T23:59:59.999Z', '2026-01-05'],
    ['2026-07-05T22:59:59.999Z', '2026-07-05'],
    ['2026-07-05T23:00:00Z', '2026-07-06'],
    // Clocks go forward on 29 March 2026 and back on 25 October 2026.
    ['2026-03-28T23:59:59Z', '2026-03-28'],
    ['2026-03-29T22:59:59Z', '2026-03-29'],
    ['2026-03-29T23:00:00Z', '2026-03-30'],
    ['2026-10-24T23:00:00Z', '2026-10-25'],
    ['2026-10-25T23:59:59Z', '2026-10-25'],
    ['2026-10-26T00:00:00Z', '2026-10-26'],
  ])('%s is on %s', (instant, day) => {
    expect(dayOf(new Date(instant))).toBe(day)
  })
  test.each([
    ['2026-01-05', '2026-01-05T00:00:00.000Z'],
    ['2026-07-05', '2026-07-04T23:00:00.000Z'],
    ['2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', '2026-03-29T23:00:00.000Z'],
    ['2026-10-25', '2026-10-24T23:00:00.000Z'],
    ['2026-10-26', '2026-10-26T00:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => {
    expect(startOfDay(day).toISOString()).toBe(instant)
  })
  test('the day of the autumn change has 25 hours, of the spring change 23', () => {
    const hours = (day: string) => (startOfDay(addDays(day, 1)).getTime() - startOfDay(day).getTime()) / 3_600_000
    expect(hours('2026-10-25')).toBe(25)
    expect(hours('2026-03-29')).toBe(23)
    expect(hours('2026-06-01')).toBe(24)
  })
  test('every day begins on itself, and the moment before is the day before', () => {
    fc.assert(
      fc.property(days, (day) => {
        const start = startOfDay(day)
        expect(dayOf(start)).toBe(day)
        expect(dayOf(new Date(start.getTime() - 1))).toBe(addDays(day, -1))
      }),
    )
  })
  test('every instant lies within its day', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const day = dayOf(instant)
        expect(instant.getTime()).toBeGreaterThanOrEqual(startOfDay(day).getTime())
        expect(instant.getTime()).toBeLessThan(startOfDay(addDays(day, 1)).getTime())
      }),
    )
  })
  test('another zone can be given', () => {
    expect(dayOf(new Date('2026-01-05T23:30:00Z'), 'Europe/Berlin')).toBe('2026-01-06')
    expect(startOfDay('2026-01-05', 'America/New_York').toISOString()).toBe('2026-01-05T05:00:00.000Z')
    expect(offsetAt(new Date('2026-07-01T00:00:00Z'), 'Asia/Kolkata')).toBe(5.5 * 3_600_000)
    // Clocks of Lord Howe change by half an hour, half past the hour in UTC.
    const offset = (instant: string) => offsetAt(new Date(instant), 'Australia/Lord_Howe') / 3_600_000
    expect([offset('2026-10-03T15:29:59Z'), offset('2026-10-03T15:30:00Z'), offset('2026-10-03T15:29:58Z')]).toEqual([
      10.5, 11, 10.5,
    ])
  })
})

describe('counting days', () => {
  test('adding and subtracting agree over months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(addDays('9999-12-30', 28)).toBe('9999-12-31')
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day)
      }),
    )
  })
  test('Monday is 0, Sunday 6', () => {
    expect(['2026-01-05', '2026-01-06', '2026-01-10', '2026-01-11'].map(weekday)).toEqual([0, 1, 5, 6])
  })
})

describe('specification 4: next working day skips Saturday and Sunday', () => {
  test.each([
    ['2026-01-05', '2026-01-06'],
    ['2026-01-08', '2026-01-09'],
    ['2026-01-09', '2026-01-12'],
    ['2026-01-10', '2026-01-12'],
    ['2026-01-11', '2026-01-12'],
    ['2026-12-31', '2027-01-01'],
  ])('after %s comes %s', (day, next) => {
    expect(nextWorkingDay(day)).toBe(next)
  })
  test('is later, never at a weekend, and at most three days away', () => {
    fc.assert(
      fc.property(days, (day) => {
        const next = nextWorkingDay(day)
        expect(next > day).toBe(true)
        expect(next <= addDays(day, 3)).toBe(true)
        expect(weekday(next)).toBeLessThan(5)
      }),
    )
  })
})

test('specification 5: a range is formatted like 1 January 2024 - 5 January 2024', () => {
  expect(formatDayRange('2024-01-01', '2024-01-05')).toBe('1 January 2024 - 5 January 2024')
  expect(formatDay('2026-11-21')).toBe('21 November 2026')
  expect(formatDayShort('2026-01-05')).toBe('5 Jan 2026')
  expect(formatDayShort('2026-09-30')).toBe('30 Sep 2026')
})

test('days off after a day are those in the given number of days, without weekends', () => {
  const daysOff = new Set(['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-28', '2027-01-01'])
  expect(daysOffAfter('2026-12-24', daysOff, 7)).toEqual(['2026-12-25', '2026-12-28'])
  expect(daysOffAfter('2026-12-24', NO_DAYS_OFF, 7)).toEqual([])
})
