/** What an import takes at most. Beyond it a file is refused whole, whatever it holds. */
export const LARGEST_FILE = 20 * 1024 * 1024
export const MAX_ROWS = 20_000
/** Columns that are looked at: an import has ten. */
export const MAX_COLUMNS = 60
/** Of one cell: the longest that may be right is a list of 200 client codes. */
export const LONGEST_CELL = 5000
/** Of all cells together: a workbook can name one long text a million times. */
export const MAX_TEXT = 30_000_000

export const TOO_MANY_ROWS = `The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows: split it into several.`
export const TOO_MUCH_TEXT = 'The cells of this file hold more text than users need: it is read no further.'
