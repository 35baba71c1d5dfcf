import { expect, test } from 'vitest'
import { msUntilOneDay } from './midnight.ts'

test.each([
  ['2026-12-31T12:00:00Z', 0],
  ['2026-12-31T23:55:00Z', 0],
  ['2026-12-31T23:57:00Z', 181_000],
  ['2027-01-01T00:00:00Z', 0],
  // In summer, midnight in London is an hour before midnight in UTC. Both count.
  ['2026-07-01T22:59:00Z', 61_000],
  ['2026-07-01T23:59:59Z', 2000],
  ['2026-07-01T23:30:00Z', 0],
])('at %s a test file starts after %i ms', (now, ms) => {
  expect(msUntilOneDay(new Date(now))).toBe(ms)
})
