import { beginsWithTotal, isRepeatedHeader } from '../../reading/total-row.ts'
import type { FirstRow } from '../first-row.ts'
import { isCompleted, joinHeadings } from '../heading-rows.ts'
import { labelsAbove } from '../labels-above.ts'
import { type Layout, LAYOUT_FIELDS, type LayoutField, type PreambleCell } from '../layout.ts'
import type { ColumnGuess } from './column-guess.ts'
import { buildDraft } from './draft-layout.ts'
import { chargeCategory, withBase, withPairs } from './guess-charges.ts'
import { withLargestBase, withLoneAmount } from './guess-amounts.ts'
import { withContentGuesses, withDaysInOrder, withInvoiceDay, withWeightUnits } from './guess-contents.ts'
import { isRowACharge, withSums } from './guess-sums.ts'
import { withoutDoubled } from './without-doubled.ts'
import type { GuessedField } from './guess-words.ts'
import { isFieldName, isOtherInEachRow, nameFields } from './name-fields.ts'

export type LayoutGuess = {
  readonly columns: readonly ColumnGuess[]
  /** A draft built from the guesses; `checkLayout` says what it lacks. */
  readonly layout: Layout
}

export type GuessInput = {
  /** The row of the header, from 0; null for a file without one. */
  readonly headerRow: number | null
  readonly carrier: string
}

const SAMPLES = 5

/** Guesses the columns of an unknown file from their names, in seven languages, and their content. */
export function guessLayout(rows: readonly FirstRow[], { headerRow, carrier }: GuessInput): LayoutGuess {
  const header = headerRow === null ? null : (rows[headerRow]?.cells ?? [])
  const above = headingsAbove(rows, headerRow)
  const titles = above ? joinHeadings(above, header ?? []) : (header ?? [])
  const names = above ? namesUnder(titles, header ?? []) : titles
  // A row of totals and a repeated header are not parcels.
  const behind = rows
    .slice(headerRow === null ? 0 : headerRow + 1)
    .filter(({ cells }) => !beginsWithTotal(cells) && !isRepeatedHeader(cells, header))
  const width = Math.max(names.length, ...behind.slice(0, SAMPLES).map(({ cells }) => cells.length))
  const texts = Array.from({ length: width }, (_, place) =>
    behind.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== ''),
  )
  const byName = nameFields(names, texts)
  const columns = texts.map((there, place): ColumnGuess => {
    const own = header?.[place]?.trim() ?? ''
    // If other columns have the same name, the heading distinguishes them.
    const name = own !== '' && isRepeated(header, own) ? (names[place] ?? own) : own
    const samples = [...new Set(there)].slice(0, SAMPLES)
    const field = byName.get(place)
    if (field) return { place, name, field, category: null, by: 'name', samples }
    const category = chargeCategory(names[place]?.trim() ?? '', there)
    if (category) return { place, name, field: 'charge', category, by: 'name', samples }
    return { place, name, field: null, category: null, by: null, samples }
  })
  const named = withInvoiceDay(withPairs(withBase(columns), names, texts), texts, behind.length)
  const inOrder = withDaysInOrder(withWeightUnits(named, texts), texts, behind.length)
  const filled = withLoneAmount(withContentGuesses(inOrder, texts, behind.length), texts)
  const cells = behind.map((row) => row.cells)
  const full = withLargestBase(
    withChargeTax(withoutLoneGross(withoutDoubled(withSums(filled, cells), cells)), cells),
    cells,
  )
  const inPreamble = preambleOf(rows, above && headerRow !== null ? headerRow - 1 : headerRow)
  const columnsRead = inPreamble.some(({ field }) => field === 'invoiceNumber') ? withoutOwnNumbers(full, texts) : full
  const layout = buildDraft(columnsRead, { header, titles, carrier, texts, rows: cells })
  const preamble = inPreamble.filter(({ field }) => layout.fields[field] === undefined)
  return { columns: columnsRead, layout: { ...layout, ...(preamble.length > 0 && { preamble }) } }
}

/**
 * Adds headings to the names of columns: 'Invoice' above 'Date' is the invoice's date, like 'Facture' above 'Date'. A
 * name that is clear on its own stays: 'Shipment' above 'Country' is not a shipment's number. For amounts, the
 * heading says what they are for.
 */
function namesUnder(titles: readonly string[], header: readonly string[]): string[] {
  const isNoAmount = (field: GuessedField) => field === 'reference' || LAYOUT_FIELDS[field].holds !== 'amount'
  return titles.map((joined, place) => {
    const own = header[place]?.trim() ?? ''
    const heading = joined.slice(0, joined.length - own.length).trim()
    const whole = [joined, `${own} ${heading}`].find((name) => isFieldName(name))
    return whole ?? (!isRepeated(header, own) && isFieldName(own, isNoAmount) ? own : joined)
  })
}

const isRepeated = (header: readonly string[] | null, name: string): boolean =>
  (header ?? []).filter((other) => other.trim() === name).length > 1

/** The headings above the header, if there are any. */
function headingsAbove(rows: readonly FirstRow[], headerRow: number | null): readonly string[] | undefined {
  if (headerRow === null) return undefined
  const above = rows[headerRow - 1]
  return isCompleted(above, rows[headerRow], rows[headerRow + 1]) ? above?.cells : undefined
}

/** Guesses labels above the header like the names of columns with a single row. */
function preambleOf(rows: readonly FirstRow[], headerRow: number | null): PreambleCell[] {
  const above = labelsAbove(rows, headerRow)
  const fields = nameFields(
    above.map(({ label }) => label),
    above.map(({ value }) => [value]),
  )
  const hasInvoiceDay = [...fields.values()].includes('invoiceDay')
  return above.flatMap(({ label }, place) => {
    const named = fields.get(place)
    // A date above all parcels is the invoice's, and so is a total.
    const field = named === 'shipmentDay' && !hasInvoiceDay ? 'invoiceDay' : (OF_INVOICE.get(named) ?? named)
    // A heading stands before another heading; an invoice's number has at least one digit.
    const isHeading = field === 'invoiceNumber' && !/\d/.test(above[place]?.value ?? '')
    return field === undefined || field === 'reference' || isHeading ? [] : [{ label, field }]
  })
}

const OF_INVOICE: ReadonlyMap<GuessedField | undefined, LayoutField> = new Map([
  ['rowNet', 'invoiceNet'],
  ['rowTax', 'invoiceTax'],
  ['rowGross', 'invoiceGross'],
])

/** If the invoice's number is above the rows, numbers that differ in each row belong to the shipper's own invoices. */
const withoutOwnNumbers = (columns: readonly ColumnGuess[], texts: readonly (readonly string[])[]): ColumnGuess[] =>
  columns.map((column) =>
    column.field === 'invoiceNumber' && isOtherInEachRow(texts[column.place] ?? [])
      ? { ...column, field: 'reference' }
      : column,
  )

/** If each row is a charge, its tax is the charge's. */
const withChargeTax = (columns: readonly ColumnGuess[], rows: readonly (readonly string[])[]): readonly ColumnGuess[] =>
  columns.some(({ field }) => field === 'chargeNet') && isRowACharge(columns, rows)
    ? columns.map((column) => (column.field === 'rowTax' ? { ...column, field: 'chargeTax' } : column))
    : columns

/** Without stated tax, a total with tax would never add up, so it is not read. */
const withoutLoneGross = (columns: readonly ColumnGuess[]): ColumnGuess[] =>
  columns.some(({ field }) => field === 'rowTax')
    ? [...columns]
    : columns.map((column) => (column.field === 'rowGross' ? { ...column, field: null, by: null } : column))
