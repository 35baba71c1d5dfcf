import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCauses, isHabit, MAX_CAUSES } from './find-causes.ts'

test.each([
  ['weight', 42, 45, true],
  ['weight', 3, 6, true],
  ['weight', 3, 7, false],
  ['weight', 2, 2, false],
  ['price', 8, 10, true],
  ['price', 7, 10, false],
  ['charge', 1, 1, true],
  ['charge', 0, 0, false],
] as const)('%s: %i of %i', (kind, rows, of, is) => {
  expect(isHabit({ kind }, { rows, of, amount: 1 })).toBe(is)
})

test('the largest sums come first, in either direction, and zero sums are left out', () => {
  const found = fc.record({ rows: fc.nat(60), of: fc.nat(60), amount: fc.integer({ min: -9000, max: 9000 }) })
  fc.assert(
    fc.property(fc.array(found, { maxLength: 90 }), fc.constantFrom('weight', 'price', 'charge'), (all, kind) => {
      const causes = findCauses({ kind }, all)
      const sizes = causes.map(({ amount }) => Math.abs(amount))
      expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
      expect(causes.length).toBeLessThanOrEqual(MAX_CAUSES)
      expect(causes.every((one) => one.amount !== 0 && isHabit({ kind }, one))).toBe(true)
    }),
  )
})
