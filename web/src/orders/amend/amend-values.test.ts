import { NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import type { Order, OrderItem } from '@despatch/contract/orders/order'
import { describe, expect, test } from 'vitest'
import { conflictsOf } from '../../kit/form/conflict.ts'
import {
  amendFormShape,
  toRequestBody,
  mergeOrders,
  previewBody,
  unitValuesBySku,
  describeValues,
  defaultDay,
  toFormValues,
} from './amend-values.ts'

const ORDER: Order = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'N',
  Status_Description: 'New',
  Is_On_PickNote: 'false',
  suspendedFor: '',
  orderDate: '2026-07-09T10:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: '',
  email: '',
  postCode: 'SW1Y 4JH',
  country: 'GB',
  quantity: 5,
  totalValue: '25.99',
  currencyCode: 'GBP',
  dispatchService: 'NAMED DAY',
  despatchDate: '2026-07-15',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  version: 3,
  source: 'feed',
  customerAccount: '',
  phone: '',
  addressLine1: '12 St James Square',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  createdAt: '2026-07-09T10:00:00.000Z',
  createdBy: 'feed',
  itemCount: 2,
  items: [],
  shortfall: null,
  shortOfStock: null,
  history: [],
}
const item = (SKU: string, quantity: number, unitValue: string, totalValue: string, lineNumber = 1): OrderItem => ({
  lineNumber,
  SKU,
  Item_Description: '',
  quantity,
  unitValue,
  totalValue,
  isUnknownSku: false,
})
const ITEMS = [item('A', 2, '12.00', '24.00'), item('B', 300, '0.0066', '1.99', 2)]
const BASE = toFormValues(ORDER, ITEMS)

test('the form shows the order; calculated values follow the quantity, typed ones stay', () => {
  expect(BASE).toMatchObject({ version: 3, date: '2026-07-15', dispatchService: 'NAMED DAY' })
  expect(BASE.items).toEqual([
    { SKU: 'A', quantity: 2, totalValue: '', own: { lineNumber: 1, SKU: 'A', unitValue: '12.00' } },
    { SKU: 'B', quantity: 300, totalValue: '1.99', own: { lineNumber: 2, SKU: 'B', unitValue: '0.0066' } },
  ])
  expect([...unitValuesBySku(toFormValues(ORDER, [...ITEMS, item('a', 1, '9.00', '9.00')]))]).toEqual([
    ['a', '12.00'],
    ['b', '0.0066'],
  ])
  expect(toFormValues({ ...ORDER, dispatchService: 'STANDARD' }, []).date).toBe('')
  // Fields that a feed left empty are not required.
  expect(amendFormShape(BASE).safeParse(BASE).success).toBe(true)
})

test('the form checks across fields like the server', () => {
  const wrong = amendFormShape(BASE).safeParse({
    ...BASE,
    postCode: 'SW1',
    date: '',
    items: [{ SKU: '', quantity: 0 }],
  })
  expect(wrong.error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'date',
    'items.0.SKU',
    'items.0.quantity',
    'postCode',
  ])
})

describe('request body', () => {
  test('omits unchanged lines, ignoring blank ones at the end', () => {
    const blank = { SKU: '', quantity: 1, totalValue: '' }
    expect(toRequestBody({ ...BASE, phone: '1', items: [...BASE.items, blank] }, BASE)).not.toHaveProperty('items')
    expect(toRequestBody(BASE, { ...BASE, items: [] })).not.toHaveProperty('items')
    const fewer = BASE.items.slice(1)
    expect(toRequestBody({ ...BASE, items: [...fewer, blank] }, BASE)).toMatchObject({
      items: [{ SKU: 'B', quantity: 300, totalValue: '1.99', lineNumber: 2 }],
    })
  })
  test('of a preview contains typed fields that affect allocation, others as saved', () => {
    const { version, country, postCode, dispatchService, date, items } = BASE
    const typed = { version, country, postCode, dispatchService, date, items }
    expect(previewBody({ ...typed, postCode: 'AB10 1AA' }, BASE)).toEqual(
      toRequestBody({ ...BASE, postCode: 'AB10 1AA' }, BASE),
    )
    expect(previewBody({ ...typed, postCode: 'AB' }, BASE)).toBeUndefined()
    expect(previewBody({ ...typed, items: [{ SKU: '', quantity: 1, totalValue: '' }] }, BASE)).toBeUndefined()
  })
})

test.each([
  ['STANDARD', '2026-07-20', '2026-07-20', 'unchanged'],
  ['STANDARD', '2026-07-08', '2026-07-10', 'next working day'],
  ['NAMED DAY', '2026-07-20', '2026-07-10', 'next working day'],
] as const)('an order going %s on %s goes on %s without a named day: %s', (dispatchService, despatchDate, day, why) => {
  expect(defaultDay({ dispatchService, despatchDate }, new Date('2026-07-09T10:00:00Z'), NO_DAYS_OFF)).toEqual({
    day,
    why,
  })
})

test('two changes are compared by field; service and day are one choice', () => {
  const mine = { ...BASE, email: 'mine@example.com', dispatchService: 'STANDARD' as const, date: '' }
  const theirs = { ...BASE, version: 4, email: 'theirs@example.com', date: '2026-07-16', items: BASE.items.slice(1) }
  const shown = describeValues('GBP')
  const conflicts = conflictsOf({ base: shown(BASE), mine: shown(mine), theirs: shown(theirs) })
  expect(conflicts.map(({ title, mine: here, theirs: there, isBoth }) => [title, here, there, isBoth])).toEqual([
    ['Email', 'mine@example.com', 'theirs@example.com', true],
    ['Service and date', 'STANDARD', 'NAMED DAY, 16 Jul 2026', true],
    ['Lines', 'A × 2 for £24.00, B × 300 for £1.99', 'B × 300 for £1.99', false],
  ])
  expect(mergeOrders(mine, theirs, new Set(['despatch', 'items']))).toMatchObject({
    version: 4,
    email: 'mine@example.com',
    dispatchService: 'NAMED DAY',
    date: '2026-07-16',
    items: theirs.items,
  })
})

test('a value rounded to the penny was not set by hand', () => {
  const lines = toFormValues(ORDER, [item('A', 2, '3.3333', '6.67'), item('B', 2, '3.3333', '6.65')]).items
  expect(lines.map(({ totalValue }) => totalValue)).toEqual(['', '6.65'])
})

describe('one SKU on two lines with two prices', () => {
  const two = toFormValues(ORDER, [item('A', 2, '20.00', '40.00', 1), item('A', 1, '10.00', '10.00', 2)])
  const text = (values: typeof two) => describeValues('GBP')(values)['items']?.text

  test('an old draft sends no line numbers', () => {
    const items = BASE.items.map(({ own: _own, ...line }) => ({ ...line, quantity: line.quantity + 1 }))
    expect(toRequestBody({ ...BASE, items }, BASE).items).toEqual(items)
  })

  test('each line is sent with its number, and a new one as new', () => {
    const items = [{ ...two.items[0], SKU: 'A', quantity: 1 }, ...two.items.slice(1), { SKU: 'A', quantity: 1 }]
    expect(toRequestBody({ ...two, items }, two).items).toEqual([
      { SKU: 'A', quantity: 1, totalValue: '', lineNumber: 1 },
      { SKU: 'A', quantity: 1, totalValue: '', lineNumber: 2 },
      { SKU: 'A', quantity: 1, lineNumber: null },
    ])
    expect(text({ ...two, items: items.slice(0, 2) })).toBe('A × 1 for £20.00, A × 1 for £10.00')
  })
  test('lines keep their values after another user removed the first', () => {
    const theirs = { ...toFormValues(ORDER, [item('A', 1, '10.00', '10.00', 1)]), version: 4 }
    const merged = mergeOrders(two, theirs, new Set())
    expect(merged.items.map(({ totalValue, own }) => [totalValue, own?.lineNumber])).toEqual([
      ['40.00', undefined],
      ['', 1],
    ])
    expect(mergeOrders(two, theirs, new Set(['items'])).items).toEqual(theirs.items)
  })
  test('another line value changes its text, even if calculated', () => {
    expect(text(two)).toBe('A × 2 for £40.00, A × 1 for £10.00')
    expect(text(toFormValues(ORDER, [item('A', 2, '25.00', '50.00', 1)]))).toBe('A × 2 for £50.00')
  })
})
