import { looseName } from '@despatch/domain/feeds/column-names'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'

/** The columns and first rows of a file. */
export type FileHead = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Objects have keys of their own, so a key that the first ones lack is no missing column. */
  readonly isObjects: boolean
}

const HEAD_BYTES = 64 * 1024
const MAX_ROWS = 5

/** Reads the header and first rows of a file; undefined if it is no CSV with a header. */
export async function readHead(file: File, encoding: ColumnMapping['encoding']): Promise<FileHead | undefined> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer()
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/, '')
  return readHeadOfText(text, file.size > HEAD_BYTES)
}

/** The header and first rows of a text. If `isCut`, the last row may be incomplete and is left out. */
export function readHeadOfText(text: string, isCut: boolean): FileHead | undefined {
  if (text.trimStart().startsWith('{')) return headOfObjects(text)
  if (text.includes('\0')) return undefined
  const rows = rowsOf(text, delimiterOf(text)).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [header, ...rest] = isCut ? rows.slice(0, -1) : rows
  if (!header) return undefined
  return { columns: header.map((column) => column.trim()), rows: rest.slice(0, MAX_ROWS), isObjects: false }
}

function headOfObjects(text: string): FileHead | undefined {
  const objects = text.split(/\r\n|\n|\r/, MAX_ROWS).flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : []
    } catch {
      return []
    }
  })
  const columns = [...new Set(objects.flatMap(Object.keys))]
  if (columns.length === 0) return undefined
  return { columns, rows: objects.map((object) => columns.map((column) => cellText(object[column]))), isObjects: true }
}

function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function delimiterOf(text: string): string {
  const header = (/[^\r\n]+/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Only for display: the server reads the file and refuses what is broken. */
function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length && rows.length <= MAX_ROWS + 2; at++) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') cell += text.charAt(++at)
    else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (sign === '\r' && text.charAt(at + 1) === '\n') at++
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += sign
  }
  return cell === '' && row.length === 0 ? rows : [...rows, [...row, cell]]
}

/**
 * The columns that a file lacks: those of the mapping, or without one the required fields. The server would refuse the
 * file.
 */
export function findMissingColumns(
  { columns, isObjects }: FileHead,
  wanted: { readonly needed: readonly string[]; readonly mapping: ColumnMapping | undefined },
): string[] {
  if (isObjects) return []
  const names = new Set(columns.map(looseName))
  const required = wanted.mapping ? Object.values(wanted.mapping.columns) : wanted.needed
  return [...new Set(required)].filter((column) => !names.has(looseName(column)))
}
