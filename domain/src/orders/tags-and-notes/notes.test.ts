import { expect, test } from 'vitest'
import { mentionsIn, normaliseTag, visibleNoteText, tooLongNote } from './notes.ts'

test.each([
  ['@ada look', ['ada']],
  ['Ask @ada.byron, or @ops-user.', ['ada.byron', 'ops-user']],
  ['@Ada and @ada are one', ['ada']],
  ['write to ada@example.com', []],
  ['back @ 5pm', []],
  ['اسأل @سارة اليوم', ['سارة']],
])('%s mentions %j', (text, names) => expect(mentionsIn(text)).toEqual(names))

test('tags are normalised', () => {
  expect(normaliseTag('  gift \u00a0 wrap ')).toBe('gift wrap')
  expect(normaliseTag('Cafe\u0301')).toBe('Café')
  expect(normaliseTag(' هدية ')).toBe('هدية')
})

test('readers who may not see staff names read notes without them', () => {
  const mentions = [
    { name: 'ops.user', isStaff: true },
    { name: 'acme.user', isStaff: false },
  ]
  const text = '@OPS.user and @acme.user'
  expect(visibleNoteText(text, mentions, { staffNames: true })).toBe(text)
  expect(visibleNoteText(text, mentions, { staffNames: false })).toBe('@Despatch operations and @acme.user')
})

test('a note that is too long says how long it is', () => {
  expect(tooLongNote(10_000)).toBe('A note is at most 4,000 characters; this one has 10,000')
})
