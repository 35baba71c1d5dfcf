import { expect, test } from 'vitest'
import { Transport } from './transport.ts'

const { POSITIVE_INFINITY: NONE } = Number

test('many alike units are placed at once, and the last ones are pushed on', () => {
  const classes = [
    { units: 1000, weights: Float64Array.of(1, 3) },
    { units: 600, weights: Float64Array.of(1, NONE) },
  ]
  const solved = new Transport(classes, Float64Array.of(1000, NONE))
  expect([solved.unitsIn(0, 0), solved.unitsIn(0, 1), solved.unitsIn(1, 0)]).toEqual([400, 600, 600])
  expect(solved.freeIn(0)).toBe(0)
  expect(solved.onePlaceMore()).toEqual([
    { gain: 2, steps: [{ unitsOf: 0, from: 1, to: 0 }] },
    { gain: 0, steps: [] },
  ])
})

test('a place more may move several', () => {
  const classes = [
    { units: 1, weights: Float64Array.of(1, 2, NONE) },
    { units: 1, weights: Float64Array.of(NONE, 1, 9) },
  ]
  const solved = new Transport(classes, Float64Array.of(0, 1, NONE))
  const [first] = solved.onePlaceMore()
  expect(first).toEqual({
    gain: 9,
    steps: [
      { unitsOf: 1, from: 2, to: 1 },
      { unitsOf: 0, from: 1, to: 0 },
    ],
  })
})

test('it says when not all fit', () => {
  const classes = [{ units: 2, weights: Float64Array.of(1) }]
  expect(new Transport(classes, Float64Array.of(1)).isComplete).toBe(false)
  expect(new Transport(classes, Float64Array.of(2)).isComplete).toBe(true)
})
