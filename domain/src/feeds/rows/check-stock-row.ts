import { type Fault, fault } from '../fault.ts'
import { instantReader, wholeSecond } from './instant.ts'
import { keyReader, numberReader, textReader } from './read-cell.ts'
import { dateReading, type RowCheck, rowCheck, type RowChecks } from './row-check.ts'

type StockRowBase = {
  readonly line: number
  readonly SKU: string
  /** The allocation code as written in the file. */
  readonly type: string
  readonly asOf: Date
  /** Used for unknown SKUs. */
  readonly description: string
}

/** A count of one SKU. */
export type CountRow = StockRowBase & {
  readonly kind: 'count'
  readonly stockOnHand: number
  readonly availableStock: number
}

/** Goods in, or an adjustment of stock. */
export type MovementRow = StockRowBase & {
  readonly kind: 'goods-in' | 'adjustment'
  /** Pieces added to stock; negative if taken from it. */
  readonly quantity: number
  readonly reason: string
  readonly reference: string
}

export type StockRow = CountRow | MovementRow

const MAX_PIECES = 999_999_999
const MAX_PIECES_TEXT = MAX_PIECES.toLocaleString('en-GB')
const TOO_MUCH = fault('Available stock is more than what is on hand')
const TO_COME = fault('As of is in the future')
const NO_REASON = fault('An adjustment needs a reason')
const NOTHING_IN = fault(`Quantity of goods in is a whole number from 1 to ${MAX_PIECES_TEXT}`)
const NO_QUANTITY = fault('Quantity is needed for goods in and adjustments')
const QUANTITY_OF_COUNT = fault('A count needs Stock on hand. Map the column to Stock on hand, or add Kind')
const ANY_TIME = fault('Enter As of or a reference, so that repeated rows count once')
/** How far the clock of the counting system may be ahead. */
const MAX_CLOCK_LEAD_MS = 5 * 60_000

/**
 * Makes the check of stock rows: counts, goods in and adjustments. All stock on hand is available unless the file says
 * otherwise; a count without a time was made now.
 */
export function stockRowCheck(checks: RowChecks): RowCheck<StockRow> {
  const { now } = checks
  const readAsOf = instantReader('As of', { zone: checks.timeZone, now, ahead: 'day', ...dateReading(checks, 'asOf') })
  const readAvailable = piecesReader('Available stock')
  const readOnHand = piecesReader('Stock on hand')
  const readers = {
    SKU: keyReader('SKU', 40),
    kind: readKind,
    stockOnHand: (text: string) => (text === '' ? null : readOnHand(text)),
    availableStock: (text: string) => (text === '' ? null : readAvailable(text)),
    quantity: readQuantity,
    type: textReader('Type', 50),
    asOf: (text: string) => (text === '' ? null : readAsOf(text)),
    reason: textReader('Reason', 100),
    reference: numberReader('Reference', 60, { mayLack: true }),
    description: textReader('Description', 200),
  }
  return rowCheck<typeof readers, StockRow>(checks, readers, (fields, line) => {
    const { SKU, kind, stockOnHand, availableStock, quantity, type, description, reason, reference } = fields
    const asOf = fields.asOf ?? now
    if (asOf.getTime() > now.getTime() + MAX_CLOCK_LEAD_MS) return { ...TO_COME, field: 'asOf' }
    if (kind === 'count') {
      if (stockOnHand === null && quantity !== null) return { ...QUANTITY_OF_COUNT, field: 'stockOnHand' }
      const fault = stockOnHand === null ? readOnHand('') : undefined
      if (typeof fault === 'object') return { ...fault, field: 'stockOnHand' }
      const onHand = stockOnHand ?? 0
      if (availableStock !== null && availableStock > onHand) return { ...TOO_MUCH, field: 'availableStock' }
      return { line, SKU, kind, stockOnHand: onHand, availableStock: availableStock ?? onHand, type, asOf, description }
    }
    if (quantity === null) return { ...NO_QUANTITY, field: 'quantity' }
    if (kind === 'goods-in' && quantity < 1) return { ...NOTHING_IN, field: 'quantity' }
    if (kind === 'adjustment' && reason === '') return { ...NO_REASON, field: 'reason' }
    if (reference === '' && fields.asOf === null) return { ...ANY_TIME, field: 'asOf' }
    return { line, SKU, kind, quantity, reason, reference, type, asOf, description }
  })
}

/** Identifies a movement when its row is sent again: by its own reference, else by all its fields. */
export const movementKey = ({ kind, reference, asOf, quantity, reason, type }: MovementRow): string =>
  reference === ''
    ? `${kind} at ${wholeSecond(asOf).toISOString()}: ${quantity} ${type} ${reason}`
    : `${kind} ${reference}`

const KINDS = new Map<string, StockRow['kind']>([
  ['', 'count'],
  ['count', 'count'],
  ['goods-in', 'goods-in'],
  ['adjustment', 'adjustment'],
])
const NO_KIND = fault('Kind is one of count, goods-in, adjustment; if empty, count')
const readKind = (text: string) => KINDS.get(text.toLowerCase().replaceAll(/[ _]/g, '-')) ?? NO_KIND

const NO_PIECES = fault(`Quantity is a whole number up to ${MAX_PIECES_TEXT}, and not 0`)
function readQuantity(text: string): number | null | Fault {
  if (text === '') return null
  const pieces = /^[+-]?\d{1,9}(\.0+)?$/.test(text) ? Number(text) : 0
  return pieces === 0 ? NO_PIECES : pieces
}

/**
 * Reads pieces in stock: a whole number from 0. '12.0' is 12, because spreadsheets write whole columns so. '12.000' is
 * refused: it means twelve or twelve thousand, depending on the country.
 */
function piecesReader(title: string): (text: string) => number | Fault {
  const wrong = fault(`${title} is a whole number from 0 to ${MAX_PIECES_TEXT}`)
  const below = fault(`${title} is below 0. Send the count, or 0`)
  const unclear = fault(`${title} is unclear. Write it without points and commas, like 1234`)
  return (text) => {
    if (THOUSANDS.test(text)) return unclear
    if (/^\d{1,9}([.,]0+)?$/.test(text)) return Number.parseInt(text, 10)
    return /^-\d{1,9}([.,]\d+)?$/.test(text) ? below : wrong
  }
}

const THOUSANDS = /^\d{1,3}([., '\u00A0\u202F]\d{3})+$/
