import type { OrderFeedField } from '../rows/order-fields.ts'
import type { OrderFeedRow } from '../rows/check-order-row.ts'

/** A line of a stored order. Values are decimal texts; `unitValue` is '' if only the total is known. */
export type StoredLine = {
  readonly lineNumber: number
  readonly SKU: string
  readonly quantity: number
  readonly unitValue: string
  readonly totalValue: string
}

/** A file's rows compared with the lines of a stored order. */
export type MatchedLines = {
  /** Rows that differ from their line. */
  readonly differing: readonly {
    readonly row: OrderFeedRow
    readonly field: OrderFeedField
    readonly stored: StoredLine
  }[]
  /** Rows without a line. */
  readonly further: readonly OrderFeedRow[]
  /** Lines without a row. */
  readonly missing: readonly StoredLine[]
}

/**
 * Matches rows with the lines of their stored order: by line number if the file has them, else by SKU, identical rows
 * first. Files do not keep the order of lines, and removing one would move all later ones.
 *
 * @param before how many rows of the order the file had before these, if line numbers are counted
 */
export function matchLines(
  rows: readonly OrderFeedRow[],
  stored: readonly StoredLine[],
  { isByNumber, before = 0 }: { isByNumber: boolean; before?: number | undefined },
): MatchedLines {
  const unmatched = new Set(stored)
  const keyOf = ({ lineNumber, SKU }: OrderFeedRow) => (isByNumber ? String(lineNumber + before) : SKU)
  const lineOf = new Map<OrderFeedRow, StoredLine>()
  const matchBy = (fits: (row: OrderFeedRow, line: StoredLine) => boolean) => {
    const byName = Map.groupBy(unmatched, ({ lineNumber, SKU }) => (isByNumber ? String(lineNumber) : SKU))
    for (const row of rows) {
      if (lineOf.has(row)) continue
      const line = byName.get(keyOf(row))?.find((one) => unmatched.has(one) && fits(row, one))
      if (!line) continue
      lineOf.set(row, line)
      unmatched.delete(line)
    }
  }
  if (!isByNumber) matchBy((row, line) => findDifferentField(row, line) === undefined)
  matchBy(() => true)
  return {
    differing: rows.flatMap((row) => {
      const line = lineOf.get(row)
      const field = line && findDifferentField(row, line)
      return line && field ? [{ row, field, stored: line }] : []
    }),
    further: rows.filter((row) => !lineOf.has(row)),
    missing: [...unmatched],
  }
}

/**
 * Matches rows with the lines of an order that users amended in the portal. A row that equals a line before or after
 * the amendment is not new. Lines that users added or removed are ignored.
 *
 * @param fed the lines before the first amendment
 * @returns also whether the file has values from before the amendment
 */
export function matchAmended(
  rows: readonly OrderFeedRow[],
  { fed, stored }: { fed: readonly StoredLine[]; stored: readonly StoredLine[] },
): MatchedLines & { isAmended: boolean } {
  const beforeAmendment = matchLines(rows, fed, { isByNumber: false })
  const afterAmendment = matchLines(rows, stored, { isByNumber: false })
  const isNew = new Set([...beforeAmendment.differing.map(({ row }) => row), ...beforeAmendment.further])
  const stillThere = Map.groupBy(afterAmendment.missing, ({ SKU }) => SKU)
  return {
    differing: afterAmendment.differing.filter(({ row }) => isNew.has(row)),
    further: afterAmendment.further.filter((row) => isNew.has(row)),
    // Keep the file's line numbers, so that later rows are recognised.
    missing: beforeAmendment.missing.flatMap(({ SKU, lineNumber }) => {
      const line = stillThere.get(SKU)?.shift()
      return line ? [{ ...line, lineNumber }] : []
    }),
    isAmended: [...afterAmendment.differing.map(({ row }) => row), ...afterAmendment.further].some(
      (row) => !isNew.has(row),
    ),
  }
}

/** Finds the first field in which a row differs from its line. A row without a price does not differ. */
function findDifferentField(row: OrderFeedRow, line: StoredLine): OrderFeedField | undefined {
  if (row.SKU !== line.SKU) return 'SKU'
  if (row.quantity !== line.quantity) return 'quantity'
  if (row.totalValue !== undefined) return Number(row.totalValue) === Number(line.totalValue) ? undefined : 'totalValue'
  if (row.unitValue === '') return undefined
  // Line totals are whole pence, so a unit price may differ by half a penny in total.
  const isSame =
    line.unitValue === ''
      ? Math.abs(Number(row.unitValue) * row.quantity - Number(line.totalValue)) < 0.005_001
      : Number(row.unitValue) === Number(line.unitValue)
  return isSame ? undefined : 'unitValue'
}

/** Lists lines: 'AC-BST-101 × 1 and 2 more'. */
export function linesInWords(lines: readonly Pick<StoredLine, 'SKU' | 'quantity'>[]): string {
  const named = lines.slice(0, MAX_NAMED).map(({ SKU, quantity }) => `${SKU} × ${quantity}`)
  const more = lines.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
const MAX_NAMED = 5
