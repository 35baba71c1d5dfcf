import { pastedRows } from '../../kit/form/pasted-rows.ts'

/** Separators of cells. Of two equally good ones the first wins; spreadsheets copy with tabs. */
export const SEPARATORS = { '\t': 'Tab', ',': 'Comma', ';': 'Semicolon', '|': 'Vertical bar' } as const
export type Separator = keyof typeof SEPARATORS
export const SEPARATOR_SIGNS = Object.keys(SEPARATORS) as Separator[]

export type PastedTable = {
  readonly separator: Separator
  readonly rows: readonly (readonly string[])[]
  readonly problem?: string
}

/** Reads a list without blank rows, up to `maxRows`. */
export function readPastedTable(text: string, separator: Separator, maxRows: number): PastedTable {
  const rows = pastedRows(text, separator, maxRows)
  if (!rows) return { separator, rows: [], problem: 'A quotation mark (") is not closed. Close or remove it.' }
  return { separator, rows: rows.filter((row) => row.some((cell) => cell !== '')) }
}

/**
 * Rates a separator: the share of rows with the most common number of cells, if that is more than one. A character that
 * only occurs in one description scores near zero.
 */
export function separatorScore({ rows }: PastedTable): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [commonLength, commonCount] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return commonLength > 1 ? commonCount / rows.length : 0
}
