import { expect, test } from 'vitest'
import { commandMessage, doneText, movedMessage, ratedMessage, undoMessage, undoneText } from './command-text.ts'
import { ORDER_STATUS_CODES } from '../order-status.ts'
import type { OrderCommand } from './order-verdict.ts'

const refusal = { outcome: 'refused', orderNumber: '5', message: 'It is suspended already' } as const

test.each([
  ['suspend', { done: 1204, refused: 3 }, '1,204 orders suspended, 3 failed.'],
  ['release', { done: 2, refused: 0 }, '2 orders released.'],
  ['release', { done: 1200, refused: 3, short: 40 }, '1,200 orders released, 40 short of stock, 3 failed.'],
  ['cancel', { done: 1, refused: 1001 }, '1 order cancelled, 1,001 failed.'],
  ['cancel', { done: 0, refused: 2 }, '0 orders cancelled, 2 failed.'],
  ['cancel', { done: 0, refused: 0 }, 'No orders matched: none was cancelled.'],
  ['suspend', { done: 0, refused: 1, only: refusal }, 'Order 5 has not been suspended. It is suspended already.'],
  [
    'cancel',
    { done: 1, refused: 0, only: { outcome: 'done', orderNumber: '5', message: doneText('cancel', '5') } },
    'Order 5 has been cancelled.',
  ],
] as [OrderCommand, Parameters<typeof commandMessage>[1], string][])('%s: %o reads so', (action, counts, message) => {
  expect(commandMessage(action, counts)).toBe(message)
})

test('rating again is reported', () => {
  expect(ratedMessage({ done: 300, refused: 0, unchanged: 1200 })).toBe(
    '300 orders re-allocated, 1,200 keep their carrier.',
  )
  expect(ratedMessage({ done: 0, refused: 2, unchanged: 1 })).toBe(
    '0 orders re-allocated, 1 keeps its carrier, 2 failed.',
  )
  const only = { outcome: 'unchanged', orderNumber: '5', message: 'Order 5 keeps its carrier.' } as const
  expect(ratedMessage({ done: 0, refused: 0, unchanged: 1, only })).toBe('Order 5 keeps its carrier.')
  expect(ratedMessage({ done: 0, refused: 0 })).toBe('No orders matched: none was re-allocated.')
})

test.each([
  [{ done: 10_000, refused: 0, left: 1999 }, '8,001 orders moved, 1,999 have no carrier now.'],
  [{ done: 3, refused: 0 }, '3 orders moved.'],
  [{ done: 3, refused: 0, left: 0 }, '3 orders moved.'],
  [{ done: 2, refused: 4, left: 1 }, '1 order moved, 1 has no carrier now, 4 failed.'],
  [{ done: 2, refused: 0, left: 2 }, '0 orders moved, 2 have no carrier now.'],
  [{ done: 1204, refused: 1001, left: 0 }, '1,204 orders moved, 1,001 failed.'],
  [{ done: 0, refused: 0, left: 0 }, 'No orders matched: none was moved.'],
  [{ done: 0, refused: 1, only: refusal }, 'Order 5 has not been moved. It is suspended already.'],
  [
    {
      done: 1,
      refused: 0,
      left: 1,
      only: { outcome: 'done', orderNumber: '5', message: 'Order 5 has no carrier now. Too heavy for all.' },
    },
    'Order 5 has no carrier now. Too heavy for all.',
  ],
] as [Parameters<typeof movedMessage>[0], string][])('moving is reported: %o reads so', (counts, message) => {
  expect(movedMessage(counts)).toBe(message)
})

test('undo is reported', () => {
  expect(undoMessage({ done: 12_000, refused: 4 })).toBe('12,000 orders restored, 4 failed.')
  expect(undoMessage({ done: 0, refused: 1, only: refusal })).toBe(
    'Order 5 has not been restored. It is suspended already.',
  )
  expect(ORDER_STATUS_CODES.slice(0, 3).map((status) => undoneText(status, '5'))).toEqual([
    'Order 5 is new again.',
    'Order 5 is released again.',
    'Order 5 is suspended again.',
  ])
  expect(undoneText('R', '5', 'Too heavy for all')).toBe(
    'Order 5 is released again, but no carrier is available yet. Too heavy for all.',
  )
  expect(doneText('release', '5', 'Too heavy for all')).toBe(
    'Order 5 has been released, but no carrier is available yet. Too heavy for all.',
  )
})
