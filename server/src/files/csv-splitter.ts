import { ByteHold } from './byte-hold.ts'

/** A row as a file has it, or one that cannot be read. `line` counts from 1: where the row begins. */
export type FileRow =
  | {
      readonly line: number
      readonly cells: readonly string[]
      /** How many cells the row has, where these are only the first of them. */
      readonly count?: number
      readonly fault?: undefined
    }
  | {
      readonly line: number
      readonly cells?: undefined
      readonly count?: undefined
      readonly fault: string
      readonly value: string
    }

/** The longest row that is read, in bytes: what is longer has a quote that is never closed. */
export const LONGEST_ROW = 1_000_000
/** The cells of a row that are read; further ones are counted. */
export const MAX_COLUMNS = 1_000

const QUOTES = 'The quotes of this row do not pair up: a quote inside a cell is written twice, and the cell in quotes'
const TOO_LONG =
  'This row is longer than 1 MB, perhaps because of a quote that is never closed: the file is read no further'
const NEVER_CLOSED = 'A quote in this row is never closed: the rest of the file could not be read'

const LF = 10
const CR = 13
const QUOTE = 34

/** Where in a row the splitter stands. */
const CELL_START = 0
const PLAIN = 1
const QUOTED = 2
/** Behind a quote within quotes: it closes the cell, or is the first of two that stand for one. */
const QUOTE_SEEN = 3
/** In a row with broken quotes, of which the rest of its line counts for nothing. */
const BROKEN = 4

/**
 * Splits a CSV file into rows, a piece of it after the other, in time and memory that its bytes alone decide: a blank
 * line, a short row or a broken quote costs no more than any other. Blank lines are counted and left out, and so are rows
 * that have nothing but empty cells: spreadsheets write them after their last row.
 */
export class CsvSplitter {
  /** Set by a row that is too long; what is pushed afterwards counts for nothing. */
  isOver = false
  blankLines = 0
  readonly #delimiter: number
  #rows: FileRow[] = []
  #cells: string[] = []
  #count = 0
  #hasText = false
  #place = CELL_START
  #isQuoted = false
  #hasDouble = false
  #held = new ByteHold()
  #line = 1
  /** Line breaks within the cells of this row. */
  #breaks = 0
  /** Bytes of this row in pieces before. */
  #before = 0
  #last = 0

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0)
  }

  /** The rows that end in this piece. */
  push(piece: Buffer): FileRow[] {
    const delimiter = this.#delimiter
    // A line end of two bytes may be cut in two.
    let at = this.#last === CR && piece[0] === LF && this.#place !== QUOTED ? 1 : 0
    let rowStart = at
    let cellStart = at
    for (; at < piece.length && !this.isOver; at++) {
      const byte = piece[at] as number
      if (byte > QUOTE && byte !== delimiter) {
        if (this.#place === CELL_START) this.#place = PLAIN
        else if (this.#place === QUOTE_SEEN) this.#break()
        // Most bytes of most files are passed over here.
        while ((piece[at + 1] as number) > QUOTE && piece[at + 1] !== delimiter) at++
        continue
      }
      const isEnd = byte === LF || byte === CR
      if (this.#place === QUOTED) {
        if (byte === QUOTE) this.#place = QUOTE_SEEN
        else if (isEnd && !(byte === LF && (at === 0 ? this.#last : piece[at - 1]) === CR)) this.#breaks++
      } else if (isEnd) {
        if (this.#before + at - rowStart > LONGEST_ROW) this.#endFile()
        else if (this.#place === CELL_START && this.#count === 0) this.#passBlankLine()
        else this.#endRow(piece, cellStart, at)
        if (byte === CR && piece[at + 1] === LF) at++
        rowStart = cellStart = at + 1
        this.#before = 0
      } else if (byte === delimiter) {
        if (this.#place === BROKEN) continue
        // Most cells of wide files are empty.
        if (this.#place === CELL_START && this.#count < MAX_COLUMNS) {
          this.#count++
          this.#cells.push('')
        } else this.#endCell(piece, cellStart, at)
        cellStart = at + 1
      } else if (byte === QUOTE) this.#quote()
      else if (this.#place === CELL_START) this.#place = PLAIN
      else if (this.#place === QUOTE_SEEN) this.#break()
    }
    this.#last = piece.at(-1) ?? this.#last
    this.#before += piece.length - rowStart
    if (!this.isOver && this.#before > LONGEST_ROW) this.#endFile()
    else if (this.#place !== BROKEN && cellStart < piece.length) this.#held.add(piece.subarray(cellStart))
    return this.#taken()
  }

  /** The last row, where no line end is behind it. */
  end(): FileRow[] {
    if (this.isOver) return []
    if (this.#place === QUOTED) this.#rows.push({ line: this.#line, fault: NEVER_CLOSED, value: '' })
    else if (this.#count > 0 || this.#place !== CELL_START) this.#endRow(Buffer.alloc(0), 0, 0)
    return this.#taken()
  }

  #taken(): FileRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #quote(): void {
    if (this.#place === CELL_START) {
      this.#place = QUOTED
      this.#isQuoted = true
    } else if (this.#place === QUOTE_SEEN) {
      this.#place = QUOTED
      this.#hasDouble = true
    } else this.#break()
  }

  /** All that follows could be the inside of a cell, up to some later quote: the row ends where its line does instead. */
  #break(): void {
    this.#place = BROKEN
    this.#held.clear()
  }

  #endCell(piece: Buffer, from: number, to: number): void {
    this.#count++
    if (this.#count <= MAX_COLUMNS) {
      const cell = this.#textOf(piece, from, to)
      this.#cells.push(cell)
      this.#hasText ||= cell.trim() !== ''
    } else {
      this.#hasText ||= this.#held.size > 0 || to > from
      this.#held.clear()
    }
    this.#place = CELL_START
    this.#isQuoted = false
    this.#hasDouble = false
  }

  /** A text of its own, never a part of a larger one, which it would keep in memory. */
  #textOf(piece: Buffer, from: number, to: number): string {
    if (this.#held.size === 0 && !this.#isQuoted) return from === to ? '' : piece.toString('utf8', from, to)
    const bytes = this.#held.take(piece.subarray(from, to))
    if (!this.#isQuoted) return bytes.toString('utf8')
    const inside = bytes.subarray(1, -1)
    return (this.#hasDouble ? withSingleQuotes(inside) : inside).toString('utf8')
  }

  #endRow(piece: Buffer, from: number, to: number): void {
    const line = this.#line
    const end = line + this.#breaks
    if (this.#place === BROKEN) {
      const value = end > line ? `lines ${line} to ${end}, read as one row` : ''
      this.#rows.push({ line, fault: QUOTES, value })
    } else {
      this.#endCell(piece, from, to)
      if (!this.#hasText) this.blankLines++
      else if (this.#count > MAX_COLUMNS) this.#rows.push({ line, cells: this.#cells, count: this.#count })
      else this.#rows.push({ line, cells: this.#cells })
    }
    this.#newRow(end + 1)
  }

  #passBlankLine(): void {
    this.blankLines++
    this.#line++
  }

  #endFile(): void {
    this.#rows.push({ line: this.#line, fault: TOO_LONG, value: '' })
    this.isOver = true
    this.#newRow(this.#line)
  }

  #newRow(line: number): void {
    this.#line = line
    this.#breaks = 0
    this.#place = CELL_START
    this.#isQuoted = false
    this.#hasDouble = false
    this.#hasText = false
    if (this.#count > 0) this.#cells = []
    this.#count = 0
    this.#held.clear()
  }
}

/** The bytes of a cell in which two quotes stand for one. */
function withSingleQuotes(bytes: Buffer): Buffer {
  const single = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    single[length++] = byte
    if (byte === QUOTE) at++
  }
  return single.subarray(0, length)
}
