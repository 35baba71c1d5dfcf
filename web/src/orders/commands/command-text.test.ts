import { expect, test } from 'vitest'
import { askText, COMMAND_TEXTS, effectText, preflightText } from './command-text.ts'

test.each([
  [{ allowed: 1281, untried: 0, refused: 3 }, '1,281 orders will be cancelled, 3 are refused.'],
  [{ allowed: 1, untried: 0, refused: 1 }, '1 order will be cancelled, 1 is refused.'],
  [{ allowed: 0, untried: 0, refused: 1000 }, 'No order will be cancelled, 1,000 are refused.'],
  [{ allowed: 0, untried: 0, refused: 0 }, 'No order will be cancelled.'],
])('what a command would do: %j', (counts, words) => {
  expect(preflightText('cancel', counts)).toBe(words)
})

test.each([
  [{ allowed: 12, untried: 3, refused: 0 }, '9 orders will be released, 3 if a carrier takes them.'],
  [{ allowed: 2, untried: 1, refused: 4 }, '1 order will be released, 1 if a carrier takes it, 4 are refused.'],
  [{ allowed: 12, untried: 12, refused: 0 }, '12 orders will be released if a carrier takes them.'],
  [{ allowed: 1, untried: 1, refused: 1 }, '1 order will be released if a carrier takes it, 1 is refused.'],
])('orders that have yet to find a carrier are counted apart: %j', (counts, words) => {
  expect(preflightText('release', counts)).toBe(words)
})

test('what a command does is said of one order as of many, wherever it is asked for', () => {
  for (const { effect } of Object.values(COMMAND_TEXTS)) expect(effect).not.toMatch(/\b(they|them|those|this list)\b/i)
})

test.each([
  [{ total: 12, allowed: 12 }, 'Release 12 orders?'],
  [{ total: 3, allowed: 0 }, 'None of 3 orders can be released'],
  [{ total: 0, allowed: 0 }, 'Release 0 orders?'],
])('where all orders are refused nothing is asked: %j', (found, words) => {
  expect(askText('release', found)).toBe(words)
})

test('what is said of carriers is true of the orders that are released', () => {
  expect(effectText('release', { allowed: 3, untried: 0 })).not.toMatch(/carrier/)
  expect(effectText('release', { allowed: 3, untried: 1 })).toMatch(/no carrier takes are not released/)
  expect(effectText('release', { allowed: 0, untried: 0 })).toBe('')
})
