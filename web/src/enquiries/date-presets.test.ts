import { expect, test } from 'vitest'
import { DATE_PRESETS } from './date-presets.ts'

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
