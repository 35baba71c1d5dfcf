import { AppError } from '../process/app-error.ts'

export type FeedFormat = 'csv' | 'ndjson' | 'xlsx'

const SIGNATURES: [bytes: string, words: string][] = [
  ['504b0506', 'This is a ZIP archive with nothing in it.'],
  ['d0cf11e0', 'This is an old Excel workbook: save it as .xlsx or CSV.'],
  ['1f8b', 'This is a compressed file: unpack it first.'],
  ['25504446', 'This is a PDF: a feed is CSV, NDJSON or a workbook (XLSX).'],
]
const ZIP = '504b0304'

/** How much of a file's beginning has to be there to tell what it is. */
export const ENOUGH = 1024

/** Whether a file is a workbook. Throws an AppError for one of another kind that is no text, in words that say what to do. */
export function isWorkbook(beginning: Buffer): boolean {
  const start = beginning.toString('hex', 0, 4)
  const found = SIGNATURES.find(([bytes]) => start.startsWith(bytes))
  if (found) throw new AppError('unsupported_file', found[1])
  return start === ZIP
}

/**
 * Tells CSV from NDJSON by the first bytes of a text, in UTF-8, when nobody has said what it is.
 * Throws an AppError for a file that is empty, or that is no text at all, in words that say what to do.
 */
export function sniff(beginning: Buffer): 'csv' | 'ndjson' {
  const head = beginning.subarray(0, ENOUGH)
  const isEmpty = head.length === 0 || (head.length < ENOUGH && withoutMark(head).toString('latin1').trim() === '')
  if (isEmpty) throw new AppError('unprocessable', 'The file is empty.')
  if (head.includes(0))
    throw new AppError('unsupported_file', 'This file is no text: a feed is CSV or NDJSON, in UTF-8.')
  const text = withoutMark(head).toString('latin1').trimStart()
  if (/^\[\s*(\{|$)/.test(text))
    throw new AppError(
      'unsupported_file',
      'This is a JSON array: send its objects as NDJSON, one on each line, without brackets and commas around them.',
    )
  if (/^<(\?xml|!doctype|html)/i.test(text))
    throw new AppError('unsupported_file', 'This is XML or a web page: a feed is CSV or NDJSON.')
  return text.startsWith('{') ? 'ndjson' : 'csv'
}

/** The bytes behind a UTF-8 byte order mark, when there is one. */
export function withoutMark(head: Buffer): Buffer {
  return head.toString('hex', 0, 3) === 'efbbbf' ? head.subarray(3) : head
}

/** The sign between the columns: the one that the header has most of. */
export function delimiterOf(head: Buffer): string {
  const header = /[^\r\n]+/.exec(head.toString('latin1'))?.[0] ?? ''
  const outsideQuotes = header.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => outsideQuotes.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
