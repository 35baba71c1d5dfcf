import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { expect, test } from 'vitest'
import { toDraft, toMapping, newDraft } from './mapping-draft.ts'

const mapping: ColumnMapping = {
  columns: { orderNumber: 'InvoiceNo', SKU: 'StockCode', quantity: 'Quantity', orderDate: 'Date' },
  values: { country: { EIRE: 'IE', RSA: 'ZA' } },
  leaveOut: [
    { field: 'orderNumber', startsWith: 'C', reason: 'Cancellation' },
    { field: 'SKU', equals: '', reason: 'No SKU' },
  ],
  dateFormats: { orderDate: 'month-first' },
  timeZone: 'Europe/London',
  encoding: 'windows-1252',
}

test('an unchanged mapping stays the same after editing', () =>
  expect(toMapping('orders', toDraft('uk', mapping))).toEqual({ mapping }))
test('columns named like fields are matched', () =>
  expect(newDraft('orders', ['Order Number', 'sku', 'QUANTITY', 'First name', 'other']).columns).toEqual({
    orderNumber: 'Order Number',
    SKU: 'sku',
    quantity: 'QUANTITY',
    customerFirstName: 'First name',
  }))
test.each([
  [['3/4/2014', '8/27/2014'], { orderDate: 'month-first' }],
  [['3/4/2014', '27/8/2014'], {}],
  [['27/8/2014', '8/27/2014'], {}],
  [['2014-08-27', ''], {}],
])('dates like %j have the format %j', (dates, formats) =>
  expect(
    newDraft(
      'orders',
      ['SKU', 'Order date'],
      dates.map((date) => ['A', date]),
    ).dateFormats,
  ).toEqual(formats),
)
test('a format without its column is left out', () => {
  const draft = { ...toDraft('uk', mapping), columns: { ...mapping.columns, orderDate: '' } }
  expect(toMapping('orders', draft)).toMatchObject({ mapping: { dateFormats: {} } })
})
test('a missing column is reported', () =>
  expect(toMapping('orders', newDraft('orders', ['sku']))).toEqual({
    problem: 'orderNumber, SKU and quantity each need a column',
  }))
