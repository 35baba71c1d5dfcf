import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { expect, test } from 'vitest'
import { draftOf, mappingOf, newDraft } from './mapping-draft.ts'

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

test('a mapping that is edited and left as it was is the same', () =>
  expect(mappingOf('orders', draftOf('uk', mapping))).toEqual({ mapping }))
test('columns named like fields are found', () =>
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
  const draft = { ...draftOf('uk', mapping), columns: { ...mapping.columns, orderDate: '' } }
  expect(mappingOf('orders', draft)).toMatchObject({ mapping: { dateFormats: {} } })
})
test('what is missing is told', () =>
  expect(mappingOf('orders', newDraft('orders', ['sku']))).toEqual({
    problem: 'orderNumber, SKU and quantity each need a column',
  }))
