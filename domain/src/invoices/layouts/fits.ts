import { readAmount } from '../reading/amount.ts'
import { looksLikeDay, readDay } from '../reading/day-text.ts'
import { isCurrency } from '../reading/known-currency.ts'
import { planReading, type ReadableFile } from '../reading/read-plan.ts'
import { beginsWithTotal, isRepeatedHeader, isTotalRow } from '../reading/total-row.ts'
import type { FirstRow } from './first-row.ts'
import { type ColumnContent, LAYOUT_FIELDS, type LayoutField, type Shape, type ShapeCell } from './layout.ts'

/** Of the cells of a column that hold something: so many have to hold what the column is for. A few bad ones are refused later. */
const MOST = 0.8

const CONTENT: Record<ColumnContent, { title: string; fits: (text: string) => boolean }> = {
  text: { title: 'text', fits: () => true },
  day: {
    title: 'dates',
    fits: (text) => looksLikeDay(text) || readDay(text, 'day-first', true) !== undefined || /^0+$/.test(text),
  },
  amount: { title: 'amounts', fits: isAmount },
  number: { title: 'numbers', fits: isAmount },
  // A weight under the name of pieces tells that the two columns were swapped.
  count: { title: 'whole numbers', fits: (text) => /^-?\d{1,6}(?:[.,]0+)?$/.test(text) },
  currency: { title: 'currencies', fits: (text) => isCurrency(text.toUpperCase()) || text === '£' || text === '€' },
  country: { title: 'countries', fits: (text) => /^[A-Za-z]{2}$/.test(text) || /^\p{L}[\p{L} .'()-]{3,}$/u.test(text) },
  // The names of services under it ('Tracked 24') tell that the two columns were swapped.
  'consignment number': {
    title: 'consignment numbers',
    fits: (text) => /\d{3}/.test(text) || /^\S*\d\S*$/.test(text) || /^(?:[-–—.]+|n\/?a)$/i.test(text),
  },
  'tracking number': { title: 'tracking numbers', fits: isTrackingNumber },
}

function isAmount(text: string): boolean {
  return readAmount(text, '.') !== undefined || readAmount(text, ',') !== undefined || text === '-'
}

/** Figures and letters without a blank between words, or what a spreadsheet made of them, which is refused by the row. */
function isTrackingNumber(text: string): boolean {
  return /^[\w/.,+-]+(?: [\w/.,+-]+){0,5}$/.test(text) && /\d{3}|\dE\+|(?:\d\D*){6}/.test(text) && !looksLikeDay(text)
}

export const holds = (content: ColumnContent, text: string): boolean => CONTENT[content].fits(text)

/** In words, which columns of a file hold something else than its layout says: its columns were shifted, or renamed. */
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
    if (texts.length === 0 || share(texts, (text) => holds(content, text)) >= MOST) return []
    const name = file.header?.[place] ?? `column ${place + 1}`
    return [`${name} holds no ${CONTENT[content].title}: perhaps the columns are shifted`]
  })
}

/** Whether a column of the first rows holds what it is read for: one that is empty may. */
export function fitsContent(rows: readonly FirstRow[], place: number, content: ColumnContent): boolean {
  const texts = textsAt(
    rows.filter(({ cells }) => !beginsWithTotal(cells)),
    place,
  )
  return texts.length === 0 || share(texts, (text) => holds(content, text)) >= MOST
}

/** How many cells of a shape the rows fit, and in words which they do not. */
export function shapeFaults(shape: Shape, rows: readonly FirstRow[]): { fitting: number; faults: string[] } {
  const fits = rows.filter(({ cells }) => cells.length >= shape.columns && cells.length <= shape.maxColumns)
  if (fits.length < rows.length * MOST) {
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
  if (isFilled && texts.length < rows.length * MOST) return [`Column ${position} is empty`]
  if (texts.length === 0) return []
  const fits = (text: string): boolean =>
    holds(content, text) &&
    (values === undefined || values.includes(text)) &&
    (start === undefined || text.startsWith(start))
  return share(texts, fits) >= MOST
    ? []
    : [`Column ${position} holds no ${values ? values.join(', ') : CONTENT[content].title}`]
}

const textsAt = (rows: readonly FirstRow[], place: number): string[] =>
  place < 0 ? [] : rows.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== '')

const share = (texts: readonly string[], fits: (text: string) => boolean): number =>
  texts.filter(fits).length / texts.length
