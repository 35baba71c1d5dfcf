import type { DateFormat } from '@despatch/domain/calendar/date-format'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const HEADER = 'orderNumber,SKU,quantity,orderDate'
const file = (prefix: string, dates: readonly string[]) =>
  [HEADER, ...dates.map((date, at) => `${prefix}${at},MUG,1,${date.includes(',') ? `"${date}"` : date}`)].join('\n')
/** The orders' days in London, by order number. */
const daysOf = async (prefix: string) =>
  (
    await on.rows(
      `select to_char(ordered_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI') as day from orders
       where client_code = $1 and order_number ~ '^${prefix}[0-9]+$' order by substring(order_number from '[0-9]+$')::int`,
    )
  ).map(({ day }) => day)

describe('without a format in the mapping', () => {
  test('unambiguous dates are read, and ambiguous ones with the day first', async () => {
    const dates = ['2-Jun-06', '27/08/2014', '3/4/2014 09:30', '2014-08-27', 'Aug 27, 2014 2:05 PM', '3/4/14']
    expect((await on.feed(file('A', dates))).summary).toMatchObject({ created: 6, refused: 0 })
    expect(await daysOf('A')).toEqual([
      '2006-06-02 00:00',
      '2014-08-27 00:00',
      '2014-04-03 09:30',
      '2014-08-27 00:00',
      '2014-08-27 14:05',
      '2014-04-03 00:00',
    ])
  })

  test('a file with a contradictory date column is refused with the format that fits', async () => {
    const fed = await on.feed(file('B', ['2014-03-01', '3/4/2014', '8/27/2014']))
    expect(fed).toMatchObject({
      status: 422,
      message: expect.stringMatching(/column orderDate .* 8\/27\/2014 \(line 4\) .* fit the format 8\/27\/14/),
    })
    expect(await daysOf('B')).toEqual([])
  })

  test('a contradiction after many rows is still found', async () => {
    const dates = Array.from({ length: 1_200 }, () => '3/4/2014')
    expect(await on.feed(file('C', [...dates, '8/27/2014']))).toMatchObject({ status: 422 })
    expect(await daysOf('C')).toEqual([])
    expect((await on.feed(file('C', [...dates, '27/8/2014']))).summary).toMatchObject({ read: 1_201, created: 1_201 })
  })

  test('after thousands of unambiguous rows only contradictory rows are refused', async () => {
    const dates = Array.from({ length: 5_000 }, () => '2014-03-01')
    const fed = await on.feed(file('D', [...dates, '3/4/2014', '2014-03-02', '8/27/2014', '3/5/2014']))
    expect(fed.summary).toMatchObject({ read: 5_004, created: 5_001, refused: 3 })
    expect(fed.refused.map(({ line, value }) => [line, value])).toEqual([
      [5_002, '3/4/2014'],
      [5_004, '8/27/2014'],
      [5_005, '3/5/2014'],
    ])
  })

  test('rows with ambiguous dates are not saved if the file breaks off', async () => {
    const body = Buffer.from(file('E', [...Array.from({ length: 2_000 }, () => '3/4/2014'), '27/8/2014']))
    await on.breakOff(body, Math.floor(body.length / 2))
    expect(await daysOf('E')).toEqual([])
    expect((await on.feed(body)).summary).toMatchObject({ created: 2_001 })
  })

  test('date columns of other feeds are checked too', async () => {
    const fed = await on.feedRows('stock', 'SKU,stockOnHand,asOf\nMUG,3,3/4/2014\nCUP,4,8/27/2014')
    expect(fed).toMatchObject({ status: 422, message: expect.stringMatching(/fit the format 8\/27\/14 .* As of/) })
  })
})

describe('with a format in the mapping', () => {
  const columns = { orderNumber: 'orderNumber', SKU: 'SKU', quantity: 'quantity', orderDate: 'orderDate' }
  const feedBy = async (format: DateFormat, body: string) => {
    await on.saveMapping(format, { columns, dateFormats: { orderDate: format } })
    return on.feed(body, { mapping: format })
  }

  test('a file with the month first is read; the same again changes nothing', async () => {
    const body = file('M', ['3/4/2014', '8/27/14', '08/27/2014 2:05 PM', '2014-08-27'])
    expect((await feedBy('month-first', body)).summary).toMatchObject({ created: 4, refused: 0 })
    expect(await daysOf('M')).toEqual(['2014-03-04 00:00', '2014-08-27 00:00', '2014-08-27 14:05', '2014-08-27 00:00'])
    expect((await feedBy('month-first', body)).summary).toMatchObject({ unchanged: 4 })
  })

  test.each<[DateFormat, string, string]>([
    ['day-first', '8/27/2014', '27/08/2014'],
    ['month-first', '27/08/2014', '8/27/14'],
    ['year-first', '3/4/2014', '2014-08-27'],
    ['day-month-name', '3/4/2014', '27-Aug-14'],
  ])('%s, a row with %s is refused by itself', async (format, date, example) => {
    const fed = await feedBy(format, file(`F-${format}-`, ['2-Jun-06', date]))
    expect(fed.summary).toMatchObject({ created: 1, refused: 1 })
    expect(fed.refused[0]).toMatchObject({ line: 3, column: 'orderDate', value: date })
    expect(fed.refused[0]?.reason).toContain('Order date cannot be read: by the mapping, a date looks like ')
    expect(fed.refused[0]?.reason).toContain(example)
  })

  test('an unknown format, or one for a field without dates, cannot be saved', async () => {
    const save = (dateFormats: object) => on.saveMapping('bad', { columns, dateFormats })
    await expect(save({ orderDate: 'martian' })).rejects.toThrow(/A date format is one of day-first, month-first/)
    await expect(save({ SKU: 'day-first' })).rejects.toThrow()
    await expect(save({ asOf: 'day-first' })).rejects.toThrow()
  })
})

test('refusals are grouped by rule, with the cell and advice beside each', async () => {
  const fed = await on.feed(
    'orderNumber,SKU,quantity,unitValue,orderDate,date\n' +
      'R1,MUG,1,1,2014-08-27,2014-08-30\nR2,MUG,1,1,2014-08-27,2014-09-06\n' +
      'R3,MUG,1,100000000,,\nR4,MUG,2,99999999999999,,\nR5,MUG,900000,5000,,\n',
  )
  expect(fed.summary.refusedByReason).toEqual({
    'Enter a value below 100,000,000': 3,
    'Orders are not despatched at weekends': 2,
  })
  expect(fed.refused[0]?.value).toBe('2014-08-30: the next available day is 1 September 2014')
})
