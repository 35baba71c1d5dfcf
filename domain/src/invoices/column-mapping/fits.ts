import { readAmount } from '../reading/amount.ts'
import { looksLikeDay, readDay } from '../reading/day-text.ts'
import { isCurrency } from '../reading/known-currency.ts'
import { planReading, type ReadableFile } from '../reading/read-plan.ts'
import { beginsWithTotal, isRepeatedHeader, isTotalRow } from '../reading/total-row.ts'
import type { FirstRow } from './first-row.ts'
import { type ColumnContent, LAYOUT_FIELDS, type LayoutField, type Shape, type ShapeCell } from './layout.ts'

/** The share of filled cells that must fit the column's content. A few bad ones are refused later. */
const MIN_SHARE = 0.8

const CONTENT: Record<ColumnContent, { title: string; fits: (text: string) => boolean }> = {
  text: { title: 'text', fits: () => true },
  day: {
    title: 'dates',
    fits: (text) => looksLikeDay(text) || readDay(text, 'day-first', true) !== undefined || /^0+$/.test(text),
  },
  amount: { title: 'amounts', fits: isAmount },
  number: { title: 'numbers', fits: isAmount },
  // Weights in a column of pieces show that two columns were swapped.
  count: { title: 'whole numbers', fits: (text) => /^-?\d{1,6}(?:[.,]0+)?$/.test(text) },
  currency: { title: 'currencies', fits: (text) => isCurrency(text.toUpperCase()) || text === '£' || text === '€' },
  country: { title: 'countries', fits: (text) => /^[A-Za-z]{2}$/.test(text) || /^\p{L}[\p{L} .'()-]{3,}$/u.test(text) },
  // Names of services in this column ('Tracked 24') show that two columns were swapped.
  'consignment number': {
    title: 'consignment numbers',
    fits: (text) => /\d{3}/.test(text) || /^\S*\d\S*$/.test(text) || /^(?:[-–—.]+|n\/?a)$/i.test(text),
  },
  'tracking number': { title: 'tracking numbers', fits: isTrackingNumber },
}

function isAmount(text: string): boolean {
  return readAmount(text, '.') !== undefined || readAmount(text, ',') !== undefined || text === '-'
}

/**
 * Digits and letters without a blank between words, or a number that a spreadsheet garbled, whose row is refused
 * later.
 */
function isTrackingNumber(text: string): boolean {
  return /^[\w/.,+-]+(?: [\w/.,+-]+){0,5}$/.test(text) && /\d{3}|\dE\+|(?:\d\D*){6}/.test(text) && !looksLikeDay(text)
}

export const hasContent = (content: ColumnContent, text: string): boolean => CONTENT[content].fits(text)

/** Names the columns of a file whose content differs from its layout, because columns were shifted or renamed. */
export function contentFaults(file: ReadableFile, rows: readonly FirstRow[]): string[] {
  const plan = planReading(file)
  const billing = rows.filter(({ cells }) => !isTotalRow(cells, plan) && !isRepeatedHeader(cells, file.header))
  const fields = Object.keys(file.layout.fields) as LayoutField[]
  const columns = [
    ...fields.map((field) => ({ place: plan.at[field] ?? -1, content: LAYOUT_FIELDS[field].holds })),
    ...plan.charges.map(({ place }) => ({ place, content: 'amount' as const })),
    ...plan.pairs.map(({ amount }) => ({ place: amount, content: 'amount' as const })),
    ...plan.sums.map(({ place }) => ({ place, content: 'amount' as const })),
  ]
  return columns.flatMap(({ place, content }) => {
    const texts = textsAt(billing, place)
    if (texts.length === 0 || share(texts, (text) => hasContent(content, text)) >= MIN_SHARE) return []
    const name = file.header?.[place] ?? `column ${place + 1}`
    return [`${name} holds no ${CONTENT[content].title}. The columns may be shifted`]
  })
}

/** Whether a column of the first rows has the expected content; it may be empty. */
export function fitsContent(rows: readonly FirstRow[], place: number, content: ColumnContent): boolean {
  const texts = textsAt(
    rows.filter(({ cells }) => !beginsWithTotal(cells)),
    place,
  )
  return texts.length === 0 || share(texts, (text) => hasContent(content, text)) >= MIN_SHARE
}

/** Counts the cells of a shape that the rows fit, and names those that they do not. */
export function shapeFaults(shape: Shape, rows: readonly FirstRow[]): { fitting: number; faults: string[] } {
  const fits = rows.filter(({ cells }) => cells.length >= shape.columns && cells.length <= shape.maxColumns)
  if (fits.length < rows.length * MIN_SHARE) {
    const [first] = rows
    return {
      fitting: 0,
      faults: [`Rows have ${first?.cells.length ?? 0} columns and not ${shape.columns} to ${shape.maxColumns}`],
    }
  }
  const faults = shape.cells.flatMap((cell) => shapeFault(cell, fits))
  return { fitting: shape.cells.length - faults.length, faults }
}

function shapeFault(
  { position, holds: content, values, start, isFilled }: ShapeCell,
  rows: readonly FirstRow[],
): string[] {
  const texts = textsAt(rows, position - 1)
  if (isFilled && texts.length < rows.length * MIN_SHARE) return [`Column ${position} is empty`]
  if (texts.length === 0) return []
  const fits = (text: string): boolean =>
    hasContent(content, text) &&
    (values === undefined || values.includes(text)) &&
    (start === undefined || text.startsWith(start))
  return share(texts, fits) >= MIN_SHARE
    ? []
    : [`Column ${position} holds no ${values ? values.join(', ') : CONTENT[content].title}`]
}

const textsAt = (rows: readonly FirstRow[], place: number): string[] =>
  place < 0 ? [] : rows.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== '')

const share = (texts: readonly string[], fits: (text: string) => boolean): number =>
  texts.filter(fits).length / texts.length
