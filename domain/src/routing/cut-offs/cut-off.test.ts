import { expect, test } from 'vitest'
import { NO_DAYS_OFF } from '../../calendar/day.ts'
import { clockOf, cutOffOf, type CutOffRule, cutOffsOn, minuteText, readMinute, readyText } from './cut-off.ts'
import { fallbackDay, openDay, promisedDay } from './fallback-day.ts'

const rule = (service: string, week: string, exceptions: Record<string, string | null> = {}): CutOffRule => ({
  carrier: 'DPD',
  service,
  weekdays: week.split(' ').map((text) => readMinute(text) ?? null),
  exceptions: Object.entries(exceptions).map(([day, text]) => ({
    day,
    minute: text === null ? null : (readMinute(text) ?? null),
  })),
})
const WEEK = '16:00 16:00 16:00 16:00 15:30 - -'
const methodOf = (carrierService: string) => ({ carrier: 'DPD', carrierService })

// 2026-12-21 is a Monday.
test.each([
  ['the carrier’s weekday', [rule('', WEEK)], 'Next', '2026-12-22', '16:00'],
  ['another weekday', [rule('', WEEK)], 'Next', '2026-12-25', '15:30'],
  ['no cut-off on Saturday', [rule('', WEEK)], 'Next', '2026-12-26', ''],
  [
    'the service before the carrier',
    [rule('', WEEK), rule('Next', '18:00 - - - - - -')],
    'Next',
    '2026-12-21',
    '18:00',
  ],
  [
    'another service has the carrier’s',
    [rule('', WEEK), rule('Next', '18:00 - - - - - -')],
    'Two',
    '2026-12-21',
    '16:00',
  ],
  [
    'the carrier where the service has none',
    [rule('', WEEK), rule('Next', '18:00 - - - - - -')],
    'Next',
    '2026-12-22',
    '16:00',
  ],
  ['an exception before the weekday', [rule('', WEEK, { '2026-12-24': '12:00' })], 'Next', '2026-12-24', '12:00'],
  [
    'the carrier’s exception before the service’s weekday',
    [rule('', WEEK, { '2026-12-24': '12:00' }), rule('Next', '18:00 18:00 18:00 18:00 18:00 - -')],
    'Next',
    '2026-12-24',
    '12:00',
  ],
  [
    'the service’s exception before the carrier’s',
    [rule('', WEEK, { '2026-12-24': '12:00' }), rule('Next', '- - - - - - -', { '2026-12-24': '13:15' })],
    'Next',
    '2026-12-24',
    '13:15',
  ],
  ['an exception without cut-off', [rule('', WEEK, { '2026-12-24': null })], 'Next', '2026-12-24', ''],
  [
    'a service’s exception without cut-off',
    [rule('', WEEK), rule('Next', '- - - - - - -', { '2026-12-24': null })],
    'Next',
    '2026-12-24',
    '',
  ],
  ['a service alone', [rule('Next', WEEK)], 'Two', '2026-12-22', ''],
] as [string, CutOffRule[], string, string, string][])('%s', (_, rules, service, day, cutOff) => {
  const minute = cutOffOf(cutOffsOn(rules, day), methodOf(service))?.minute
  expect(minute === undefined || minute === null ? '' : minuteText(minute)).toBe(cutOff)
})

test('other carriers are not concerned', () => {
  expect(
    cutOffOf(cutOffsOn([rule('', WEEK)], '2026-12-22'), { carrier: 'EVRI', carrierService: 'Next' }),
  ).toBeUndefined()
})

const ALL_WEEK = '16:00 16:00 16:00 16:00 16:00 16:00 16:00'
const early = (text: string) => rule('', Array.from({ length: 7 }, () => text).join(' '))
test.each([
  // Winter and summer time: the operator's clock, to the minute. A cut-off is reached in its own minute.
  ['2026-12-01T15:29:59Z', 30, early('16:00'), 1, '15:59'],
  ['2026-12-01T15:30:59Z', 30, early('16:00'), 0, '16:00'],
  ['2026-12-01T15:31:00Z', 30, early('16:00'), -1, '16:01'],
  ['2026-07-01T14:30:00Z', 30, early('16:00'), 0, '16:00'],
  ['2026-07-01T15:30:00Z', 0, early('16:00'), -30, '16:30'],
  // The clock goes forward on 29 March 2026 at 01:00, from 01:00 to 02:00.
  ['2026-03-29T00:30:00Z', 0, early('02:30'), 60, '00:30'],
  ['2026-03-29T00:30:00Z', 60, early('02:30'), 0, '02:30'],
  ['2026-03-29T00:30:00Z', 61, early('02:30'), -1, '02:31'],
  // A minute that the clock skips.
  ['2026-03-29T00:30:00Z', 0, early('01:30'), 60, '00:30'],
  ['2026-03-29T14:59:00Z', 0, early('16:00'), 1, '15:59'],
  // The clock goes back on 25 October 2026 at 01:00 UTC, from 02:00 to 01:00.
  ['2026-10-24T23:30:00Z', 0, early('01:30'), 60, '00:30'],
  ['2026-10-25T00:30:00Z', 0, early('01:30'), 0, '01:30'],
  ['2026-10-25T01:30:00Z', 0, early('01:30'), -60, '01:30'],
  ['2026-10-25T00:30:00Z', 90, early('02:30'), 30, '02:00'],
  ['2026-10-25T15:59:00Z', 0, early('16:00'), 1, '15:59'],
] as [string, number, CutOffRule, number, string][])(
  'at %s with %s minutes of picking',
  (at, pickMinutes, own, left, ready) => {
    const now = new Date(at)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(now)
    const clock = clockOf([own], { now, despatchDay: day, pickMinutes })
    expect(clock?.cutOffs).toEqual([{ carrier: 'DPD', service: '', minute: own.weekdays[0], left }])
    expect(clock && readyText(clock)).toBe(ready)
  },
)

test.each([
  ['another day than today', [rule('', ALL_WEEK)], '2026-12-02'],
  ['no cut-offs', [], '2026-12-01'],
  ['none on this day', [rule('', '- - - - - - -')], '2026-12-01'],
] as [string, CutOffRule[], string][])('%s has no clock', (_, rules, despatchDay) => {
  expect(clockOf(rules, { now: new Date('2026-12-01T12:00:00Z'), despatchDay, pickMinutes: 0 })).toBeUndefined()
})

// Bank holidays of one Christmas, and days that only some countries have.
const ENGLAND = new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2026-08-31'])
const SCOTLAND = new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2027-01-04', '2026-08-03', '2026-11-30'])
const NORTHERN_IRELAND = new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2026-07-13', '2026-08-31', '2026-03-17'])
test.each([
  ['England', ENGLAND, '2026-12-24', '2026-12-24', '2026-12-29'],
  ['England', ENGLAND, '2026-12-25', '2026-12-29', undefined],
  ['England', ENGLAND, '2026-12-31', '2026-12-31', '2027-01-04'],
  ['Scotland', SCOTLAND, '2026-12-31', '2026-12-31', '2027-01-05'],
  ['Scotland', SCOTLAND, '2026-11-30', '2026-12-01', undefined],
  ['England', ENGLAND, '2026-11-30', '2026-11-30', '2026-12-01'],
  ['Scotland', SCOTLAND, '2026-08-31', '2026-08-31', '2026-09-01'],
  ['England', ENGLAND, '2026-08-31', '2026-09-01', undefined],
  ['Northern Ireland', NORTHERN_IRELAND, '2026-07-10', '2026-07-10', '2026-07-14'],
  ['England', ENGLAND, '2026-07-10', '2026-07-10', '2026-07-13'],
  ['Northern Ireland', NORTHERN_IRELAND, '2026-03-17', '2026-03-18', undefined],
  // Fridays before the clock changes, and Saturday.
  ['England', ENGLAND, '2026-03-27', '2026-03-27', '2026-03-30'],
  ['England', ENGLAND, '2026-10-23', '2026-10-23', '2026-10-26'],
  ['England', ENGLAND, '2026-10-24', '2026-10-26', undefined],
] as [string, ReadonlySet<string>, string, string, string | undefined][])(
  'an order without a date in %s',
  (_country, daysOff, today, first, later) => {
    const day = openDay(today, daysOff, true)
    expect(day).toBe(first)
    const order = { service: 'STANDARD', despatchDay: day, isDayOpen: true } as const
    expect(fallbackDay(order, today, daysOff)).toEqual(later && { day: later, onlyAfterCutOff: false })
  },
)

test('without same-day despatch an order leaves on the next working day, and only a cut-off moves it', () => {
  expect(openDay('2026-12-01', NO_DAYS_OFF, false)).toBe('2026-12-02')
  const order = { service: 'NEXT DAY', despatchDay: '2026-12-01' } as const
  expect(fallbackDay(order, '2026-12-01', NO_DAYS_OFF)).toEqual({ day: '2026-12-02', onlyAfterCutOff: true })
  expect(fallbackDay(order, '2026-11-30', NO_DAYS_OFF)).toBeUndefined()
  expect(fallbackDay({ ...order, service: 'NAMED DAY' }, '2026-12-01', NO_DAYS_OFF)).toBeUndefined()
})

test.each([
  ['16:00', 960],
  ['9:05', 545],
  ['0905', 545],
  ['24:00', undefined],
  ['16:60', undefined],
  ['4pm', undefined],
  ['', undefined],
] as [string, number | undefined][])('the time ‘%s’', (text, minute) => {
  expect(readMinute(text)).toBe(minute)
})

test.each([
  ['2026-12-01T14:00:59Z', 840, '2026-12-01'],
  ['2026-12-01T14:01:00Z', 840, null],
  ['2026-07-01T13:00:00Z', 840, '2026-07-01'],
  ['2026-07-01T13:01:00Z', 840, null],
  ['2026-12-01T00:00:00Z', 0, '2026-12-01'],
  ['2026-12-25T10:00:00Z', 840, null],
  ['2026-12-26T10:00:00Z', 840, null],
  ['2026-12-01T10:00:00Z', null, null],
] as [string, number | null, string | null][])('an order received at %s, promised by %s', (at, by, day) => {
  expect(promisedDay(by, new Date(at), ENGLAND)).toBe(day)
})
