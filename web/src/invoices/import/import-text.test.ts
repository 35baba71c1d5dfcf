import { expect, test } from 'vitest'
import { MAX_FILES, progressText, sizeText, whyNotSend } from './import-text.ts'

test.each([
  [{ state: 'Waiting', done: 0, total: 0 }, 'Waiting'],
  [{ state: 'Reading', done: 1200, total: 0 }, 'Reading, 1,200 rows so far'],
  [{ state: 'Matching', done: 12_000, total: 60_000 }, 'Matching, 12,000 of 60,000 rows'],
] as const)('progress counts rows: %j', (given, text) => {
  expect(progressText(given)).toBe(text)
})

test.each([
  [[{ name: 'ups.CSV', size: 10 }], undefined],
  [[{ name: 'ups.csv.gz', size: 10 }], undefined],
  [[{ name: 'ups.csv', size: 0 }], /is empty/],
  [[{ name: 'ups.pdf', size: 10 }], /isn’t CSV, XLSX/],
  [Array.from({ length: MAX_FILES + 1 }, () => ({ name: 'a.csv', size: 1 })), /up to 50 files/],
])('files that cannot be imported are reported before sending', (files, why) => {
  if (why === undefined) expect(whyNotSend(files)).toBeUndefined()
  else expect(whyNotSend(files)).toMatch(why)
})

test.each([
  [999, '999 bytes'],
  [12_345, '12 kB'],
  [117_000_000, '117.0 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
