import { expect, test } from 'vitest'
import { exampleObject, FEED_FIELDS, FEEDS } from './feed-fields.ts'

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
