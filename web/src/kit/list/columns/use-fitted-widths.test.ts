import { expect, test } from 'vitest'
import { type FittedColumn, fittedWidths } from './use-fitted-widths.ts'

const column = (id: string, size: number, isFixed = false): FittedColumn => ({ id, size, isFixed })
const COLUMNS = [column('select', 44, true), column('order', 150), column('status', 140), column('reason', 150)]
const fit = (needed: Record<string, number>, room: number, before = {}) => fittedWidths(COLUMNS, needed, room, before)

test('a column that needs less gives the rest to one that needs more', () => {
  expect(fit({ order: 100, status: 90, reason: 240 }, 484)).toEqual({ order: 100, status: 90, reason: 240 })
})

test('what is needed beyond the room is given from the left', () => {
  expect(fit({ order: 200, status: 200, reason: 200 }, 500)).toEqual({ order: 166, status: 140, reason: 150 })
})

test('a table that is wider than its room keeps its width, and gives away what is not needed', () => {
  expect(fit({ order: 100, status: 190, reason: 240 }, 300)).toEqual({ order: 100, status: 190, reason: 150 })
})

test('a column takes part of what it needs, and no more than a long text may', () => {
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

test('a column that shows nothing yet keeps its usual width', () => {
  expect(fit({ order: 100, status: 90 }, 484)).toMatchObject({ reason: 150 })
})
