import { expect, test } from 'vitest'
import { offsetOf, skippedAt, type TallList } from './tall-list.ts'

const tall: TallList = { total: 1_000_000, count: 468_750, rowHeight: 32, view: 640 }

test('the top shows the first row, the end the last, and the middle the middle', () => {
  expect(skippedAt(0, tall)).toBe(0)
  expect(skippedAt(tall.count * tall.rowHeight - tall.view, tall)).toBe(531_250)
  const middle = (tall.count * tall.rowHeight - tall.view) / 2
  expect(middle / tall.rowHeight + skippedAt(middle, tall)).toBeCloseTo(499_990, 0)
})

test('nothing is skipped where there is height for every row', () => {
  expect(skippedAt(7000, { ...tall, total: 468_750 })).toBe(0)
})

test.each([0, 1, 400, 123_456, 468_751, 999_000, 999_999])('row %s is in view at its offset', (index) => {
  const offset = offsetOf(index, tall)
  const first = offset / tall.rowHeight + skippedAt(offset, tall)
  expect(index).toBeGreaterThanOrEqual(Math.floor(first))
  expect(index).toBeLessThan(first + tall.view / tall.rowHeight)
})
