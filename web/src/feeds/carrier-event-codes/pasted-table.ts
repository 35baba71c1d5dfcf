import { pastedRows } from '../../kit/form/pasted-rows.ts'

/** Signs that part the cells of a list, the one that a spreadsheet copies first: of two that do as well it is taken. */
export const SEPARATORS = { '\t': 'Tab', ',': 'Comma', ';': 'Semicolon', '|': 'Vertical bar' } as const
export type Separator = keyof typeof SEPARATORS
export const SEPARATOR_SIGNS = Object.keys(SEPARATORS) as Separator[]

/** The rows of a pasted list, or why it cannot be read. */
export type PastedTable = {
  readonly separator: Separator
  readonly rows: readonly (readonly string[])[]
  readonly problem?: string
}

/** Reads a list, but for its blank rows and those after `most`. */
export function pastedTable(text: string, separator: Separator, most: number): PastedTable {
  const rows = pastedRows(text, separator, most)
  if (!rows) return { separator, rows: [], problem: 'A quotation mark (") is not closed: close it, or remove it.' }
  return { separator, rows: rows.filter((row) => row.some((cell) => cell !== '')) }
}

/**
 * How well a separator parts a list: by the share of rows with as many cells as most rows have, where those are more than
 * one. A sign that stands in one description alone parts next to nothing.
 */
export function evenness({ rows }: PastedTable): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [usual, often] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return usual > 1 ? often / rows.length : 0
}
