/** What a row says is in a parcel: pieces of a SKU, or the one piece with a serial number. */
type Contents = { readonly serialNumber: string; readonly quantity: number }

const MAX_PIECES = 999_999

/**
 * How many pieces rows of one file say in all, by what is in which parcel (`keyOf`). Warehouses write a row for every scan
 * or line of an order, so that a parcel with two of a SKU has two equal rows: rows of a SKU add up. A serial number is one
 * piece, however often it is read.
 */
export function piecesInAll<Row extends Contents>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf(row)
    pieces.set(key, row.serialNumber === '' ? (pieces.get(key) ?? 0) + row.quantity : 1)
  }
  return pieces
}

/**
 * Why rows that say so many pieces in all cannot be taken, or undefined where they can: nothing is known of these pieces
 * yet, or just as many: then it is the same file again, which changes nothing.
 */
export function piecesProblem(pieces: number, known: number | undefined): string | undefined {
  if (known !== undefined && known !== pieces) return OTHER_PIECES
  return pieces > MAX_PIECES ? TOO_MANY : undefined
}

const OTHER_PIECES =
  'The parcel has this SKU already with another quantity, and what has left does not change: give all rows of a parcel in one file, one after the other'
const TOO_MANY = `A parcel has at most ${MAX_PIECES.toLocaleString('en-GB')} pieces of a SKU`
