import { looseName } from '@despatch/domain/feeds/column-names'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'

/** The beginning of a file, as far as it takes to show its columns and some rows. */
export type FileHead = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Objects name their fields one by one: what the first of them lack is no column that is missing. */
  readonly isObjects: boolean
}

const READ = 64 * 1024
const SHOWN = 5

/** Reads the header and the first rows of a chosen file; undefined for one that is no CSV with a header. */
export async function readHead(file: File, encoding: ColumnMapping['encoding']): Promise<FileHead | undefined> {
  const bytes = await file.slice(0, READ).arrayBuffer()
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/, '')
  return headOf(text, file.size > READ)
}

/** The header and the first rows of a text; when it is `cut`, its last row may be half and is left out. */
export function headOf(text: string, cut: boolean): FileHead | undefined {
  if (text.trimStart().startsWith('{')) return headOfObjects(text)
  if (text.includes('\0')) return undefined
  const rows = rowsOf(text, delimiterOf(text)).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [header, ...rest] = cut ? rows.slice(0, -1) : rows
  if (!header) return undefined
  return { columns: header.map((column) => column.trim()), rows: rest.slice(0, SHOWN), isObjects: false }
}

function headOfObjects(text: string): FileHead | undefined {
  const objects = text.split(/\r\n|\n|\r/, SHOWN).flatMap((line) => {
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

/** For showing alone: the server reads the file, and refuses what is broken in it. */
function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length && rows.length <= SHOWN + 2; at++) {
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
 * The columns that a file lacks: each that the mapping names, or without one those that no row can be without. The server
 * refuses the file for them.
 */
export function lackingColumns(
  { columns, isObjects }: FileHead,
  wanted: { readonly needed: readonly string[]; readonly mapping: ColumnMapping | undefined },
): string[] {
  if (isObjects) return []
  const names = new Set(columns.map(looseName))
  const must = wanted.mapping ? Object.values(wanted.mapping.columns) : wanted.needed
  return [...new Set(must)].filter((column) => !names.has(looseName(column)))
}
