import { expect, test } from 'vitest'
import { windowsOf } from './windows.ts'

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
