import { expect, test } from 'vitest'
import { streamRows } from './stream-rows.ts'

const CELL = 'a parcel'.padEnd(1000, '.')
const ROWS = 60
const PIECE = Buffer.from(`<row><c t="inlineStr"><is><t>${CELL}</t></is></c></row>`.repeat(ROWS))
const PIECES = 300
const [START, END] = [Buffer.from('<worksheet><sheetData>'), Buffer.from('</sheetData></worksheet>')]
/** The library reads a megabyte at a time. */
const READ_AHEAD = 3_000_000

/** A sheet of 18 MB that counts how much of it was unpacked. */
function countedSheet() {
  const unpacked = { bytes: 0 }
  const all = [START, ...Array<Buffer>(PIECES).fill(PIECE), END]
  const sheet = {
    size: all.reduce((sum, piece) => sum + piece.length, 0),
    crc: 0,
    async *bytes() {
      for (const piece of all) {
        unpacked.bytes += piece.length
        yield piece
      }
    },
  }
  return { sheet, unpacked }
}

test('a sheet is unpacked only as far as its rows are consumed', async () => {
  const { sheet, unpacked } = countedSheet()
  let rows = 0
  for await (const { values } of streamRows({ sheet })) {
    rows += values.length
    if (rows % 3_000 !== 1) continue
    // Time for anything that would read ahead.
    for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
    expect(unpacked.bytes).toBeLessThan((rows / ROWS) * PIECE.length + READ_AHEAD)
  }
  expect(rows).toBe(PIECES * ROWS)
})

test('an error while unpacking a sheet reaches the reader of its rows', async () => {
  const { sheet } = countedSheet()
  const broken = {
    ...sheet,
    async *bytes() {
      yield START
      yield PIECE
      throw new RangeError('cut off')
    },
  }
  const read = async () => {
    for await (const { values } of streamRows({ sheet: broken })) expect(values).toEqual([CELL])
  }
  await expect(read()).rejects.toThrow('cut off')
})

test('a reader that stops early releases the sheet', async () => {
  const { sheet, unpacked } = countedSheet()
  for await (const { values } of streamRows({ sheet })) {
    expect(values).toEqual([CELL])
    break
  }
  expect(unpacked.bytes).toBeLessThan(READ_AHEAD)
})
