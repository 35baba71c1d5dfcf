import { describe, expect, test } from 'vitest'
import { isFault } from '../fault.ts'
import { dayReader, instantReader } from './instant.ts'

const now = new Date('2026-11-21T12:00:00Z')
const read = (text: string, zone = 'Europe/London') => {
  const instant = instantReader('Order date', { zone, now, ahead: 'year' })(text)
  return isFault(instant) ? instant.fault : instant.toISOString()
}
const NO_DATE =
  'Order date cannot be read: a date looks like 2026-01-31, 2026-01-31 14:05:00, 31/01/2026 14:05 or 31-Jan-26'

describe('the date of an order', () => {
  test.each([
    ['2011-11-28 08:48:00', '2011-11-28T08:48:00.000Z'],
    ['2011-07-28 08:48:00', '2011-07-28T07:48:00.000Z'],
    ['2011-07-28 8:48', '2011-07-28T07:48:00.000Z'],
    ['2011-07-28', '2011-07-27T23:00:00.000Z'],
    ['2011-07-28T08:48:00Z', '2011-07-28T08:48:00.000Z'],
    ['2011-07-28T08:48:00.123456Z', '2011-07-28T08:48:00.000Z'],
    ['2011-07-28T08:48:00+05:30', '2011-07-28T03:18:00.000Z'],
    ['2011-07-28 08:48:00-0500', '2011-07-28T13:48:00.000Z'],
    ['28/07/2011 08:48', '2011-07-28T07:48:00.000Z'],
    ['1/2/2011', '2011-02-01T00:00:00.000Z'],
    ['28-07-2011', '2011-07-27T23:00:00.000Z'],
    ['2011/07/28', '2011-07-27T23:00:00.000Z'],
    ['2-Jun-06', '2006-06-01T23:00:00.000Z'],
    ['28/7/11 2:05 pm', '2011-07-28T13:05:00.000Z'],
    ['2026-03-29 00:59:59', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29 02:00:00', '2026-03-29T01:00:00.000Z'],
    ['1990-01-01', '1990-01-01T00:00:00.000Z'],
    ['2027-11-21 12:00', '2027-11-21T12:00:00.000Z'],
  ])('%j is %s', (text, instant) => expect(read(text)).toBe(instant))

  test('is read in the mapping’s time zone', () =>
    expect(read('2011-07-28 08:48', 'America/New_York')).toBe('2011-07-28T12:48:00.000Z'))

  test.each([
    ['40750', '2011-07-25T23:00:00.000Z'],
    ['40752.5', '2011-07-28T11:00:00.000Z'],
    ['40752.586805555555', '2011-07-28T13:05:00.000Z'],
  ])('%j is the spreadsheet number of %s', (text, at) => expect(read(text)).toBe(at))
  test.each(['7/28/2011', '2011-02-29', '2011-07-28 24:00', 'today', '2011-07-28 08:60'])('%j cannot be read', (text) =>
    expect(read(text)).toBe(NO_DATE),
  )
  test.each([
    ['1989-12-31', 'Order date is before 1990'],
    ['0001-01-01', 'Order date is before 1990'],
    ['2027-11-21 12:01', 'Order date is more than a year ahead'],
    ['9999-12-31', 'Order date is more than a year ahead'],
  ])('%j is out of range', (text, words) => expect(read(text)).toBe(words))
})

test('past events may be at most a day ahead', () => {
  const readEvent = instantReader('Occurred at', { zone: 'Europe/London', now, ahead: 'day' })
  expect(readEvent('2026-11-22 12:00')).toEqual(new Date('2026-11-22T12:00:00Z'))
  expect(readEvent('2026-11-22 12:01')).toEqual({ fault: 'Occurred at is more than a day ahead' })
})

test.each([
  ['2026-11-21 09:22:52.889', '2026-11-21T09:22:52.889Z'],
  ['2026-11-21T09:22:52,8Z', '2026-11-21T09:22:52.800Z'],
  ['2026-11-21T09:22:52.1239999+01:00', '2026-11-21T08:22:52.123Z'],
  ['2026-10-25 00:59:59.999', '2026-10-24T23:59:59.999Z'],
])('an event at %j is read as %s, to the millisecond', (text, at) =>
  expect(instantReader('Occurred at', { zone: 'Europe/London', now, ahead: 'day' })(text)).toEqual(new Date(at)),
)

test('clock changes are read the same regardless of earlier reads', () => {
  const texts = ['2026-10-25 00:59:59', '2026-10-25 01:00', '2026-10-25 01:59', '2026-10-25 02:00', '2026-03-29 01:30']
  const reader = instantReader('Order date', { zone: 'Europe/London', now, ahead: 'year' })
  for (const text of [...texts, ...texts.toReversed()])
    expect(reader(text)).toEqual(instantReader('Order date', { zone: 'Europe/London', now, ahead: 'year' })(text))
})

test.each([
  ['2026-11-30', '2026-11-30'],
  ['30/11/2026', '2026-11-30'],
  ['2026-11-30 00:00:00', '2026-11-30'],
])('the named day %j is %s', (text, day) => expect(dayReader('Named day')(text)).toBe(day))
test.each(['tomorrow', '2026-11-31'])('the named day %j cannot be read', (text) =>
  expect(isFault(dayReader('Named day')(text))).toBe(true),
)
