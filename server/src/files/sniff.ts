import { AppError } from '../process/app-error.ts'

export type FeedFormat = 'csv' | 'ndjson' | 'xlsx'

const SIGNATURES: [bytes: string, words: string][] = [
  ['504b0506', 'This is a ZIP archive with nothing in it.'],
  ['d0cf11e0', 'This is an old Excel workbook: save it as .xlsx or CSV.'],
  ['1f8b', 'This is a compressed file: unpack it first.'],
  ['25504446', 'This is a PDF: a feed is CSV, NDJSON or a workbook (XLSX).'],
]
const ZIP = '504b0304'

/** Bytes needed from the beginning of a file to detect its type. */
export const SNIFF_BYTES = 1024

/** Whether a file is a workbook. Throws an AppError, with advice, for binary files of other types. */
export function isWorkbook(beginning: Buffer): boolean {
  const start = beginning.toString('hex', 0, 4)
  const found = SIGNATURES.find(([bytes]) => start.startsWith(bytes))
  if (found) throw new AppError('unsupported_file', found[1])
  return start === ZIP
}

/**
 * Detects CSV or NDJSON by the first bytes of a UTF-8 text, if the caller did not name the type. Throws an AppError,
 * with advice, for an empty or binary file.
 */
export function sniff(beginning: Buffer): 'csv' | 'ndjson' {
  const head = beginning.subarray(0, SNIFF_BYTES)
  const isEmpty =
    head.length === 0 || (head.length < SNIFF_BYTES && stripByteOrderMark(head).toString('latin1').trim() === '')
  if (isEmpty) throw new AppError('unprocessable', 'The file is empty.')
  if (head.includes(0))
    throw new AppError('unsupported_file', 'This file is no text: a feed is CSV or NDJSON, in UTF-8.')
  const text = stripByteOrderMark(head).toString('latin1').trimStart()
  if (/^\[\s*(\{|$)/.test(text))
    throw new AppError(
      'unsupported_file',
      'This is a JSON array: send its objects as NDJSON, one on each line, without brackets and commas around them.',
    )
  if (/^<(\?xml|!doctype|html)/i.test(text))
    throw new AppError('unsupported_file', 'This is XML or a web page: a feed is CSV or NDJSON.')
  return text.startsWith('{') ? 'ndjson' : 'csv'
}

/** Strips a UTF-8 byte order mark. */
export function stripByteOrderMark(head: Buffer): Buffer {
  return head.toString('hex', 0, 3) === 'efbbbf' ? head.subarray(3) : head
}

/** The most frequent delimiter in the header. */
export function delimiterOf(head: Buffer): string {
  const header = /[^\r\n]+/.exec(head.toString('latin1'))?.[0] ?? ''
  const outsideQuotes = header.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => outsideQuotes.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
