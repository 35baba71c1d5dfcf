import { expect, test } from 'vitest'
import { ACT_KINDS, ACT_TITLES, actTitle, changedFields, masked } from './acts.ts'

test('every act has a kind, and every kind has acts', () => {
  const kinds = new Set(Object.keys(ACT_TITLES).map((act) => act.split('.')[0]))
  expect([...kinds].toSorted()).toEqual(Object.keys(ACT_KINDS).toSorted())
})

test('an act of another version is shown by its name', () => {
  expect(actTitle('order.created')).toBe('Created an order')
  expect(actTitle('order.teleported')).toBe('order.teleported')
})

test.each([
  ['Ada', 'A•••'],
  ['  ada@example.com ', 'a•••'],
  ['😀 smile', '😀•••'],
  ['', ''],
  ['   ', ''],
])('personal data is masked: %j becomes %j', (text, expected) => {
  expect(masked(text)).toBe(expected)
})

test.each([
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, { b: 2 }, { b: 3 }],
  [{ a: [1] }, { a: [1] }, {}, {}],
  [{}, { a: 1 }, { a: null }, { a: 1 }],
  [{ a: 1 }, {}, { a: 1 }, { a: null }],
  [{ a: [1, 2] }, { a: [2, 1] }, { a: [1, 2] }, { a: [2, 1] }],
])('the difference between %j and %j', (one, other, before, after) => {
  expect(changedFields(one, other)).toEqual({ before, after })
})
