import { expect, test } from 'vitest'
import { placeOf, shareAxis, tickText } from './share-axis.ts'

test.each([
  [[0.91, 0.99], 0.9, 1],
  [[0.62, 0.98], 0.6, 1],
  [[0.05, 1], 0, 1],
  [[0.5, 0.5], 0.49, 0.5],
  [[0, 0], 0, 0.01],
  [[1, 1], 0.99, 1],
  [[], 0, 1],
])('the axis of %j begins and ends with the data', (shares, from, to) => {
  const axis = shareAxis(shares)
  expect([axis.ticks[0], axis.ticks.at(-1)]).toEqual([from, to])
  expect(axis.ticks.length).toBeLessThanOrEqual(5)
})

test('places are percentages of the axis, and only the last tick has a unit', () => {
  const axis = shareAxis([0.62, 0.98])
  expect([placeOf(0.6, axis), placeOf(0.8, axis), placeOf(1, axis)].map(Math.round)).toEqual([0, 50, 100])
  expect(axis.ticks.map((tick) => tickText(tick, axis))).toEqual(['60', '70', '80', '90', '100%'])
})
