/** Widths of columns by id, in pixels. */
export type Widths = Readonly<Record<string, number>>

/** A column to fit into a table. Widths are in pixels. */
export type SizedColumn = {
  readonly id: string
  /** The least width at which its usual content is whole. */
  readonly min: number
  readonly ideal: number
  /** Columns with a lower number get room first. */
  readonly priority: number
  /** Is shown even if it does not fit: the first column, and those that the user switched on. */
  readonly isKept: boolean
  /** Whether it takes what remains of the row: before others, if no other does, or never. */
  readonly fills: 'first' | 'otherwise' | 'never'
}

/** The columns that fit, whole. */
export type ColumnFit = { readonly widths: Widths; readonly hidden: readonly string[] }

/**
 * Chooses the columns that fit whole into a table, by priority, and shares out its width. Columns get their least width,
 * then up to their ideal width by priority; those that fill share the rest. Contents play no part, so nothing moves from
 * page to page.
 *
 * @param room the width of the table in pixels; undefined if unknown: then all columns have their ideal width
 */
export function fitColumns(columns: readonly SizedColumn[], room: number | undefined): ColumnFit {
  if (room === undefined) return { widths: widthsOf(columns, ({ ideal }) => ideal), hidden: [] }
  const byPriority = columns.toSorted((one, other) => one.priority - other.priority)
  let left = room - sum(columns.filter(({ isKept }) => isKept).map(({ min }) => min))
  let isFull = false
  const shown = new Set<SizedColumn>()
  for (const column of byPriority) {
    if (!column.isKept) {
      isFull ||= column.min > left
      if (isFull) continue
      left -= column.min
    }
    shown.add(column)
  }
  const widths = new Map<string, number>()
  for (const { id, min, ideal } of byPriority.filter((column) => shown.has(column))) {
    const more = Math.max(0, Math.min(ideal - min, left))
    left -= more
    widths.set(id, min + more)
  }
  shareOut(widths, [...shown], Math.max(0, left))
  return {
    widths: Object.fromEntries(widths),
    hidden: columns.filter((column) => !shown.has(column)).map(({ id }) => id),
  }
}

/** Adds a width to the columns that fill, by their ideal widths in whole pixels; the last one gets the remainder. */
function shareOut(widths: Map<string, number>, shown: readonly SizedColumn[], width: number): void {
  const first = shown.filter(({ fills }) => fills === 'first')
  const filling = first.length > 0 ? first : shown.filter(({ fills }) => fills === 'otherwise')
  const weight = sum(filling.map(({ ideal }) => ideal))
  let left = width
  for (const [index, { id, ideal }] of filling.entries()) {
    const part = index === filling.length - 1 ? left : Math.floor((width * ideal) / weight)
    left -= part
    widths.set(id, (widths.get(id) ?? 0) + part)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const widthsOf = (columns: readonly SizedColumn[], width: (column: SizedColumn) => number): Widths =>
  Object.fromEntries(columns.map((column) => [column.id, width(column)]))
