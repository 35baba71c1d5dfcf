import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonNeededFor, refundedSoFar, refundLimit } from './refund-limit.ts'

const line = (lineNumber: number, value: number, bought: number, refunded = 0, elsewhere = 0) => ({
  lineNumber,
  value: Math.round(value * 10_000),
  bought,
  refunded,
  elsewhere,
})
const pounds = { before: 0, currency: 'GBP' }

test.each([
  ['one of three', [line(1, 10, 3)], [{ lineNumber: 1, quantity: 1 }], 3.33],
  ['all of them', [line(1, 10, 3)], [{ lineNumber: 1, quantity: 3 }], 10],
  ['the rest left by other returns', [line(1, 20, 2, 0, 1)], [{ lineNumber: 1, quantity: 2 }], 10],
  ['of a free line nothing', [line(1, 0, 1), line(2, 20, 2)], [{ lineNumber: 1, quantity: 1 }], 0],
  ['of a line that the order does not have nothing', [line(1, 10, 1)], [{ lineNumber: 2, quantity: 1 }], 0],
] as const)('%s', (_name, lines, pieces, limit) => expect(refundLimit(lines, pieces, pounds) / 10_000).toBe(limit))

test('refunds piece by piece add up to the price, and never exceed it', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 9 }), (pence, bought) => {
      const value = pence * 100
      let before = 0
      for (let refunded = 0; refunded < bought; refunded++)
        before += refundLimit(
          [{ lineNumber: 1, value, bought, refunded, elsewhere: 0 }],
          [{ lineNumber: 1, quantity: 1 }],
          {
            before,
            currency: 'GBP',
          },
        )
      expect(before).toBeLessThanOrEqual(value)
      expect(before).toBeGreaterThan(value - 100 * bought)
    }),
  ))

test.each([
  ['the price', 100, 0, undefined],
  ['a penny more', 101, 0, 'more'],
  ['more, with a deduction', 101, 1, 'more'],
  ['a penny less', 99, 0, 'less'],
  ['nothing', 0, 0, 'less'],
  ['the price minus the deduction', 99, 1, 'deduction'],
  ['less than that', 98, 1, 'less'],
] as const)('a refund of %s needs a reason for: %d, %d off → %s', (_name, amount, deduction, needed) =>
  expect(reasonNeededFor({ amount, deduction, limit: 100 })).toBe(needed),
)

test('what is left to refund is the price minus all refunds, never below zero', () => {
  const lines = [line(1, 20, 2, 1), line(2, 10, 1, 0, 1)]
  expect(refundedSoFar(lines, { before: 50_000, currency: 'GBP' })).toEqual({
    paid: 300_000,
    refunded: 150_000,
    left: 150_000,
  })
  expect(refundedSoFar(lines, { before: 900_000, currency: 'GBP' }).left).toBe(0)
})
