import { readBrokenCells, withSingleQuotes } from './broken-quotes.ts'
import { ByteHold } from './byte-hold.ts'
import { inPieces } from './bytes.ts'

/** A row of a file, or a row that cannot be read. `line` is the line on which it begins, from 1. */
export type FileRow =
  | {
      readonly line: number
      readonly cells: readonly string[]
      /** The number of cells, if only the first of them are in `cells`. */
      readonly count?: number
      readonly fault?: undefined
    }
  | {
      readonly line: number
      readonly cells?: undefined
      readonly count?: undefined
      readonly fault: string
      readonly value: string
      /** The readable cells, to identify the row. */
      readonly read?: readonly string[]
    }

/** Bytes per row. A longer row has a quote that is never closed. */
export const LONGEST_ROW = 1_000_000
/** Cells read per row; further ones are only counted. */
export const MAX_COLUMNS = 1_000

const QUOTES =
  'The quotes of this row do not pair up: in a cell that begins with a quote, each quote inside is written twice'
const NOT_CLOSED =
  'A quote at the beginning of a cell is not closed in this line: delete it, or write a quote behind the cell as well'
const TOO_LONG =
  'This row is longer than 1 MB, perhaps because of a quote that is never closed: the file is read no further'

const LF = 10
const CR = 13
const QUOTE = 34

/** States of the splitter within a row. */
const CELL_START = 0
const PLAIN = 1
const QUOTED = 2
/** After a quote within quotes: it closes the cell, or is the first of a doubled quote. */
const QUOTE_SEEN = 3
/** After a broken quote: the rest of the line is ignored. */
const BROKEN = 4
const NOTHING = Buffer.alloc(0)

/**
 * Splits a CSV file into rows, chunk by chunk. Time and memory depend on the number of bytes only, however the rows
 * look. Blank lines and rows of empty cells, which spreadsheets write after the last row, are counted and skipped.
 *
 * A quote counts only at the beginning of a cell. If a quoted cell turns out to have swallowed the following lines, its
 * own line is refused and the following ones are read again; in total at most as many bytes as the file has.
 */
export class CsvSplitter {
  /** Set after a row that is too long; further bytes are ignored. */
  isFinished = false
  blankLines = 0
  readonly #delimiter: number
  readonly #isTable: boolean
  #rows: FileRow[] = []
  #cells: string[] = []
  #count = 0
  #hasText = false
  #place = CELL_START
  #isQuoted = false
  #hasDouble = false
  #held = new ByteHold()
  #line = 1
  /** Line breaks within the cells of this row, and the number of cells before the first. */
  #breaks = 0
  #cellsBeforeBreak = 0
  /** The bytes of this row in earlier chunks. */
  #row = new ByteHold()
  #last = 0
  /** Cells of the first row, if other rows must have as many; else 0. */
  #columns = 0
  #bytesRead = 0
  #bytesAgain = 0

  /** In a table, a row with line breaks and a different number of cells than the first has swallowed other rows. */
  constructor(delimiter: string, { isTable = false } = {}) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#isTable = isTable
  }

  /** Yields the rows that end in these bytes, in batches, including rows that are read again. */
  *push(bytes: Buffer): Generator<FileRow[]> {
    for (const piece of inPieces(bytes)) {
      this.#bytesRead += piece.length
      yield* this.#scanAll(piece)
    }
  }

  *#scanAll(bytes: Buffer): Generator<FileRow[]> {
    // A stack: bytes to read again come before the bytes that follow them.
    const waiting = [bytes]
    for (let next = waiting.pop(); next && !this.isFinished; next = waiting.pop()) {
      const [piece = NOTHING] = inPieces(next)
      if (piece.length < next.length) waiting.push(next.subarray(piece.length))
      const again = this.#scan(piece)
      if (again) waiting.push(again)
      yield this.#takeRows()
    }
  }

  /** Scans a chunk. Returns bytes to scan again. */
  #scan(piece: Buffer): Buffer | undefined {
    const delimiter = this.#delimiter
    // The two bytes of a line end may be in different chunks.
    let at = this.#last === CR && piece[0] === LF && this.#place !== QUOTED ? 1 : 0
    let rowStart = at
    let cellStart = at
    for (; at < piece.length && !this.isFinished; at++) {
      const byte = piece[at] as number
      if (byte > QUOTE && byte !== delimiter) {
        if (this.#place === CELL_START) this.#place = PLAIN
        else if (this.#place === QUOTE_SEEN) {
          if (this.#mustReadAgain(at - rowStart)) return this.#readAgain(piece.subarray(rowStart), at - rowStart)
          this.#breakRow()
        }
        // Most bytes of most files are skipped here.
        while ((piece[at + 1] as number) > QUOTE && piece[at + 1] !== delimiter) at++
        continue
      }
      const isEnd = byte === LF || byte === CR
      if (this.#place === QUOTED) {
        if (byte === QUOTE) this.#place = QUOTE_SEEN
        else if (isEnd && !(byte === LF && (at === 0 ? this.#last : piece[at - 1]) === CR)) {
          if (this.#breaks++ === 0) this.#cellsBeforeBreak = this.#count
        }
      } else if (isEnd) {
        const isWrong = this.#row.size + at - rowStart > LONGEST_ROW || this.#hasWrongCount()
        if (isWrong && this.#mustReadAgain(at - rowStart))
          return this.#readAgain(piece.subarray(rowStart), at - rowStart)
        if (this.#row.size + at - rowStart > LONGEST_ROW) this.#endFile()
        else if (this.#place === CELL_START && this.#count === 0) this.#countBlankLine()
        else this.#endRow(piece, { row: rowStart, cell: cellStart, end: at })
        if (byte === CR && piece[at + 1] === LF) at++
        rowStart = cellStart = at + 1
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
      else if (this.#place === QUOTE_SEEN) {
        if (this.#mustReadAgain(at - rowStart)) return this.#readAgain(piece.subarray(rowStart), at - rowStart)
        this.#breakRow()
      }
    }
    this.#last = piece.at(-1) ?? this.#last
    if (this.isFinished) return undefined
    if (rowStart < piece.length) this.#row.add(piece.subarray(rowStart))
    if (this.#row.size > LONGEST_ROW) {
      if (this.#mustReadAgain(0)) return this.#readAgain(NOTHING, 0)
      this.#endFile()
    } else if (this.#place !== BROKEN && cellStart < piece.length) this.#held.add(piece.subarray(cellStart))
    return undefined
  }

  /** Yields the last row, if it has no line end, and rows that it may have swallowed. */
  *end(): Generator<FileRow[]> {
    const isWrong = () => this.#place === QUOTED || this.#hasWrongCount()
    while (!this.isFinished && isWrong() && this.#mustReadAgain(0)) yield* this.#scanAll(this.#readAgain(NOTHING, 0))
    if (this.isFinished) return
    if (this.#place === QUOTED) this.#refuse(NOT_CLOSED, this.#linesRead(), this.#cells)
    else if (this.#count > 0 || this.#place !== CELL_START) this.#endRow(NOTHING, { row: 0, cell: 0, end: 0 })
    yield this.#takeRows()
  }

  /** Whether the row has line breaks and a wrong number of cells, and so has swallowed other rows. */
  #hasWrongCount(): boolean {
    return this.#isTable && this.#breaks > 0 && this.#columns > 0 && this.#count + 1 !== this.#columns
  }

  /** Whether lines after the row's first must be read again. `inPiece` counts the row's bytes in this chunk. */
  #mustReadAgain(inPiece: number): boolean {
    return this.#breaks > 0 && this.#bytesAgain + this.#row.size + inPiece <= this.#bytesRead + LONGEST_ROW
  }

  /** Refuses the first line of a row that has swallowed others. Returns these lines and the rest of the chunk. */
  #readAgain(inPiece: Buffer, readOfPiece: number): Buffer {
    this.#bytesAgain += this.#row.size + readOfPiece
    const bytes = this.#row.take(inPiece)
    const end = bytes.findIndex((byte) => byte === LF || byte === CR)
    const line = this.#line
    this.#refuse(NOT_CLOSED, '', this.#readOf(bytes.subarray(0, end), this.#cells.slice(0, this.#cellsBeforeBreak)))
    const rest = bytes.subarray(bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1)
    this.#cells = []
    this.#newRow(line + 1)
    this.#last = rest.length > 0 ? LF : (bytes.at(-1) ?? LF)
    return rest
  }

  #readOf(line: Buffer, before: readonly string[]): readonly string[] {
    return readBrokenCells(line, { delimiter: this.#delimiter, columns: this.#columns, before })
  }

  #refuse(fault: string, value: string, read: readonly string[]): void {
    this.#rows.push({ line: this.#line, fault, value, read: [...read] })
  }

  #linesRead(): string {
    return this.#breaks > 0 ? `lines ${this.#line} to ${this.#line + this.#breaks}, read as one row` : ''
  }

  #takeRows(): FileRow[] {
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
    }
  }

  /** Ends the row at its line end, because everything after it could be the inside of a cell. */
  #breakRow(): void {
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

  /** Copies the text: a slice would keep the whole chunk's text in memory. */
  #textOf(piece: Buffer, from: number, to: number): string {
    if (this.#held.size === 0 && !this.#isQuoted) return from === to ? '' : piece.toString('utf8', from, to)
    const bytes = this.#held.take(piece.subarray(from, to))
    if (!this.#isQuoted) return bytes.toString('utf8')
    const inside = bytes.subarray(1, -1)
    return (this.#hasDouble ? withSingleQuotes(inside) : inside).toString('utf8')
  }

  #endRow(piece: Buffer, from: { row: number; cell: number; end: number }): void {
    const line = this.#line
    const end = line + this.#breaks
    if (this.#place === BROKEN) {
      const bytes = this.#row.take(piece.subarray(from.row, from.end))
      this.#refuse(QUOTES, this.#linesRead(), this.#readOf(bytes, this.#cells))
    } else {
      this.#endCell(piece, from.cell, from.end)
      if (this.#isTable && this.#columns === 0 && this.#hasText) this.#columns = this.#count
      if (!this.#hasText) this.blankLines++
      else if (this.#count > MAX_COLUMNS) this.#rows.push({ line, cells: this.#cells, count: this.#count })
      else this.#rows.push({ line, cells: this.#cells })
    }
    this.#newRow(end + 1)
  }

  #countBlankLine(): void {
    this.blankLines++
    this.#line++
  }

  #endFile(): void {
    this.#refuse(TOO_LONG, '', this.#cells)
    this.isFinished = true
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
    this.#row.clear()
  }
}
