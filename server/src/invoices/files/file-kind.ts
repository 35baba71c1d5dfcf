import { AppError } from '../../process/app-error.ts'

export type FileKind = 'zip' | 'gzip' | 'text'

/** Detects the kind of a file by its first bytes. `refuseKind` checks whether a text is readable text. */
export function kindOf(head: Buffer): FileKind {
  const start = head.toString('hex', 0, 4)
  if (start === '504b0304' || start === '504b0506') return 'zip'
  return start.startsWith('1f8b') ? 'gzip' : 'text'
}

const KINDS: readonly (readonly [bytes: string, words: string])[] = [
  ['d0cf11e0', 'This is an old (.xls) or password-protected workbook. Save it as .xlsx without a password, or as CSV.'],
  ['25504446', 'This is a PDF. Download the invoice as CSV or Excel from the carrier’s site.'],
  ['7b5c7274', 'This is a text document (RTF). Import a CSV file or an Excel workbook.'],
  ['89504e47', 'This is a picture. Import a CSV file or an Excel workbook.'],
  ['ffd8ff', 'This is a picture. Import a CSV file or an Excel workbook.'],
  ['377abcaf', 'This is a 7z archive. Unpack it first.'],
  ['52617221', 'This is a RAR archive. Unpack it first.'],
]

const NO_TEXT = 'This file is neither CSV nor an Excel workbook (.xlsx), nor an archive of these.'

/** In UTF-16 every other byte of ASCII letters is zero. */
const hasUtf16 = (head: Buffer): boolean =>
  /^(fffe|feff)/.test(head.toString('hex', 0, 2)) || (head.length >= 4 && (head[0] === 0) !== (head[1] === 0))

/** Throws an AppError for a file that is not text; its message says what to do. */
export function refuseKind(head: Buffer): void {
  const start = head.toString('hex', 0, 4)
  const found = KINDS.find(([bytes]) => start.startsWith(bytes))
  if (found) throw new AppError('unsupported_file', found[1])
  if (!hasUtf16(head) && head.includes(0)) throw new AppError('unsupported_file', NO_TEXT)
  const text = head.toString('latin1', 0, 1000).replace(/^ï»¿/, '').trimStart().toLowerCase()
  if (/^<(\?xml|!doctype|html)/.test(text))
    throw new AppError('unsupported_file', 'This is a web page or XML. Import a CSV file or an Excel workbook.')
  if (/^isa[*|~]/.test(text) || text.startsWith('una:+') || text.startsWith('unb+'))
    throw new AppError('unsupported_file', 'This is EDI. Download the invoice as CSV or Excel from the carrier’s site.')
  if (/^[[{]/.test(text) && /^[[{]\s*["{[]/.test(text))
    throw new AppError('unsupported_file', 'This is JSON. Import a CSV file or an Excel workbook.')
}
