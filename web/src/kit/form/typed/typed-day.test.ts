import { expect, test } from 'vitest'
import { typedDay } from './typed-day.ts'

test.each([
  ['5/1/26', '2026-01-05'],
  ['05.01.2026', '2026-01-05'],
  ['5 Jan 2026', '2026-01-05'],
  ['5 January', '2026-01-05'],
  ['5-1', '2026-01-05'],
  ['2026-01-05', '2026-01-05'],
  ['today', '2026-11-21'],
  ['31/2/26', null],
  ['13/13/26', null],
  ['soon', null],
  ['', null],
])('%j is read as %j', (text, day) => {
  expect(typedDay(text, new Date('2026-11-21T12:00:00Z'))).toBe(day)
})
