import { describe, expect, test } from 'vitest'
import { DATE_FORMATS, type DateFormat, dayOrderOf, readDate } from './date-format.ts'

const read = (text: string, format?: DateFormat) => {
  const date = readDate(text, format)
  if (!date) return undefined
  const { day, hour, minute, second, offset } = date
  const time = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')
  return `${day} ${time}${offset === undefined ? '' : ` ${offset}`}`
}

test.each(Object.entries(DATE_FORMATS))('the format %s reads its example %s', (format, example) =>
  expect(read(example, format as DateFormat)).toBe('2014-08-27 00:00:00'),
)

describe('a date of numbers alone', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['3/4/2014', '2014-04-03', '2014-03-04'],
    ['03-04-14', '2014-04-03', '2014-03-04'],
    ['3.4.2014', '2014-04-03', '2014-03-04'],
    ['27/08/2014', '2014-08-27', '2014-27-08'],
    ['8/27/14', '2014-27-08', '2014-08-27'],
    ['3/4-2014', undefined, undefined],
    ['3/4', undefined, undefined],
    ['3/4/014', undefined, undefined],
  ])('%j is %s with the day first, %s with the month first', (text, dayFirst, monthFirst) => {
    expect(readDate(text)?.day).toBe(dayFirst)
    expect(readDate(text, 'day-first')?.day).toBe(dayFirst)
    expect(readDate(text, 'month-first')?.day).toBe(monthFirst)
  })
  test.each<DateFormat>(['year-first', 'day-month-name', 'month-name-day'])('is no date in the format %s', (format) =>
    expect(readDate('3/4/2014', format)).toBeUndefined(),
  )
})

describe('unambiguous dates are read by every format', () => {
  test.each([
    ['2014-08-27', '2014-08-27 00:00:00'],
    ['2014-8-7', '2014-08-07 00:00:00'],
    ['2014/08/27 14:05', '2014-08-27 14:05:00'],
    ['2014-08-27T14:05:09.123Z', '2014-08-27 14:05:09 0'],
    ['2014-08-27 14:05+0530', '2014-08-27 14:05:00 330'],
    ['2-Jun-06', '2006-06-02 00:00:00'],
    ['02 June 2006', '2006-06-02 00:00:00'],
    ['2nd Jun 2006 09:30', '2006-06-02 09:30:00'],
    ['2JUN2006', '2006-06-02 00:00:00'],
    ['27 Sept. 2014', '2014-09-27 00:00:00'],
    ['Jun 2, 2006', '2006-06-02 00:00:00'],
    ['June 2 2006', '2006-06-02 00:00:00'],
    ['Aug 27, 2014 2:05:06 PM', '2014-08-27 14:05:06'],
  ])('%j is %s', (text, date) => {
    for (const format of Object.keys(DATE_FORMATS) as DateFormat[]) expect(read(text, format)).toBe(date)
  })
})

test.each([
  ['27/08/2014, 14:05', '2014-08-27 14:05:00'],
  ['27/08/2014 2:05 pm', '2014-08-27 14:05:00'],
  ['27/08/2014 2:05:09PM', '2014-08-27 14:05:09'],
  ['27/08/2014 12:30 a.m.', '2014-08-27 00:30:00'],
  ['27/08/2014 12:30 pm', '2014-08-27 12:30:00'],
])('the time in %j is read: %s', (text, date) => expect(read(text)).toBe(date))

test.each([
  ['1/1/00', '2000-01-01'],
  ['1/1/89', '2089-01-01'],
  ['1/1/90', '1990-01-01'],
  ['1-Jan-99', '1999-01-01'],
])('the year of two digits in %j: %s', (text, day) => expect(readDate(text)?.day).toBe(day))

test.each([
  '',
  'today',
  '2 Juno 2006',
  '2-Ju-06',
  '27/08/2014 13:05 pm',
  '27/08/2014 0:05 am',
  '14:05',
  `${'1'.repeat(70)}`,
])('%j is no date', (text) => expect(readDate(text)).toBeUndefined())

test.each([
  ['3/4/2014', 'either'],
  ['27/8/14 14:05', 'day-first'],
  ['8/27/14', 'month-first'],
  ['13/13/2014', undefined],
  ['0/4/2014', undefined],
  ['32/4/2014', undefined],
  ['2014-03-04', undefined],
  ['2-Jun-06', undefined],
])('day and month of %j: %s', (text, order) => expect(dayOrderOf(text)).toBe(order))
