import { expect, test } from 'vitest'
import { headWidth } from './head-width.ts'

test('a head of one word needs its width, with room for the arrow if it can be sorted', () => {
  expect(headWidth('Despatched', false)).toBe(94)
  expect(headWidth('Despatched', true)).toBe(111)
})

test('a head of several words breaks where both lines are shortest', () => {
  expect(headWidth('Number of parcels', false)).toBe(headWidth('Number-of', false))
  expect(headWidth('Without a carrier since', false)).toBe(headWidth('carrier-since', false))
})
