/** A row at the beginning of a file, from which its layout is recognised or guessed. */
export type FirstRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** The cells that a workbook stores as numbers or dates. */
  readonly typed?: ReadonlySet<number>
}

/** More rows than any preamble has, and enough to judge the columns. */
export const FIRST_ROWS = 200
