export type PrintedColumn = {
  readonly title: string
  /** Its share of the line's width, beside the others'. */
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** A table of a form. Every row has a cell a column; the first names the row. */
export type PrintedTable = {
  readonly heading: string
  readonly columns: readonly PrintedColumn[]
  /** Read once, a thousand at a time: many thousands are best made as they are read. */
  readonly rows: Iterable<readonly string[]>
}

/** What a form says, in words that are ready to be printed: how it is laid out is not its business. */
export type PrintedForm = {
  readonly title: string
  /** What is scanned, as a Code 128 beneath the title: letters, digits and signs of ASCII. */
  readonly barcode?: string
  /** What it is of: the client, the days, the filter. */
  readonly facts: readonly { readonly name: string; readonly text: string }[]
  readonly tables: readonly PrintedTable[]
  /** What stands beneath all: that it was cut, and where. */
  readonly notes: readonly string[]
  /** At the foot of every page: when it was printed, and by whom. */
  readonly footer: string
}

/** A form with all its rows at hand, as the thread that draws has it. */
export type WholeForm = Omit<PrintedForm, 'tables'> & {
  readonly tables: readonly (PrintedTable & { readonly rows: (readonly string[])[] })[]
}

/**
 * A text within another, which neither turns nor is turned by what stands beside it: a name that is read from right to left
 * in a sentence that is read from left to right.
 */
export const isolate = (text: string): string => (/^[ -~]*$/.test(text) ? text : `\u2068${withoutIsolates(text)}\u2069`)

export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
