import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundLimit } from './refund-limit.ts'

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
  ['what other returns left', [line(1, 20, 2, 0, 1)], [{ lineNumber: 1, quantity: 2 }], 10],
  ['of a free line nothing', [line(1, 0, 1), line(2, 20, 2)], [{ lineNumber: 1, quantity: 1 }], 0],
  ['of a line that the order does not have nothing', [line(1, 10, 1)], [{ lineNumber: 2, quantity: 1 }], 0],
] as const)('%s', (_name, lines, pieces, limit) => expect(refundLimit(lines, pieces, pounds) / 10_000).toBe(limit))

test('refunds piece by piece come to what was paid, and never to more', () =>
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
