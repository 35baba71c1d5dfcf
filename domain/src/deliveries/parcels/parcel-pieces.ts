/** Contents of a parcel in a row: pieces of a SKU, or one piece with a serial number. */
type Contents = { readonly serialNumber: string; readonly quantity: number }

const MAX_PIECES = 999_999

/**
 * Sums pieces of a file's rows by parcel and contents (`keyOf`). Warehouses write a row for each scan or order line, so
 * a parcel with two of a SKU may have two equal rows, which add up. A serial number is one piece, however often it is
 * read.
 */
export function sumPieces<Row extends Contents>(
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
 * Why this many pieces cannot be saved; undefined if they can: none are known yet, or the same number, as when a file
 * is sent again.
 */
export function piecesProblem(pieces: number, known: number | undefined): string | undefined {
  if (known !== undefined && known !== pieces) return OTHER_PIECES
  return pieces > MAX_PIECES ? TOO_MANY : undefined
}

const OTHER_PIECES =
  'The parcel already has this SKU with another quantity. Keep all rows of a parcel together in one file'
const TOO_MANY = `A parcel has at most ${MAX_PIECES.toLocaleString('en-GB')} units of a SKU`
