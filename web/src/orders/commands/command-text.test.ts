import { expect, test } from 'vitest'
import { askText, COMMAND_TEXTS, effectText, preflightText } from './command-text.ts'

test.each([
  [{ allowed: 1281, untried: 0, refused: 3 }, '1,281 of 1,284 orders can be cancelled. 3 can’t.'],
  [{ allowed: 1, untried: 0, refused: 1 }, '1 of 2 orders can be cancelled. 1 can’t.'],
  [{ allowed: 0, untried: 0, refused: 1000 }, 'None of 1,000 orders can be cancelled.'],
  [{ allowed: 0, untried: 0, refused: 0 }, 'No orders will be cancelled.'],
])('effect of a command: %j', (counts, words) => {
  expect(preflightText('cancel', counts)).toBe(words)
})

test.each([
  [{ allowed: 12, untried: 3, refused: 0 }, '9 orders will be released, 3 if a carrier is available.'],
  [{ allowed: 2, untried: 1, refused: 4 }, '1 of 6 orders can be released, 1 if a carrier is available. 4 can’t.'],
  [{ allowed: 12, untried: 12, refused: 0 }, '12 orders will be released if a carrier is available.'],
  [{ allowed: 1, untried: 1, refused: 1 }, '1 of 2 orders can be released if a carrier is available. 1 can’t.'],
])('orders without a carrier yet are counted apart: %j', (counts, words) => {
  expect(preflightText('release', counts)).toBe(words)
})

test('effects are worded alike for one order and many', () => {
  for (const { effect } of Object.values(COMMAND_TEXTS)) expect(effect).not.toMatch(/\b(they|them|those|this list)\b/i)
})

test.each([
  [{ total: 12, allowed: 12 }, 'Release 12 orders?'],
  [{ total: 3, allowed: 0 }, 'None of 3 orders can be released'],
  [{ total: 0, allowed: 0 }, 'Release 0 orders?'],
])('with all orders refused, nothing is asked: %j', (found, words) => {
  expect(askText('release', found)).toBe(words)
})

test('texts about carriers fit the released orders', () => {
  expect(effectText('release', { allowed: 3, untried: 0 })).not.toMatch(/carrier/)
  expect(effectText('release', { allowed: 3, untried: 1 })).toMatch(/without an available carrier are not released/)
  expect(effectText('release', { allowed: 0, untried: 0 })).toBe('')
})
