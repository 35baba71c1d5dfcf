import type { OrderFeedField } from '../rows/order-fields.ts'
import type { OrderFeedRow } from '../rows/check-order-row.ts'

/** A line of an order that is there. Values are decimal texts; the unit's is '' where the total alone is known. */
export type KeptLine = {
  readonly lineNumber: number
  readonly SKU: string
  readonly quantity: number
  readonly unitValue: string
  readonly totalValue: string
}

/** What a file says of an order that is there, line by line. */
export type MatchedLines = {
  /** Rows that say something else than their line. */
  readonly differing: readonly { readonly row: OrderFeedRow; readonly field: OrderFeedField; readonly kept: KeptLine }[]
  /** Rows that are no line of the order yet. */
  readonly further: readonly OrderFeedRow[]
  /** Lines of the order of which no row is. */
  readonly gone: readonly KeptLine[]
}

/**
 * Matches rows of a file with the lines of their order: by their number, where the file numbers them, else by their SKU, those
 * first that say the same: files do not keep the order of lines, and one that was taken out would move all behind it.
 *
 * @param before how many rows of the order the file had before these, where they are matched by a number that is counted
 */
export function matchLines(
  rows: readonly OrderFeedRow[],
  kept: readonly KeptLine[],
  { isByNumber, before = 0 }: { isByNumber: boolean; before?: number | undefined },
): MatchedLines {
  const left = new Set(kept)
  const keyOf = ({ lineNumber, SKU }: OrderFeedRow) => (isByNumber ? String(lineNumber + before) : SKU)
  const lineOf = new Map<OrderFeedRow, KeptLine>()
  const match = (fits: (row: OrderFeedRow, line: KeptLine) => boolean) => {
    const byName = Map.groupBy(left, ({ lineNumber, SKU }) => (isByNumber ? String(lineNumber) : SKU))
    for (const row of rows) {
      if (lineOf.has(row)) continue
      const line = byName.get(keyOf(row))?.find((one) => left.has(one) && fits(row, one))
      if (!line) continue
      lineOf.set(row, line)
      left.delete(line)
    }
  }
  if (!isByNumber) match((row, line) => otherField(row, line) === undefined)
  match(() => true)
  return {
    differing: rows.flatMap((row) => {
      const line = lineOf.get(row)
      const field = line && otherField(row, line)
      return line && field ? [{ row, field, kept: line }] : []
    }),
    further: rows.filter((row) => !lineOf.has(row)),
    gone: [...left],
  }
}

/**
 * Matches rows with the lines of an order that people have amended in the portal. What a row said before they did is nothing
 * new, and neither is what they made of it; what they added or took out the file never had.
 *
 * @param fed the lines as they were before the first amendment
 * @returns also whether the file says what was amended as it was before
 */
export function matchAmended(
  rows: readonly OrderFeedRow[],
  { fed, kept }: { fed: readonly KeptLine[]; kept: readonly KeptLine[] },
): MatchedLines & { isAmended: boolean } {
  const then = matchLines(rows, fed, { isByNumber: false })
  const now = matchLines(rows, kept, { isByNumber: false })
  const isNew = new Set([...then.differing.map(({ row }) => row), ...then.further])
  const stillThere = Map.groupBy(now.gone, ({ SKU }) => SKU)
  return {
    differing: now.differing.filter(({ row }) => isNew.has(row)),
    further: now.further.filter((row) => isNew.has(row)),
    // Numbered as the file had them, by which rows that come later are known.
    gone: then.gone.flatMap(({ SKU, lineNumber }) => {
      const line = stillThere.get(SKU)?.shift()
      return line ? [{ ...line, lineNumber }] : []
    }),
    isAmended: [...now.differing.map(({ row }) => row), ...now.further].some((row) => !isNew.has(row)),
  }
}

/** The first field in which a row says something else than a line; a price that it does not say is the same. */
function otherField(row: OrderFeedRow, line: KeptLine): OrderFeedField | undefined {
  if (row.SKU !== line.SKU) return 'SKU'
  if (row.quantity !== line.quantity) return 'quantity'
  if (row.totalValue !== undefined) return Number(row.totalValue) === Number(line.totalValue) ? undefined : 'totalValue'
  if (row.unitValue === '') return undefined
  // A line is worth whole pence: half of one is what a total may differ by from its pieces.
  const isSame =
    line.unitValue === ''
      ? Math.abs(Number(row.unitValue) * row.quantity - Number(line.totalValue)) < 0.005_001
      : Number(row.unitValue) === Number(line.unitValue)
  return isSame ? undefined : 'unitValue'
}

/** Lines in words: 'AC-BST-101 × 1 and 2 more'. */
export function linesInWords(lines: readonly Pick<KeptLine, 'SKU' | 'quantity'>[]): string {
  const named = lines.slice(0, MAX_NAMED).map(({ SKU, quantity }) => `${SKU} × ${quantity}`)
  const more = lines.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
const MAX_NAMED = 5
