import { describe, expect, test } from 'vitest'
import { ORDER_STATUS_CODES } from '../../orders/order-status.ts'
import { furtherLinesProblem, LINE_MISSING, missingLineReason, changedFieldReason } from './existing-order.ts'

const order = { status: 'N', source: 'feed', lines: 3, pieces: 10 } as const
const more = { lines: 1, pieces: 1 }

describe('an order from a feed may get further lines while it can be amended', () => {
  test.each(ORDER_STATUS_CODES.map((status) => [status, ['N', 'R', 'S'].includes(status)] as const))(
    'in status %s: %s',
    (status, may) => expect(furtherLinesProblem({ ...order, status }, more) === undefined).toBe(may),
  )
})
test('an order that can no longer be amended gets none, with a reason', () =>
  expect(furtherLinesProblem({ ...order, status: 'P' }, more)).toBe(
    'This order can’t have more lines, because it is no longer new, released or suspended',
  ))
test('an order of the portal gets none', () =>
  expect(furtherLinesProblem({ ...order, source: 'portal' }, more)).toBe(
    'This order was created in the portal. Add the line there',
  ))
test.each([
  [{ lines: 9998, pieces: 1 }, true],
  [{ lines: 9997, pieces: 1 }, false],
  [{ lines: 1, pieces: 2_147_483_637 }, false],
  [{ lines: 1, pieces: 2_147_483_638 }, true],
])('%j more is too large: %s', (added, tooLarge) =>
  expect(furtherLinesProblem(order, added) !== undefined).toBe(tooLarge),
)
test('the refusal names the different field', () =>
  expect(changedFieldReason('quantity')).toBe('This order exists with another Quantity. Amend the order instead'))
test('an order created by the same file may get more lines in any status', () =>
  expect(furtherLinesProblem({ ...order, status: 'D', isOfThisFile: true }, more)).toBeUndefined())
test.each(ORDER_STATUS_CODES.map((status) => [status, ['P', 'K', 'D', 'V'].includes(status)] as const))(
  'a missing line of an order in status %s: despatched %s',
  (status, hasLeft) => expect(missingLineReason(status) !== LINE_MISSING).toBe(hasLeft),
)
