import { expect, test } from 'vitest'
import { COMMAND_WORDS, preflightWords } from './command-words.ts'

test.each([
  [{ allowed: 1281, refused: 3 }, '1,281 orders will be cancelled, 3 are refused.'],
  [{ allowed: 1, refused: 1 }, '1 order will be cancelled, 1 is refused.'],
  [{ allowed: 0, refused: 1000 }, 'No order will be cancelled, 1,000 are refused.'],
  [{ allowed: 0, refused: 0 }, 'No order will be cancelled.'],
])('what a command would do: %j', (counts, words) => {
  expect(preflightWords('cancel', counts)).toBe(words)
})

test('what a command does is said of one order as of many, wherever it is asked for', () => {
  for (const { effect } of Object.values(COMMAND_WORDS)) expect(effect).not.toMatch(/\b(they|them|those|this list)\b/i)
})
