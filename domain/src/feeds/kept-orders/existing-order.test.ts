import { describe, expect, test } from 'vitest'
import { ORDER_STATUS_CODES } from '../../orders/order-status.ts'
import { cannotHaveMore, LINE_GONE, lineGone, otherContent } from './existing-order.ts'

const order = { status: 'N', source: 'feed', lines: 3, pieces: 10 } as const
const more = { lines: 1, pieces: 1 }

describe('an order that came from a feed may have further lines while it may be amended', () => {
  test.each(ORDER_STATUS_CODES.map((status) => [status, ['N', 'R', 'S'].includes(status)] as const))(
    'in status %s: %s',
    (status, may) => expect(cannotHaveMore({ ...order, status }, more) === undefined).toBe(may),
  )
})
test('what may not be amended any more may not either, in words', () =>
  expect(cannotHaveMore({ ...order, status: 'P' }, more)).toBe(
    'This order can have no more lines: it is no longer new, released or suspended',
  ))
test('an order of the portal may not', () =>
  expect(cannotHaveMore({ ...order, source: 'portal' }, more)).toBe(
    'This order was created in the portal: add the line there',
  ))
test.each([
  [{ lines: 9998, pieces: 1 }, true],
  [{ lines: 9997, pieces: 1 }, false],
  [{ lines: 1, pieces: 2_147_483_637 }, false],
  [{ lines: 1, pieces: 2_147_483_638 }, true],
])('%j more is too large: %s', (added, tooLarge) => expect(cannotHaveMore(order, added) !== undefined).toBe(tooLarge))
test('what differs is named', () =>
  expect(otherContent('quantity')).toBe('This is already there with another Quantity: amend the order instead'))
test('an order that this same file created may have more, whatever it says of its status', () =>
  expect(cannotHaveMore({ ...order, status: 'D', isOfThisFile: true }, more)).toBeUndefined())
test.each(ORDER_STATUS_CODES.map((status) => [status, ['P', 'K', 'D', 'V'].includes(status)] as const))(
  'a line that is gone of an order in status %s: has it left, %s',
  (status, hasLeft) => expect(lineGone(status) !== LINE_GONE).toBe(hasLeft),
)
