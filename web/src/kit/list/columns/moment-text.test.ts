import { expect, test } from 'vitest'
import { momentText } from './moment-text.ts'

const now = new Date('2026-07-01T12:00:00Z')

test.each([
  ['today, in summer time', '2026-07-01T08:12:00Z', '09:12'],
  ['today in London but yesterday in UTC', '2026-06-30T23:30:00Z', '00:30'],
  ['another day', '2026-01-05T09:12:00Z', 'Mon 5 Jan, 09:12'],
  ['in September', '2025-09-05T09:12:00Z', '5 Sep 2025, 10:12'],
  ['yesterday', '2026-06-30T22:30:00Z', 'Tue 30 Jun, 23:30'],
])('%s', (_when, at, words) => {
  expect(momentText(new Date(at), now)).toBe(words)
})
