import { describe, expect, test } from 'vitest'
import { nextWorkingDay, NO_DAYS_OFF } from '../../calendar/day.ts'
import { calendarText, type ClientCalendar, daysOffOf, upcomingDays, NO_CALENDAR } from './client-calendar.ts'
import { HOLIDAY_SETS, holidaySetTitle } from './holiday-sets.ts'

// Christmas 2026: the 25th is a Friday, and the 28th is the substitute day for Boxing Day.
const NAMES = new Map([
  ['2026-12-25', 'Christmas Day'],
  ['2026-12-26', 'Boxing Day'],
  ['2026-12-28', 'Boxing Day (substitute day)'],
])
const holidayName = (day: string) => NAMES.get(day)
const ENGLISH: ClientCalendar = { ...NO_CALENDAR, holidays: 'GB-ENG' }
const CLOSED = { from: '2026-12-29', to: '2026-12-31', name: 'Stocktaking' }

describe('the next working day after Christmas Eve, by a calendar', () => {
  test.each([
    ['of nothing', NO_CALENDAR, '2026-12-25'],
    ['of England and Wales', ENGLISH, '2026-12-29'],
    ['of England and Wales, with days of its own', { ...ENGLISH, closed: [CLOSED] }, '2027-01-01'],
    ['of which a holiday is worked', { ...ENGLISH, worked: ['2026-12-28'] }, '2026-12-28'],
    ['of days of its own alone', { ...NO_CALENDAR, closed: [{ ...CLOSED, from: '2026-12-25' }] }, '2027-01-01'],
    [
      'of which a day of its own is no holiday to work on',
      { ...ENGLISH, closed: [{ ...CLOSED, from: '2026-12-28' }], worked: ['2026-12-28'] },
      '2027-01-01',
    ],
  ])('%s', (_, calendar, next) => {
    const names = calendar.holidays ? holidayName : () => undefined
    expect(nextWorkingDay('2026-12-24', daysOffOf(calendar, names))).toBe(next)
  })
})

test('an empty calendar has no days off', () => {
  expect(daysOffOf(NO_CALENDAR, holidayName)).toBe(NO_DAYS_OFF)
})

test('a preview lists days off and worked holidays in order, without weekends', () => {
  const calendar = { ...ENGLISH, closed: [{ ...CLOSED, to: '2027-01-02' }], worked: ['2026-12-28'] }
  expect(upcomingDays(calendar, holidayName, { from: '2026-12-25', to: '2026-12-31' })).toEqual([
    { day: '2026-12-25', name: 'Christmas Day', isOwn: false, isWorked: false },
    { day: '2026-12-28', name: 'Boxing Day (substitute day)', isOwn: false, isWorked: true },
    { day: '2026-12-29', name: 'Stocktaking', isOwn: true, isWorked: false },
    { day: '2026-12-30', name: 'Stocktaking', isOwn: true, isWorked: false },
    { day: '2026-12-31', name: 'Stocktaking', isOwn: true, isWorked: false },
  ])
})

test.each([
  [NO_CALENDAR, ['Weekends only']],
  [
    { holidays: 'GB-SCT', closed: [CLOSED, { ...CLOSED, to: CLOSED.from }], worked: ['2026-12-28'] },
    [
      'Public holidays of Scotland',
      'Stocktaking (29 December 2026 - 31 December 2026)',
      'Stocktaking (29 December 2026)',
      'works on 28 December 2026',
    ],
  ],
])('the calendar %o in words', (calendar, words) => {
  expect(calendarText(calendar)).toEqual(words)
})

test.each([
  ['GB-ENG', 'England and Wales'],
  ['GB-NIR', 'Northern Ireland'],
  ['IE', 'Ireland'],
  ['GB', 'GB'],
  ['constructor', 'constructor'],
])('the set %s is called %s', (code, title) => {
  expect(holidaySetTitle(code)).toBe(title)
})

test('titles of sets are unique', () => {
  expect(new Set(HOLIDAY_SETS.map(holidaySetTitle)).size).toBe(HOLIDAY_SETS.length)
})
