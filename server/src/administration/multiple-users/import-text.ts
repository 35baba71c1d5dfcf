import { AppError } from '../../process/app-error.ts'

const UTF8_MARK = 'efbbbf'
/** Bytes of a non-ASCII letter in UTF-8, as Windows-1252 would show them. */
const UTF8_LETTER = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/

/** Control characters that no text has: pictures and programs have some within their first bytes. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/

const NO_TEXT = 'This file is neither CSV nor an Excel workbook (.xlsx).'
const MIXED =
  'This file mixes encodings: some of its lines are UTF-8 and some are not. Save it again as CSV UTF-8, and look at its names.'

/**
 * Decodes a CSV file: UTF-16 with a byte order mark, UTF-8 with or without one, else Windows-1252, which Excel writes.
 * Throws an AppError for binary data, and for a file that mixes encodings, whose names would be garbled.
 */
export function decodeText(bytes: Buffer): string {
  const text = textOf(bytes)
  if (CONTROL.test(text)) throw new AppError('unsupported_file', NO_TEXT)
  const start = text.slice(0, 1000).trimStart().toLowerCase()
  if (start.startsWith('<'))
    throw new AppError('unsupported_file', 'This is a web page or XML. Save it as .xlsx or as CSV.')
  if (text.trim() === '') throw new AppError('unprocessable', 'The file is empty.')
  return text
}

function textOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return decoded(bytes, 'utf-16le')
  if (mark === 'feff') return decoded(bytes, 'utf-16be')
  if (bytes.toString('hex', 0, 3) === UTF8_MARK) return decoded(bytes, 'utf-8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const plain = bytes.toString('latin1')
    if (CONTROL.test(plain)) throw new AppError('unsupported_file', NO_TEXT)
    if (UTF8_LETTER.test(plain)) throw new AppError('unprocessable', MIXED)
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Throws an AppError if the bytes are not valid in the encoding of their mark. */
function decoded(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('unprocessable', `${MIXED} (It begins with the mark of ${encoding.toUpperCase()}.)`)
  }
}
