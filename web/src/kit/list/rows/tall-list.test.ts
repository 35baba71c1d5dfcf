import { expect, test } from 'vitest'
import { offsetOf, skippedRowsAt, type TallList } from './tall-list.ts'

const tall: TallList = { total: 1_000_000, count: 468_750, rowHeight: 32, view: 640 }

test('scrolling to the top, middle and end shows those rows', () => {
  expect(skippedRowsAt(0, tall)).toBe(0)
  expect(skippedRowsAt(tall.count * tall.rowHeight - tall.view, tall)).toBe(531_250)
  const middle = (tall.count * tall.rowHeight - tall.view) / 2
  expect(middle / tall.rowHeight + skippedRowsAt(middle, tall)).toBeCloseTo(499_990, 0)
})

test('no row is skipped if the page is high enough for all', () => {
  expect(skippedRowsAt(7000, { ...tall, total: 468_750 })).toBe(0)
})

test.each([0, 1, 400, 123_456, 468_751, 999_000, 999_999])('scrolling to the offset of row %s shows it', (index) => {
  const offset = offsetOf(index, tall)
  const first = offset / tall.rowHeight + skippedRowsAt(offset, tall)
  expect(index).toBeGreaterThanOrEqual(Math.floor(first))
  expect(index).toBeLessThan(first + tall.view / tall.rowHeight)
})
