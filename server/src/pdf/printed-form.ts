export type PrintedColumn = {
  readonly title: string
  /** Relative to the widths of the other columns. */
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** A table of a form. Each row has a cell per column; the first cell names the row. */
export type PrintedTable = {
  readonly heading: string
  readonly columns: readonly PrintedColumn[]
  /** Read once, a thousand rows at a time: large tables should generate them lazily. */
  readonly rows: Iterable<readonly string[]>
}

/** The content of a form, in words ready to print. The layout is independent of it. */
export type PrintedForm = {
  readonly title: string
  /** ASCII text, printed as a Code 128 barcode under the title. */
  readonly barcode?: string
  /** The scope of the form: client, days, filter. */
  readonly facts: readonly { readonly name: string; readonly text: string }[]
  readonly tables: readonly PrintedTable[]
  /** Notes at the end, for example where a list was cut off. */
  readonly notes: readonly string[]
  /** At the foot of every page: when and by whom it was printed. */
  readonly footer: string
}

/** A form with all its rows, as the worker has it. */
export type WholeForm = Omit<PrintedForm, 'tables'> & {
  readonly tables: readonly (PrintedTable & { readonly rows: (readonly string[])[] })[]
}

/**
 * Isolates a text within another, so that a right-to-left name does not reverse a left-to-right sentence around it, or
 * the other way round.
 */
export const isolate = (text: string): string => (/^[ -~]*$/.test(text) ? text : `\u2068${withoutIsolates(text)}\u2069`)

export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
