import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { expect, test } from 'vitest'
import { draftOf, mappingOf, newDraft } from './mapping-draft.ts'

const mapping: ColumnMapping = {
  columns: { orderNumber: 'InvoiceNo', SKU: 'StockCode', quantity: 'Quantity' },
  values: { country: { EIRE: 'IE', RSA: 'ZA' } },
  leaveOut: [
    { field: 'orderNumber', startsWith: 'C', reason: 'Cancellation' },
    { field: 'SKU', equals: '', reason: 'No SKU' },
  ],
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
test('what is missing is told', () =>
  expect(mappingOf('orders', newDraft('orders', ['sku']))).toEqual({
    problem: 'orderNumber, SKU and quantity each need a column',
  }))
