import { expect, test } from 'vitest'
import { DATE_PRESETS, rangeText } from './day-range.ts'

test.each([
  ['Today', '2026-03-01', '2026-03-01'],
  ['Yesterday', '2026-02-28', '2026-02-28'],
  ['Last 7 days', '2026-02-23', '2026-03-01'],
  ['Last 30 days', '2026-01-31', '2026-03-01'],
  ['This month', '2026-03-01', '2026-03-01'],
  ['Last month', '2026-02-01', '2026-02-28'],
])('%s, on 1 March 2026', (label, dateFrom, dateTo) => {
  expect(DATE_PRESETS.find((preset) => preset.label === label)?.range('2026-03-01')).toEqual({ dateFrom, dateTo })
})

test.each([
  ['2026-01-01', '2026-01-05', '1 Jan 2026 – 5 Jan 2026'],
  ['2026-01-05', '2026-01-05', '5 Jan 2026'],
  ['2026-01-05', '', 'since 5 Jan 2026'],
  ['', '2026-01-05', 'until 5 Jan 2026'],
  ['', '', ''],
] as const)('from %s to %s reads ‘%s’', (dateFrom, dateTo, text) => {
  expect(rangeText({ dateFrom, dateTo })).toBe(text)
})
