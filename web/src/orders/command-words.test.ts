import { expect, test } from 'vitest'
import { preflightWords } from './command-words.ts'

test.each([
  [{ allowed: 1281, refused: 3 }, '1,281 orders will be cancelled, 3 are refused.'],
  [{ allowed: 1, refused: 1 }, '1 order will be cancelled, 1 is refused.'],
  [{ allowed: 0, refused: 1000 }, 'No order will be cancelled, 1,000 are refused.'],
  [{ allowed: 0, refused: 0 }, 'No order will be cancelled.'],
])('what a command would do: %j', (counts, words) => {
  expect(preflightWords('cancel', counts)).toBe(words)
})
