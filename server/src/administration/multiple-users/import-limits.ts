/** Limits of an import. A file beyond one of them is refused whole. */
export const LARGEST_FILE = 20 * 1024 * 1024
export const MAX_ROWS = 20_000
/** An import has ten columns. */
export const MAX_COLUMNS = 60
/** The longest valid cell is a list of 200 client codes. */
export const LONGEST_CELL = 5000
/** Characters of all cells together: a workbook can refer to one long text a million times. */
export const MAX_TEXT = 30_000_000

export const TOO_MANY_ROWS = `The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows. Split it.`
export const TOO_MUCH_TEXT = 'The cells of this file hold more text than users need: it is read no further.'
