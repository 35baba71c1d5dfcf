import { looksLikeDay, readDay } from '../../reading/day-text.ts'
import { isWeightUnit } from '../../reading/weight-units.ts'
import { hasContent } from '../fits.ts'
import type { LayoutField } from '../layout.ts'
import type { ColumnGuess } from './column-guess.ts'
import { SENDER_WORDS } from './guess-words.ts'
import { hasAny, isWrittenDay, wordsOf } from './name-fields.ts'

type Texts = readonly (readonly string[])[]

/** The share of rows that must be filled before the content of a column counts. */
const MIN_FILLED = 0.3

/** Guesses the fields that no name reveals from the content of the remaining columns. */
export function withContentGuesses(columns: readonly ColumnGuess[], texts: Texts, rows: number): ColumnGuess[] {
  const used = new Set(columns.map(({ field }) => field))
  const isAlone = (there: readonly string[]) => new Set(there).size === there.length
  const tests: readonly (readonly [LayoutField, (text: string) => boolean])[] = [
    ['trackingNumber', isLikelyTracking],
    ['currency', (text) => /^[A-Z]{3}$/.test(text) && hasContent('currency', text)],
    ['shipmentDay', isWrittenDay],
    ['country', (text) => /^[A-Z]{2}$/.test(text)],
  ]
  const found = new Map<number, LayoutField>()
  for (const [field, test] of tests) {
    if (used.has(field)) continue
    // A number that differs in each row; without another column, a consignment's number is also its parcel's.
    const isOpen = ({ place, field: known, name }: ColumnGuess) =>
      (known === null || (field === 'trackingNumber' && known === 'consignmentNumber')) &&
      (field !== 'trackingNumber' || isAlone(texts[place] ?? [])) &&
      !(field === 'country' && (NO_COUNTRY.test(name) || hasAny(wordsOf(name), SENDER_WORDS)))
    const fitting = columns.filter(
      (one) => isOpen(one) && !found.has(one.place) && isMostly(texts[one.place] ?? [], rows, test),
    )
    const column = fitting.find((one) => one.field === null) ?? fitting[0]
    if (column) found.set(column.place, field)
  }
  return columns.map((column) => {
    const field = found.get(column.place)
    return field ? { ...column, field, by: 'content' as const } : column
  })
}

/** Two letters may also be a state, a province or a unit. */
const NO_COUNTRY = /state|provin|county|region|unit/i

/** Long, without blanks, and mostly digits; not an amount or a date. */
const isLikelyTracking = (text: string): boolean =>
  /^(?=(?:\D*\d){8})[A-Z0-9]{10,35}$/i.test(text) && !hasContent('day', text)

const isMostly = (texts: readonly string[], rows: number, test: (text: string) => boolean): boolean =>
  texts.length > 0 && texts.length >= rows * MIN_FILLED && texts.filter(test).length >= texts.length * 0.9

/** Names that only say that a column has a date. */
const BARE_DAYS = new Set(['date', 'datum', 'data', 'fecha'])

/**
 * If a column named only 'Date' is the same in all rows, and another unread column has dates too, it is the invoice's
 * day and the other is the parcel's.
 */
export function withInvoiceDay(columns: readonly ColumnGuess[], texts: Texts, rows: number): ColumnGuess[] {
  const bare = columns.find(({ field, name }) => field === 'shipmentDay' && BARE_DAYS.has(wordsOf(name)))
  if (!bare || columns.some(({ field }) => field === 'invoiceDay') || new Set(texts[bare.place]).size !== 1)
    return [...columns]
  const shipped = columns.find(({ field, place }) => field === null && isMostly(texts[place] ?? [], rows, looksLikeDay))
  if (!shipped) return [...columns]
  return columns.map((column) => {
    if (column === bare) return { ...column, field: 'invoiceDay' }
    return column === shipped ? { ...column, field: 'shipmentDay', by: 'content' } : column
  })
}

const UNITS = [
  ['billedWeight', 'weightUnit'],
  ['declaredWeight', 'declaredWeightUnit'],
] as const satisfies (readonly [LayoutField, LayoutField])[]

/**
 * Of two columns of dates without telling names, the one that is the same in all rows is the invoice's day, otherwise
 * the later one, because parcels are despatched before they are billed.
 */
export function withDaysInOrder(columns: readonly ColumnGuess[], texts: Texts, rows: number): ColumnGuess[] {
  const isTold = columns.some(({ field }) => field === 'invoiceDay' || field === 'shipmentDay')
  const days = columns.filter(({ field, place }) => field === null && isMostly(texts[place] ?? [], rows, isWrittenDay))
  const [one, other] = days
  if (isTold || !one || !other || days.length > 2) return [...columns]
  const differ = ({ place }: ColumnGuess) => new Set(texts[place]).size
  const latest = ({ place }: ColumnGuess) =>
    (texts[place] ?? []).reduce((last, text) => {
      const day = readDay(text, 'day-first', false) ?? ''
      return day > last ? day : last
    }, '')
  const isOneAlone = differ(one) === 1
  const isOfInvoice = isOneAlone === (differ(other) === 1) ? latest(one) > latest(other) : isOneAlone
  const [invoiceDay, shipmentDay] = isOfInvoice ? [one, other] : [other, one]
  return columns.map((column) => {
    if (column === invoiceDay) return { ...column, field: 'invoiceDay', by: 'content' }
    return column === shipmentDay ? { ...column, field: 'shipmentDay', by: 'content' } : column
  })
}

/** A column of units beside one of weights states their unit. */
export function withWeightUnits(columns: readonly ColumnGuess[], texts: Texts): ColumnGuess[] {
  const found = new Map<number, LayoutField>()
  for (const [weight, unit] of UNITS) {
    const at = columns.find(({ field }) => field === weight)?.place
    if (at === undefined || columns.some(({ field }) => field === unit)) continue
    const beside = [at + 1, at - 1].find((place) => {
      const there = texts[place] ?? []
      return columns[place]?.field === null && !found.has(place) && there.length > 0 && there.every(isWeightUnit)
    })
    if (beside !== undefined) found.set(beside, unit)
  }
  return columns.map((column) => {
    const field = found.get(column.place)
    return field ? { ...column, field, by: 'content' as const } : column
  })
}
