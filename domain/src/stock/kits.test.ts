import { expect, test } from 'vitest'
import { kitsOfBoxes } from './kits.ts'

test.each([
  [[[4, 40]], 10],
  [[[4, 43]], 10],
  [
    [
      [1, 0],
      [4, 40],
    ],
    0,
  ],
  [
    [
      [1, 5],
      [4, -1],
    ],
    -1,
  ],
  [
    [
      [1, 5],
      [4, null],
    ],
    null,
  ],
  [[[1, null]], null],
])('boxes with pieces per kit and available %o make %o kits', (boxes, kits) => {
  expect(
    kitsOfBoxes(boxes.map(([quantity, available]) => ({ quantity: quantity ?? 1, available: available ?? null }))),
  ).toBe(kits)
})
