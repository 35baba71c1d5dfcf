import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitColumns, type SizedColumn } from './fit-columns.ts'

const column = (id: string, part: Partial<SizedColumn> = {}): SizedColumn => ({
  id,
  min: 100,
  ideal: 100,
  priority: 1,
  isKept: false,
  fills: 'never',
  ...part,
})

test('columns that do not fit whole are left out, the least important first', () => {
  const columns = [
    column('order', { isKept: true }),
    column('email', { priority: 9 }),
    column('total', { priority: 2 }),
  ]
  expect(fitColumns(columns, 300).hidden).toEqual([])
  expect(fitColumns(columns, 299)).toEqual({ widths: { order: 100, total: 100 }, hidden: ['email'] })
  expect(fitColumns(columns, 150).hidden).toEqual(['email', 'total'])
})

test('a less important column never takes the place of a more important one', () => {
  const columns = [column('customer', { priority: 2, min: 200, ideal: 200 }), column('units', { priority: 3, min: 50 })]
  expect(fitColumns(columns, 120).hidden).toEqual(['customer', 'units'])
})

test('columns that the user switched on are shown even if they do not fit', () => {
  const columns = [column('order', { isKept: true }), column('email', { isKept: true, priority: 9 })]
  expect(fitColumns(columns, 150)).toEqual({ widths: { order: 100, email: 100 }, hidden: [] })
})

test('first all get their ideal width, then those that fill share the rest', () => {
  const columns = [column('order', { ideal: 120 }), column('attention', { fills: 'first', priority: 2 })]
  expect(fitColumns(columns, 210).widths).toEqual({ order: 110, attention: 100 })
  expect(fitColumns(columns, 400).widths).toEqual({ order: 120, attention: 280 })
})

test('without a column that fills first, others fill', () => {
  const columns = [column('order', { fills: 'otherwise' }), column('attention', { fills: 'first', priority: 9 })]
  expect(fitColumns(columns, 150)).toEqual({ widths: { order: 150 }, hidden: ['attention'] })
})

test('an unknown width shows all columns', () => {
  expect(fitColumns([column('order', { ideal: 120 })], undefined)).toEqual({ widths: { order: 120 }, hidden: [] })
})

test('for any columns and width: what is shown fits, or only what is kept is shown', () => {
  const any = fc.record({
    min: fc.integer({ min: 56, max: 300 }),
    more: fc.integer({ min: 0, max: 200 }),
    priority: fc.integer({ min: 0, max: 20 }),
    isKept: fc.boolean(),
    fills: fc.constantFrom('first', 'otherwise', 'never'),
  })
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 15 }), fc.integer({ min: 0, max: 3000 }), (parts, room) => {
      const columns = parts.map(({ more, ...part }, index) => ({ ...part, id: String(index), ideal: part.min + more }))
      const { widths, hidden } = fitColumns(columns, room)
      const total = Object.values(widths).reduce((sum, width) => sum + width, 0)
      const shown = columns.filter(({ id }) => !hidden.includes(id))
      expect(total <= room || shown.every(({ isKept }) => isKept)).toBe(true)
      expect(shown.every(({ id, min }) => (widths[id] ?? 0) >= min)).toBe(true)
      if (shown.some(({ fills }) => fills !== 'never')) expect(total >= room).toBe(true)
    }),
  )
})
