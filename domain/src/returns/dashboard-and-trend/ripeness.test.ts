import { expect, test } from 'vitest'
import { ripeDays, ripeness } from './ripeness.ts'

const LAGS = [
  { weeks: 0, pieces: 10 },
  { weeks: 1, pieces: 60 },
  { weeks: 4, pieces: 30 },
]

test.each([
  ['2026-03-09', '2026-03-12', 0],
  ['2026-03-09', '2026-03-15', 0],
  ['2026-03-09', '2026-03-22', 0.1],
  ['2026-03-09', '2026-03-29', 0.7],
  ['2026-03-09', '2026-04-20', 1],
  ['2026-03-09', '2027-03-09', 1],
])('the week of %s is on %s as ripe as older weeks: %d', (monday, today, share) =>
  expect(ripeness(monday, today, LAGS)).toBeCloseTo(share),
)

test('with too few returns ripeness is unknown, except for old weeks', () => {
  expect(ripeness('2026-03-09', '2026-03-22', [{ weeks: 0, pieces: 49 }])).toBeNull()
  expect(ripeness('2025-03-09', '2026-03-22', [])).toBe(1)
})

test('the months used for the estimate are themselves ripe', () =>
  expect(ripeDays('2026-12-31')).toEqual({ first: '2025-07-03', last: '2026-07-02' }))
