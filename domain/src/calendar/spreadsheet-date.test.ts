import { expect, test } from 'vitest'
import { spreadsheetDay, spreadsheetTime } from './spreadsheet-date.ts'

test.each([
  ['2026-03-02', '2026-03-02T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['1900-03-01', '1900-03-01T00:00:00.000Z'],
  ['1900-02-28', undefined],
  ['0001-01-01', undefined],
])('the day %s is the date %s of a cell', (day, date) => expect(spreadsheetDay(day)?.toISOString()).toBe(date))

test.each([
  ['2026-01-05T14:05:09Z', '2026-01-05T14:05:09.000Z'],
  ['2026-06-30T23:30:00Z', '2026-07-01T00:30:00.000Z'],
  // Around both clock changes.
  ['2026-03-29T00:59:59Z', '2026-03-29T00:59:59.000Z'],
  ['2026-03-29T01:00:00Z', '2026-03-29T02:00:00.000Z'],
  ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T01:30:00Z', '2026-10-25T01:30:00.000Z'],
])('the instant %s is shown as %s', (at, date) => expect(spreadsheetTime(new Date(at))?.toISOString()).toBe(date))
