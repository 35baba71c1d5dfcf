import { expect, test } from 'vitest'
import { pauseSeconds, retrySeconds } from './retry.ts'

test.each([
  [1, 0.5, 30],
  [2, 0.5, 60],
  [3, 0.5, 120],
  [9, 0.5, 7680],
  [10, 0.5, 15_360],
  [11, 0.5, 21_600],
  [1000, 0.5, 21_600],
  [1, 0, 24],
  [1, 1, 36],
])('after attempt %i, with chance %f, the next comes in %i seconds', (attempts, chance, seconds) => {
  expect(retrySeconds(attempts, chance)).toBeCloseTo(seconds)
})

test.each([
  [0, 5],
  [5, 5],
  [60, 60],
  [301, 300],
  [86_400, 300],
])('a receiver failing for %i seconds pauses for %i', (failing, rest) => {
  expect(pauseSeconds(failing)).toBe(rest)
})
