import { expect, test } from 'vitest'
import type { OrderStatus } from '../order-status.ts'
import {
  amendedText,
  amendmentUndoneText,
  reverseChanges,
  whyNotUndoAmendment,
  type AssignedMethods,
} from './undo-amendment.ts'

const SINCE = 'It has changed since, so it was left unchanged'
test.each([
  ['N', 3, undefined],
  ['R', 3, undefined],
  ['S', 3, undefined],
  ['N', 4, SINCE],
  ['P', 3, 'It is already picking, so it was left unchanged'],
  ['C', 3, 'It is already cancelled, so it was left unchanged'],
] as [OrderStatus, number, string | undefined][])(
  'an order in %s at version %i, amended as version 3: %s',
  (status, version, expected) => {
    expect(whyNotUndoAmendment({ status, version }, 3)).toBe(expected)
  },
)

test('a missing order cannot be restored', () => {
  expect(whyNotUndoAmendment(undefined, 3)).toBe(SINCE)
})

test('undo reverses the changes', () => {
  expect(reverseChanges({ postCode: { before: 'A', after: 'B' }, items: { before: 'X × 1', after: 'X × 2' } })).toEqual(
    {
      postCode: { before: 'B', after: 'A' },
      items: { before: 'X × 2', after: 'X × 1' },
    },
  )
})

test('the receipt of an amendment names the order', () => {
  expect(amendedText('5')).toBe('Order 5 has been amended.')
})

const AS_IT_WAS = 'Order 5 has its previous values again'
const DPD = { id: 'M1', words: 'DPD: Next Day' }
const EVRI = { id: 'M2', words: 'Evri: Light' }
test.each([
  [['M1'], [DPD], null, `${AS_IT_WAS}.`],
  [['M1', 'M2'], [EVRI, DPD], null, `${AS_IT_WAS}.`],
  [['M1'], [EVRI], null, `${AS_IT_WAS}, but its carrier is now Evri: Light.`],
  [[], [EVRI, DPD], null, `${AS_IT_WAS}, but its carrier is now Evri: Light, DPD: Next Day.`],
  [['M1'], [], 'DPD is full', `${AS_IT_WAS}, but no carrier is available yet. DPD is full.`],
  [[], [], null, `${AS_IT_WAS}.`],
  [['M1'], [], null, `${AS_IT_WAS}.`],
  [
    ['M', '11'],
    [
      { id: 'M1', words: 'A' },
      { id: '1', words: 'B' },
    ],
    null,
    `${AS_IT_WAS}, but its carrier is now A, B.`,
  ],
] as [string[], AssignedMethods['methods'], string | null, string][])(
  '%o before, %o now, %s: %s',
  (before, methods, exception, words) => {
    expect(amendmentUndoneText('5', before, { methods, exception })).toBe(words)
  },
)
