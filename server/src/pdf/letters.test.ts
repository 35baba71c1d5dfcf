import { expect, test } from 'vitest'
import { isEmoji, lettersOf, rightToLeftWords, seenOf, withoutEmoji } from './letters.ts'

test.each([
  ['a face', '😀'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a hand of a skin', '👋🏽'],
  ['two of two skins', '🧑🏻‍🤝‍🧑🏿'],
  ['a profession', '👩🏾‍🚀'],
  ['a sign of a profession', '👩🏻‍⚕️'],
  ['the same, less well written', '👩🏻‍⚕'],
  ['a flag', '🇮🇳'],
  ["a region's flag", '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a flag of a rainbow', '🏳️‍🌈'],
  ['a heart on fire', '❤️‍🔥'],
  ['a key', '1️⃣'],
  ['a key, less well written', '1⃣'],
  ['a sign that is told to be one', '❤️'],
  ['half a flag', '🇮'],
  ['a skin', '🏻'],
])('%s is one letter, and an emoji', (_, emoji) => {
  expect([...lettersOf(`a${emoji}${emoji}1`)]).toEqual(
    // Two halves make a flag.
    emoji === '🇮' ? ['a', '🇮🇮', '1'] : ['a', emoji, emoji, '1'],
  )
  expect(isEmoji(emoji)).toBe(true)
  expect(withoutEmoji(`a${emoji}1`)).toBe(`a${'★'.repeat(emoji.length)}1`)
  expect(rightToLeftWords(`של${emoji}ום`)).toEqual(['של', emoji, 'ום'])
})

test.each([
  ['a sign of text', '❤'],
  ['a telephone', '☎'],
  ['a picture that is told to be text', '⌚\ufe0e'],
  ['a digit', '1'],
  ['a mark', '©'],
  ['a letter with a mark', 'e\u0301'],
  ['letters with a joiner', 'ශ්‍රී'],
])('%s is no emoji, and is read character by character', (_, text) => {
  expect(isEmoji(text)).toBe(false)
  expect([...lettersOf(text)]).toEqual(Array.from(text))
})

test.each([
  ['👨‍👩‍👧', ['👨', '👩', '👧']],
  ['👨🏻‍🎂', ['👨', '🎂']],
  ['🏴󠁵󠁳󠁴󠁸󠁿', ['🏴']],
  ['👋🏽', ['👋']],
  ['🏻', ['🏻']],
  ['❤️', ['❤']],
  ['\u200d', []],
  ['\ufe0f', []],
  ['\u{e0067}', []],
  ['x', ['x']],
])('of %s is seen, where no font has it', (letter, seen) => {
  expect(seenOf(letter)).toEqual(seen)
})

test('a long chain that ends as none may is told of at once, whoever wrote it', () => {
  const chain = '\u{1f468}\u200d'.repeat(500)
  const begun = process.cpuUsage()
  for (const end of ['x', '\ufe0e', '\u{1f468}x', '\u{1f468}\ufe0e']) {
    expect(isEmoji(chain + end)).toBe(false)
    expect([...lettersOf(chain + end)].length).toBeLessThan(1000)
    expect(rightToLeftWords(chain + end).length).toBeLessThan(1000)
    expect(withoutEmoji(chain + end)).toHaveLength((chain + end).length)
  }
  const { user } = process.cpuUsage(begun)
  expect(user / 1000).toBeLessThan(2000)
})
