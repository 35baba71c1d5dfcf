import { expect, test } from 'vitest'
import { columnsByName, exampleObject, FEED_FIELDS, FEEDS, neededFields, undecidedWarning } from './feed-fields.ts'

test.each(FEEDS)('the example of %s has only its fields, and all required ones', (feed) => {
  const { fields, needed, example } = FEED_FIELDS[feed]
  expect(fields).toEqual(expect.arrayContaining(Object.keys(example)))
  expect(Object.keys(example)).toEqual(expect.arrayContaining([...needed]))
  expect(JSON.parse(exampleObject(feed))).toEqual(example)
})

test('an example uses the mapping’s columns and leaves out unmapped fields', () =>
  expect(exampleObject('despatches', { orderNumber: 'Order no', SKU: 'Item' })).toBe(
    '{"Order no": "SO-1001", "Item": "MUG-RED"}',
  ))

test.each([
  ['stock', 'SKU', ['Code', 'SKU'], 'SKU'],
  ['stock', 'stockOnHand', ['Stock in', 'stockIn'], 'stockOnHand'],
  ['stock', 'stockOnHand', ['Stock', 'On hand (current)', 'On hand (new)'], 'On hand (new)'],
  ['stock', 'availableStock', ['Verfügbar'], 'Verfügbar'],
  ['stock', 'description', ['Désignation'], 'Désignation'],
  ['skus', 'length', ['Länge [cm]'], 'Länge [cm]'],
  ['skus', 'length', ['Długość (cm)'], 'Długość (cm)'],
  ['skus', 'weight', ['Poids kg'], 'Poids kg'],
  ['skus', 'length', ['lengthMm'], 'lengthMm'],
  ['returns', 'event', ['Step'], 'Step'],
  ['returns', 'event', ['Status', 'Event'], 'event'],
  ['despatches', 'status', ['Order Status'], 'Order Status'],
  ['stock', 'kind', ['Movement type'], 'Movement type'],
  ['despatches', 'weight', ['Weight_g'], 'Weight_g'],
  ['despatches', 'weight', ['weight in grams'], 'weight in grams'],
  ['despatches', 'weight', ['weightKg'], 'weightKg'],
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

test.each([
  [
    'returns',
    ['SKU'],
    ['Etappe'],
    'No column is known as Event, so every row is taken as Received. Not looked at: Etappe',
  ],
  [
    'despatches',
    ['SKU'],
    ['Fase'],
    'No column is known as Status, so every row is taken as Despatched. Not looked at: Fase',
  ],
  ['stock', ['SKU'], ['Art'], 'No column is known as Kind, so every row is taken as a count. Not looked at: Art'],
  ['returns', ['SKU', 'event'], ['Colour'], undefined],
  ['returns', ['SKU'], [], undefined],
  ['skus', ['SKU'], ['Colour'], undefined],
] as const)('of %s with the fields %j, the columns %j make %j', (feed, filled, unread, note) =>
  expect(undecidedWarning(feed, new Set(filled), unread)).toBe(note),
)
