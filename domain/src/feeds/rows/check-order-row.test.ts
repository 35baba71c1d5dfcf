import { NO_DAYS_OFF } from '../../calendar/day.ts'
import { DELIVERABLE_RULE } from '../../text/email.ts'
import { describe, expect, test } from 'vitest'
import { orderRowCheck } from './check-order-row.ts'
import type { OrderRowChecks } from './order-header.ts'
import { ORDER_FEED_FIELDS, type OrderFeedField } from './order-fields.ts'
import { findDifferentHeaderField } from './order-header.ts'

const cellOf = Object.fromEntries(ORDER_FEED_FIELDS.map((field, place) => [field, place])) as Record<
  OrderFeedField,
  number
>
const defaultChecks: OrderRowChecks = {
  cellOf,
  values: { country: { EIRE: 'IE' } },
  leaveOut: [
    { field: 'orderNumber', startsWith: 'C', reason: 'Cancellation' },
    { field: 'SKU', equals: 'POST', reason: 'Postage' },
    { field: 'description', equals: '', reason: 'No description' },
  ],
  timeZone: 'Europe/London',
  now: new Date('2026-11-21T12:00:00Z'),
  daysOff: NO_DAYS_OFF,
  isSameDay: false,
  countryCode: (text) => ({ IE: 'IE', GB: 'GB', 'United Kingdom': 'GB' })[text],
}
const good: Partial<Record<OrderFeedField, string>> = {
  orderNumber: '579003',
  SKU: '23313',
  quantity: '15',
  lineNumber: '1',
  description: 'VINTAGE CHRISTMAS BUNTING',
  unitValue: '4.95',
  orderDate: '2011-11-28 08:48:00',
  customerAccount: '14741.0',
  country: 'United Kingdom',
}
const cells = (row: Partial<Record<OrderFeedField, string>>) =>
  ORDER_FEED_FIELDS.map((field) => ({ ...good, ...row })[field] ?? '')
const check = (row: Partial<Record<OrderFeedField, string>>, checks = defaultChecks) =>
  orderRowCheck(checks)(cells(row), 7)

test('a valid row is read with all its fields', () => {
  expect(check({ postCode: 'sw1a1aa' })).toEqual({
    is: 'taken',
    row: {
      line: 7,
      orderNumber: '579003',
      lineNumber: 1,
      SKU: '23313',
      description: 'VINTAGE CHRISTMAS BUNTING',
      quantity: 15,
      unitValue: '4.95',
      header: {
        orderedAt: '2011-11-28T08:48:00.000Z',
        dispatchService: 'STANDARD',
        despatchDate: '2011-11-29',
        isDayGiven: false,
        customerAccount: '14741',
        customerFirstName: '',
        customerLastName: '',
        email: '',
        phone: '',
        country: 'GB',
        addressLine1: '',
        addressLine2: '',
        addressLine3: '',
        addressLine4: '',
        postCode: 'SW1A 1AA',
        cells: expect.any(Array),
      },
    },
  })
})

describe('rows are left out', () => {
  test.each([
    [{ orderNumber: 'C579003', quantity: '-1' }, 'C579003', 'Cancellation'],
    [{ SKU: ' POST ' }, '579003', 'Postage'],
    [{ description: '' }, '579003', 'No description'],
  ])('%j', (row, orderNumber, reason) => expect(check(row)).toEqual({ is: 'leftOut', orderNumber, reason }))
  test.each([{ SKU: 'POSTER' }, { SKU: 'post' }])('%j is not', (row) => expect(check(row).is).toBe('taken'))
})

describe('a faulty row is refused with the reason of its first fault', () => {
  test.each<[Partial<Record<OrderFeedField, string>>, OrderFeedField, string, unknown?]>([
    [{ orderNumber: '' }, 'orderNumber', 'Order number is missing'],
    [{ orderNumber: 'x'.repeat(51) }, 'orderNumber', 'Order number is at most 50 characters'],
    [{ SKU: '' }, 'SKU', 'SKU is missing'],
    [{ SKU: 'x'.repeat(41) }, 'SKU', 'SKU is at most 40 characters'],
    [{ quantity: '-98', unitValue: 'x' }, 'quantity', 'Quantity is a whole number from 1 to 999,999'],
    [{ lineNumber: '' }, 'lineNumber', 'Line number is a whole number from 1 to 999,999'],
    [{ description: 'x'.repeat(201) }, 'description', 'Description is at most 200 characters'],
    [
      { unitValue: 'x' },
      'unitValue',
      'Unit value looks like 12.50: no sign, no currency, no commas, at most four decimals',
    ],
    [{ quantity: '999999', unitValue: '100.01' }, 'unitValue', 'Enter a value below 100,000,000'],
    [{ quantity: '10000', unitValue: '10000' }, 'unitValue', 'Enter a value below 100,000,000'],
    [{ orderDate: '1989-01-01' }, 'orderDate', 'Order date is before 1990'],
    [{ email: 'ada' }, 'email', DELIVERABLE_RULE],
    [
      { country: 'European Community' },
      'country',
      'Country is not a known code or name. Correct it, or map it to a code',
    ],
    [{ postCode: 'nowhere' }, 'postCode', 'A UK postcode looks like SW1A 1AA'],
    [
      { postCode: 'ZZ1 1AA' },
      'postCode',
      'A UK postcode looks like SW1A 1AA',
      expect.stringMatching(/^ZZ1 1AA: ZZ1 1AA isn’t a UK postcode. There is no area ZZ/),
    ],
    [{ dispatchService: 'NAMED DAY' }, 'date', 'Choose a date for the named-day order'],
    [
      { dispatchService: 'NAMED DAY', date: '2011-11-27' },
      'date',
      'This day has passed',
      '2011-11-27: the next available day is 28 November 2011',
    ],
    [
      { date: '2011-12-03' },
      'date',
      'Orders are not despatched at weekends',
      '2011-12-03: the next available day is 5 December 2011',
    ],
    [
      { date: '2012-11-29' },
      'date',
      'A despatch date is at most a year ahead',
      '2012-11-29: the last day is 28 November 2012',
    ],
    [{ unitValue: '12345678901.00' }, 'unitValue', 'Enter a value below 100,000,000'],
  ])('%j', (row, field, reason, value) => {
    expect(check(row)).toMatchObject({ is: 'refused', field, reason, value: value ?? row[field] ?? '' })
  })
})

describe('an empty or missing field', () => {
  test('has its default', () => {
    const read = check({ country: '', orderDate: '', unitValue: '' })
    expect(read).toMatchObject({
      row: {
        unitValue: '',
        header: { country: 'GB', orderedAt: '2026-11-21T12:00:00.000Z', despatchDate: '2026-11-23' },
      },
    })
  })
  test('has its default without a column too, and lines are not numbered', () => {
    const short = { ...defaultChecks, leaveOut: [], cellOf: { orderNumber: 0, SKU: 1, quantity: 2 } }
    expect(orderRowCheck(short)(['1', 'A', '2'], 2)).toMatchObject({
      is: 'taken',
      row: { lineNumber: 0, description: '' },
    })
  })
})

test('the mapping replaces texts', () =>
  expect(check({ country: 'EIRE', postCode: 'd02 af30' })).toMatchObject({
    row: { header: { country: 'IE', postCode: 'D02 AF30' } },
  }))

test('a day in the file is the despatch day of any service', () =>
  expect(check({ date: '30/11/2011' })).toMatchObject({
    row: { header: { dispatchService: 'STANDARD', despatchDate: '2011-11-30', isDayGiven: true } },
  }))

test('a named day is checked against the order’s day, not today', () =>
  expect(check({ dispatchService: 'named day', date: '30/11/2011' })).toMatchObject({
    row: { header: { dispatchService: 'NAMED DAY', despatchDate: '2011-11-30' } },
  }))

test('rows with the same order cells share one header object', () => {
  const read = orderRowCheck(defaultChecks)
  const [one, same, other] = [{}, { SKU: 'B' }, { customerAccount: '2' }].map((row) => read(cells(row), 1))
  if (one?.is !== 'taken' || same?.is !== 'taken' || other?.is !== 'taken') throw new Error('not taken')
  expect(same.row.header).toBe(one.row.header)
  expect(other.row.header.customerAccount).toBe('2')
})

test('headers differ by their fields, but not by the minute', () => {
  const read = orderRowCheck(defaultChecks)
  const header = (row: Partial<Record<OrderFeedField, string>>) => {
    const checked = read(cells(row), 1)
    if (checked.is !== 'taken') throw new Error('not taken')
    return checked.row.header
  }
  expect(findDifferentHeaderField(header({}), header({ orderDate: '2011-11-28 08:49' }))).toBeUndefined()
  expect(findDifferentHeaderField(header({}), header({ country: 'IE' }))).toBe('country')
  expect(findDifferentHeaderField(header({}), header({ email: 'a@b.co' }))).toBe('email')
  expect(findDifferentHeaderField(header({}), header({ date: '2011-11-30' }))).toBe('date')
})
