import { expect, test } from 'vitest'
import { windowPageQuery, windowsOf } from './row-windows.ts'

test.each([
  [0, 0, [1]],
  [0, 199, [1]],
  [0, 200, [1, 2]],
  [150, 450, [1, 2, 3]],
  [-100, 60, [1]],
  [999_900, 999_999, [5000]],
])('rows %i to %i are in windows %j', (first, last, windows) => {
  expect(windowsOf(first, last, 200)).toEqual(windows)
})

test.each([
  ['no places, yet', 7, [], { page: 7 }],
  ['the first', 1, ['a', 'b', 'c'], { page: 1, from: 'a' }],
  ['one in the middle', 2, ['a', 'b', 'c'], { page: 1, from: 'b' }],
  ['the last that has a place', 3, ['a', 'b', 'c'], { page: 1, from: 'c' }],
  ['one after all places', 6, ['a', 'b', 'c'], { page: 4, from: 'c' }],
])('a window is requested from the nearest place before it: %s', (_, window, places, query) => {
  expect(windowPageQuery(window, places)).toEqual({ ...query, limit: 200 })
})
