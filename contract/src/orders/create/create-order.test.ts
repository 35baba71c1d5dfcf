import { EMAIL_RULE } from '@despatch/domain/text/email'
import { describe, expect, test } from 'vitest'
import { createOrder, MAX_ITEMS } from './create-order.ts'

const whole = {
  orderNo: 'A-1',
  customerFirstName: 'Ada',
  customerLastName: 'Lovelace',
  email: 'ada@example.com',
  addressLine1: '12 St James Square',
  postCode: 'SW1Y 4JH',
  items: [{ SKU: 'MUG', quantity: 2 }],
}
const problemsOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    (createOrder.safeParse({ ...whole, ...fields }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

test('omitted fields get defaults: specification 9, default country GB', () => {
  expect(createOrder.parse(whole)).toEqual({
    ...whole,
    customerAccount: '',
    phone: '',
    country: 'GB',
    addressLine2: '',
    addressLine3: '',
    addressLine4: '',
    dispatchService: 'STANDARD',
  })
})

describe('each field has its own message', () => {
  test.each([
    [{ orderNo: '' }, { orderNo: 'Enter an order number' }],
    [{ orderNo: 'x'.repeat(51) }, { orderNo: 'Order number is at most 50 characters' }],
    [{ customerFirstName: ' ' }, { customerFirstName: 'Enter a first name' }],
    [{ email: 'ada@' }, { email: EMAIL_RULE }],
    [{ phone: 'call me' }, { phone: 'A phone number is digits, spaces, ( ) - and a leading +' }],
    [{ country: 'gb' }, { country: 'Choose a country' }],
    [{ postCode: 'nowhere' }, { postCode: 'A UK postcode looks like SW1A 1AA' }],
    [{ postCode: '' }, { postCode: 'Enter a postcode' }],
    [{ items: [] }, { items: 'Add at least one SKU' }],
    [
      { items: Array.from({ length: MAX_ITEMS + 1 }, () => ({ SKU: 'MUG', quantity: 1 })) },
      { items: `An order has at most ${MAX_ITEMS} lines` },
    ],
    [{ items: [{ SKU: 'MUG', quantity: 0 }] }, { 'items.0.quantity': 'Quantity is at least 1' }],
    [{ items: [{ SKU: 'MUG', quantity: 100_000 }] }, { 'items.0.quantity': 'Quantity is at most 99,999' }],
    [{ items: [{ SKU: 'MUG', quantity: 1.5 }] }, { 'items.0.quantity': 'Quantity is a whole number' }],
    [
      { items: [{ SKU: 'MUG', quantity: 1, totalValue: '5 pounds' }] },
      { 'items.0.totalValue': 'An amount looks like 12.50, without a sign or currency' },
    ],
    [
      { items: [{ SKU: 'MUG', quantity: 1, totalValue: '10.005' }] },
      { 'items.0.totalValue': 'Enter at most two decimals, like 12.50' },
    ],
    [{ dispatchService: 'BY PIGEON' }, { dispatchService: 'Choose a service' }],
    [{ dispatchService: 'NAMED DAY' }, { date: 'Choose a date for the named-day order' }],
    [{ dispatchService: 'NAMEDDAY', date: '' }, { date: 'Choose a date for the named-day order' }],
    [{ date: 'soon' }, { date: 'A date looks like 2026-01-05' }],
  ])('%# %j', (fields, problems) => {
    expect(problemsOf(fields)).toEqual(problems)
  })

  test('all errors are reported at once, including those across fields', () => {
    expect(
      Object.keys(problemsOf({ orderNo: '', postCode: 'nowhere', dispatchService: 'NAMED DAY', items: [] })).toSorted(),
    ).toEqual(['date', 'items', 'orderNo', 'postCode'])
  })
})

test('a foreign postcode may have any format', () => {
  expect(problemsOf({ country: 'IE', postCode: 'D02 AF30' })).toEqual({})
})
