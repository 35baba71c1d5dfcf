import { expect, test } from 'vitest'
import { columnsByName, exampleObject, FEED_FIELDS, FEEDS, neededFields } from './feed-fields.ts'

test.each(FEEDS)('the example of %s has fields of its own, and each that no row can be without', (feed) => {
  const { fields, needed, example } = FEED_FIELDS[feed]
  expect(fields).toEqual(expect.arrayContaining(Object.keys(example)))
  expect(Object.keys(example)).toEqual(expect.arrayContaining([...needed]))
  expect(JSON.parse(exampleObject(feed))).toEqual(example)
})

test('an example has the names of a mapping, and leaves out what that has no column for', () =>
  expect(exampleObject('despatches', { orderNumber: 'Order no', SKU: 'Item' })).toBe(
    '{"Order no": "SO-1001", "Item": "MUG-RED"}',
  ))

test.each([
  ['stock', 'SKU', ['Code', 'SKU'], 'SKU'],
  ['stock', 'stockOnHand', ['Stock', 'On hand (current)', 'On hand (new)'], 'On hand (new)'],
  ['stock', 'availableStock', ['Verfügbar'], 'Verfügbar'],
  ['stock', 'description', ['Désignation'], 'Désignation'],
  ['skus', 'length', ['Länge [cm]'], 'Länge [cm]'],
  ['skus', 'length', ['Długość (cm)'], 'Długość (cm)'],
  ['skus', 'weight', ['Poids kg'], 'Poids kg'],
] as const)('of %s the column of %s among %j is %s', (feed, field, columns, column) =>
  expect(columnsByName(feed, columns)[field]).toBe(column),
)

test.each([
  [['SKU', 'On hand'], ['SKU']],
  [['SKU', 'Quantity', 'Kind'], ['SKU']],
  [
    ['SKU', 'Kind', 'How many'],
    ['SKU', 'quantity'],
  ],
  [
    ['SKU', 'Quantity Available'],
    ['SKU', 'stockOnHand'],
  ],
] as const)('a file of stock with %j must have columns for %j', (columns, fields) =>
  expect(neededFields('stock', columns)).toEqual(fields),
)
