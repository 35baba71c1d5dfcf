import { type CsvError, type Info, parse } from 'csv-parse'

/** A row as a file has it, or one that cannot be read. `line` counts from 1: where the row begins. */
export type FileRow =
  | { readonly line: number; readonly cells: readonly string[]; readonly fault?: undefined }
  | { readonly line: number; readonly cells?: undefined; readonly fault: string; readonly value: string }

/** The longest row that is read, in bytes: what is longer has a quote that is never closed. */
export const LONGEST_ROW = 1_000_000

const QUOTES = 'The quotes of this row do not pair up: a quote inside a cell is written twice, and the cell in quotes'
const TOO_LONG =
  'This row is longer than 1 MB, perhaps because of a quote that is never closed: the file is read no further'
const NEVER_CLOSED = 'A quote in this row is never closed: the rest of the file could not be read'

/**
 * The rows of a CSV file, a batch for each piece of it, blank lines left out, those too that have nothing but empty cells:
 * spreadsheets write them after their last row. A row with broken quotes is a fault of its own; one that is too long is
 * the last.
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = []
  /** A row with broken quotes, until it is known how far it went. */
  let broken: { line: number; fault: string; value: string } | undefined
  const lines = lineCounter()
  const settleBroken = (end: number) => {
    if (!broken) return
    if (end > broken.line) broken.value = `lines ${broken.line} to ${end}, read as one row`
    batch.push(broken)
    broken = undefined
  }
  const parser = parse({
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    skip_records_with_error: true,
    on_record(cells: string[], info: Info) {
      const line = lines.next(info.lines, cells)
      settleBroken(line - 1)
      if (cells.some((cell) => cell.trim() !== '')) batch.push({ line, cells })
      return null
    },
    on_skip(error: CsvError | undefined) {
      if (error?.code === 'CSV_MAX_RECORD_SIZE') throw error
      broken ??= { line: lines.following(), fault: QUOTES, value: '' }
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') broken.fault = NEVER_CLOSED
      // The parser would take all that follows for the inside of the cell, up to some later quote: the row ends where
      // its line does.
      ;(parser as unknown as { state: { quoting: boolean } }).state.quoting = false
      return undefined
    },
  })
  parser.on('error', () => undefined)
  // Nothing is ever pushed; the stream has to flow all the same to come to its end.
  parser.resume()
  const settled = (act: (done: (error?: Error | null) => void) => void) =>
    new Promise<boolean>((resolve) => act((error) => resolve(!error)))

  const tooLong = () => {
    broken = { line: broken?.line ?? lines.following(), fault: TOO_LONG, value: '' }
    settleBroken(0)
  }

  for await (const chunk of bytes) {
    const isFine = await settled((done) => parser.write(chunk, done))
    if (!isFine) tooLong()
    if (batch.length > 0) yield batch
    batch = []
    if (!isFine) return
  }
  const isFine = await settled((done) => {
    parser.once('error', done)
    parser.end(() => done())
  })
  if (!isFine) tooLong()
  settleBroken(0)
  if (batch.length > 0) yield batch
}

/** Tells on which line each row begins: the parser counts line ends, and a CRLF inside a cell twice. */
function lineCounter() {
  let last = 0
  let countedTwice = 0
  return {
    following: () => last + 1,
    next(counted: number, cells: readonly string[]): number {
      let end = counted - countedTwice
      if (end === last + 1) return (last = end)
      const breaks = cells.join('').match(/\r\n|\n|\r/g) ?? []
      const double = breaks.filter((ends) => ends === '\r\n').length
      countedTwice += double
      end -= double
      last = end
      return end - breaks.length
    },
  }
}
