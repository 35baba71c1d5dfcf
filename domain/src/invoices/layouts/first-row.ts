/** A row at the beginning of a file, by which its layout is recognised or guessed. */
export type FirstRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** The cells that a workbook holds as numbers or dates. */
  readonly typed?: ReadonlySet<number>
}

/** So many rows are looked at: more than any preamble, and enough to judge the columns by. */
export const FIRST_ROWS = 200
