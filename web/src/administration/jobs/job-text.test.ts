import { expect, test } from 'vitest'
import { durationText, lastRunText } from './job-text.ts'

test.each([
  [0, '0.0 s'],
  [0.42, '0.4 s'],
  [9.96, '10 s'],
  [48.2, '48 s'],
  [59.7, '1 min 0 s'],
  [200, '3 min 20 s'],
  [3900, '1 h 5 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

const NOW = new Date('2026-06-02T12:00:00.000Z')
test.each([
  [null, 'Never'],
  ['2026-06-02T11:46:00.000Z', '14 minutes ago, 12:46'],
  ['2026-06-01T22:30:00.000Z', '13 hours ago, Mon 1 Jun, 23:30'],
  ['2026-05-31T11:46:00.000Z', 'Sun 31 May, 12:46'],
  ['2025-12-31T11:46:00.000Z', '31 Dec 2025, 11:46'],
])('a run that began at %s was %s, in London’s time zone', (beganAt, text) => {
  expect(lastRunText({ beganAt }, NOW)).toBe(text)
})
