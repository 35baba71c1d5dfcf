import { AppError } from '../process/app-error.ts'

export type FeedFormat = 'csv' | 'ndjson'

const SIGNATURES: [bytes: string, words: string][] = [
  ['504b0304', 'This is an Excel workbook or a ZIP archive: save the sheet as CSV (UTF-8), or unpack it first.'],
  ['504b0506', 'This is a ZIP archive with nothing in it.'],
  ['d0cf11e0', 'This is an old Excel workbook: save the sheet as CSV (UTF-8).'],
  ['1f8b', 'This is a compressed file: unpack it first.'],
  ['25504446', 'This is a PDF: a feed is CSV or NDJSON.'],
  ['fffe', UTF16()],
  ['feff', UTF16()],
]

function UTF16(): string {
  return 'This file is UTF-16 (what Excel calls Unicode Text): save it as CSV UTF-8.'
}

/** How much of a file's beginning has to be there to tell what it is. */
export const ENOUGH = 1024

/**
 * Tells CSV from NDJSON by the first bytes of a file, when nobody has said what it is.
 * Throws an AppError for a file that is empty, or that is no text at all, in words that say what to do.
 */
export function sniff(beginning: Buffer): FeedFormat {
  const head = beginning.subarray(0, ENOUGH)
  const isEmpty = head.length === 0 || (head.length < ENOUGH && withoutMark(head).toString('latin1').trim() === '')
  if (isEmpty) throw new AppError('unprocessable', 'The file is empty.')
  const start = head.toString('hex', 0, 4)
  const found = SIGNATURES.find(([bytes]) => start.startsWith(bytes))
  if (found) throw new AppError('unsupported_file', found[1])
  if (looksUtf16(head)) throw new AppError('unsupported_file', UTF16())
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

/** Plain letters in UTF-16 without a mark: every other byte is zero. */
function looksUtf16(head: Buffer): boolean {
  if (head.length < 4) return false
  const [a, b, c, d] = head
  return (a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0)
}
