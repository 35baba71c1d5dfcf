import { readAmount } from './amount.ts'
import type { ReadPlan } from './read-plan.ts'
import type { RowCells } from './row-cells.ts'

/** First words of rows of totals, in the carriers' languages. */
const TOTAL = [
  'total',
  'totals',
  'grand total',
  'overall result',
  'sum',
  'gesamt',
  'gesamtsumme',
  'gesamtbetrag',
  'summe',
  'totaal',
  'eindtotaal',
  'somme',
  'total général',
  'total general',
  'totale',
  'suma',
  'razem',
]
const SUBTOTAL = [
  'subtotal',
  'sub total',
  'sub-total',
  'result',
  'zwischensumme',
  'subtotaal',
  'sous-total',
  'subtotale',
  'suma częściowa',
]

const wordOf = (cell: string): string => cell.trim().toLowerCase().replace(/\s*:$/, '')

/** Whether a row sums up others: its first words say so, and it names no parcel. */
export function isTotalRow(cells: readonly string[], { layout, at }: ReadPlan): boolean {
  const first = cells.findIndex((cell) => cell.trim() !== '')
  const word = first === -1 ? '' : wordOf(cells[first] ?? '')
  if (word === '' || word.length > 30) return false
  const isWord =
    TOTAL.includes(word) ||
    SUBTOTAL.includes(word) ||
    isNamedTotal(word, cells.slice(first + 1)) ||
    layout.totalLabel?.some((total) => total.toLowerCase() === word)
  return (
    isWord === true &&
    [at.trackingNumber, at.consignmentNumber].every((place = -1) => place === first || !cells[place]?.trim())
  )
}

/** 'Total HT', 'Total excl. VAT', 'Summe netto': begins like a total, and is followed only by amounts. */
const isNamedTotal = (word: string, others: readonly string[]): boolean =>
  TOTAL.some((total) => word.startsWith(`${total} `)) &&
  others.every(
    (cell) => cell.trim() === '' || readAmount(cell, '.') !== undefined || readAmount(cell, ',') !== undefined,
  )

/** Whether a row of a file with unknown columns begins like a row of totals. */
export function beginsWithTotal(cells: readonly string[]): boolean {
  const word = wordOf(cells.find((cell) => cell.trim() !== '') ?? '')
  return TOTAL.includes(word) || SUBTOTAL.includes(word)
}

/** Whether it sums up only some rows, so that nothing can be checked against it. */
export const isSubtotal = (cells: RowCells): boolean => SUBTOTAL.includes(wordOf(cells.first()))

/** Whether a row repeats the header, as in files printed by pages. */
export function isRepeatedHeader(cells: readonly string[], header: readonly string[] | null): boolean {
  if (header === null || cells[0]?.trim() !== header[0]?.trim()) return false
  return cells.length >= header.length && header.every((name, place) => cells[place]?.trim() === name.trim())
}
