import { MAX_LISTED_NAMES } from '@despatch/contract/orders/selection'
import { expect, test } from 'vitest'
import { hasWorkFilters, matchingOf, NEW_ORDERS, OPEN_ORDERS, selectionBody, whyTooMany } from './work-order-queries.ts'

test.each([
  ['nothing: new ones', NEW_ORDERS, {}, { status: ['N'] }, false],
  ['nothing: all that something may be done to', OPEN_ORDERS, {}, { status: ['N', 'R', 'S'] }, false],
  ['one status', NEW_ORDERS, { status: 'S' }, { status: ['S'] }, true],
  ['statuses in any order', OPEN_ORDERS, { status: ['S', 'R', 'N'] }, { status: ['N', 'R', 'S'] }, false],
  ['statuses that nothing may be done to', NEW_ORDERS, { status: ['D', 'C'] }, { status: ['N'] }, false],
  ['what is none', OPEN_ORDERS, { status: 'X', dateFrom: 'soon' }, { status: ['N', 'R', 'S'] }, false],
  [
    'texts and days',
    NEW_ORDERS,
    {
      orderRef: ' SO-1 ',
      email: 'ada@example.com',
      postCode: 'SW1Y 4JH ',
      skuCode: 'LAMP',
      dateFrom: '2026-01-05',
      dateTo: '2026-01-06',
    },
    {
      orderRef: 'SO-1',
      email: 'ada@example.com',
      postCode: 'SW1Y 4JH',
      skuCode: 'LAMP',
      dateFrom: '2026-01-05',
      dateTo: '2026-01-06',
      status: ['N'],
    },
    true,
  ],
] as const)('an address with %s', (_, kind, address, matching, isNarrowed) => {
  const search = kind.shape.parse(address)
  expect(matchingOf(search)).toEqual(matching)
  expect(hasWorkFilters(search, kind)).toBe(isNarrowed)
})

const some = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ clientCode: 'ACME', orderNumber: `${index}` }))

test('a command lists a limited number of orders; selecting all lists none', () => {
  const matching = { status: ['N' as const] }
  expect(whyTooMany({ orders: some(MAX_LISTED_NAMES) })).toBeUndefined()
  expect(whyTooMany({ orders: some(MAX_LISTED_NAMES + 1) })).toMatch(/^Select up to 1,000 orders one by one/)
  expect(whyTooMany({ matching, except: some(MAX_LISTED_NAMES + 1) })).toMatch(/^Leave out up to 1,000/)
  expect(selectionBody({ matching, except: some(1) })).toEqual({ matching, except: some(1) })
  expect(selectionBody({ orders: some(2) })).toEqual({ orders: some(2) })
})

test('an invalid filter value is ignored and affects no other filter', () => {
  const search = OPEN_ORDERS.shape.parse({
    carrier: ['DPD'],
    region: ['Leeds', 'LS'],
    country: 'gb',
    dispatchService: ['NEXT DAY', 'NEXT DAY', 'BY PIGEON', 'NEXT DAY', 'NEXT DAY'],
    isNot: ['status', 'carrier'],
    valueTo: '12345678901',
    weightTo: 2_000_000,
  })
  // Chips show exactly the active filters.
  expect(search).toMatchObject({
    carrier: ['DPD'],
    region: ['LS'],
    country: [],
    dispatchService: ['NEXT DAY'],
    valueTo: '',
  })
  expect(matchingOf(search)).toEqual({
    carrier: ['DPD'],
    region: ['LS'],
    dispatchService: ['NEXT DAY'],
    isNot: ['carrier'],
    status: ['N', 'R', 'S'],
  })
})

test('values, figures and days from the address reach the calls; invalid ones do not', () => {
  const search = OPEN_ORDERS.shape.parse({
    method: 'DPD12',
    region: ['LS', 'YO'],
    isNot: ['region', 'country'],
    valueFrom: '10.5',
    weightTo: 25,
    weightFrom: 'heavy',
  })
  expect(matchingOf(search)).toEqual({
    method: ['DPD12'],
    region: ['LS', 'YO'],
    isNot: ['region'],
    valueFrom: 10.5,
    weightTo: 25,
    status: ['N', 'R', 'S'],
  })
  expect(hasWorkFilters(search, OPEN_ORDERS)).toBe(true)
})
