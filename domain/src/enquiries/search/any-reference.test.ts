import { describe, expect, test } from 'vitest'
import { possibleReferences, interpretationText } from './any-reference.ts'

describe('kinds of reference that a text may be', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['Ada@Example.com', ['email']],
    ['ada@example', ['order', 'emailBegin', 'postcode', 'parcel', 'serial', 'return', 'sku', 'invoice']],
    ['AB1 2CD', ['order', 'postcode', 'parcel', 'serial', 'return', 'sku', 'invoice']],
    ['x'.repeat(13), ['order', 'parcel', 'serial', 'return', 'sku', 'invoice']],
    ['x'.repeat(41), ['order', 'parcel', 'serial', 'return', 'invoice']],
    ['x'.repeat(51), ['parcel', 'serial', 'invoice']],
    ['--', ['order', 'postcode', 'parcel', 'serial', 'return', 'sku']],
    ['x'.repeat(61), []],
  ])('%j: %j', (text, kinds) => {
    expect(Object.keys(possibleReferences(text))).toEqual(kinds)
  })

  test.each([
    ['sw1y4jh', ['SW1Y 4JH', 'SW1Y4JH']],
    [' Sw1y  4jh ', ['SW1Y 4JH', 'SW1Y4JH']],
    ['SW1Y 4JH', ['SW1Y 4JH', 'SW1Y4JH']],
    ['d02 af30', ['D02 AF30', 'D02AF30']],
  ])('a postcode in any spelling: %j is searched as %j', (text, postcodes) => {
    expect(possibleReferences(text).postcode).toEqual(postcodes)
  })

  test.each([
    ['A-1', ['A-1', 'a-1']],
    ['a-1', ['a-1', 'A-1']],
    ['Po 12', ['Po 12', 'PO 12', 'po 12']],
  ])('an order as typed, in capitals or lower case: %j is searched as %j', (text, orders) => {
    expect(possibleReferences(text).order).toEqual(orders)
  })

  test.each([
    ['0000 12-ab', ['12AB']],
    ['INV/2026/007', ['INV2026007']],
    ['100', ['100']],
  ])('an invoice number by its letters and digits: %j is searched as %j', (text, numbers) => {
    expect(possibleReferences(text).invoice).toEqual(numbers)
  })

  test('a tracking number in comparison form, and as written', () => {
    expect(possibleReferences('jd00 12-34').parcel).toEqual(['JD001234', 'jd00 12-34'])
  })

  test('emails are compared in lower case', () => {
    expect(possibleReferences('Ada@Example.com').email).toEqual(['ada@example.com'])
  })
})

test.each([
  ['postcode', 14, 'a postcode; 14 orders'],
  ['postcode', 1, 'a postcode; 1 order'],
  ['parcel', 1, 'a tracking number; 1 parcel'],
  ['serial', 2, 'a serial number; 2 parcels'],
  ['return', 1, 'a return reference; 1 return'],
  ['sku', 1000, 'a SKU; 1,000 orders'],
  ['sku', 1001, 'a SKU; more than 1,000 orders'],
] as const)('%s, %d: %s', (kind, count, words) => {
  expect(interpretationText(kind, count)).toBe(words)
})
