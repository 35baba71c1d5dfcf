import { expect, test } from 'vitest'
import { type FittedColumn, fittedWidths } from './use-fitted-widths.ts'

const column = (id: string, size: number, isFixed = false): FittedColumn => ({ id, size, isFixed })
const COLUMNS = [column('select', 44, true), column('order', 150), column('status', 140), column('reason', 150)]
const fit = (needed: Record<string, number>, room: number, before = {}) => fittedWidths(COLUMNS, needed, room, before)

test('a column that needs less width gives it to one that needs more', () => {
  expect(fit({ order: 100, status: 90, reason: 240 }, 484)).toEqual({ order: 100, status: 90, reason: 240 })
})

test('if space runs out, columns on the left get it first', () => {
  expect(fit({ order: 200, status: 200, reason: 200 }, 500)).toEqual({ order: 166, status: 140, reason: 150 })
})

test('a table wider than its container keeps its width and shares unused space', () => {
  expect(fit({ order: 100, status: 190, reason: 240 }, 300)).toEqual({ order: 100, status: 190, reason: 150 })
})

test('a column gets the space that is left, up to the limit for long texts', () => {
  expect(fit({ order: 150, status: 140, reason: 900 }, 2000)).toMatchObject({ reason: 300 })
  expect(fit({ order: 130, status: 140, reason: 900 }, 484)).toMatchObject({ reason: 170 })
})

test('widths do not shrink while the list is open', () => {
  expect(fit({ order: 90, status: 60, reason: 90 }, 484, { order: 150, status: 120 })).toEqual({
    order: 150,
    status: 120,
    reason: 90,
  })
})

test('a column without rows yet keeps its usual width', () => {
  expect(fit({ order: 100, status: 90 }, 484)).toMatchObject({ reason: 150 })
})
