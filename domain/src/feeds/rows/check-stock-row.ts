import { type Fault, fault } from '../fault.ts'
import { instantReader } from './instant.ts'
import { keyReader, textReader } from './read-cell.ts'
import { dateReading, type RowCheck, rowCheck, type RowChecks } from './row-check.ts'

/** A count of one SKU. */
export type StockRow = {
  readonly line: number
  readonly SKU: string
  readonly stockOnHand: number
  readonly availableStock: number
  readonly type: string
  readonly asOf: Date
  /** Of a SKU that is not known yet. */
  readonly description: string
}

const MOST = 999_999_999
const TOO_MUCH = fault('Available stock is more than what is on hand')
const TO_COME = fault('As of is in the future: a count holds from when it was made')
/** How far the clock of whoever counts may be ahead. */
const CLOCKS_MS = 5 * 60_000

/**
 * Makes the check of a file of stock counts. What is available is all of what is on hand where the file does not say; a
 * count without an instant of its own was made now.
 */
export function stockRowCheck(checks: RowChecks): RowCheck<StockRow> {
  const { now } = checks
  const readAsOf = instantReader('As of', { zone: checks.timeZone, now, ahead: 'day', ...dateReading(checks, 'asOf') })
  const readAvailable = piecesReader('Available stock')
  const readers = {
    SKU: keyReader('SKU', 40),
    stockOnHand: piecesReader('Stock on hand'),
    availableStock: (text: string) => (text === '' ? null : readAvailable(text)),
    type: textReader('Type', 50),
    asOf: (text: string) => (text === '' ? now : readAsOf(text)),
    description: textReader('Description', 200),
  }
  return rowCheck<typeof readers, StockRow>(checks, readers, (fields, line) => {
    const { stockOnHand, availableStock, asOf } = fields
    if (asOf.getTime() > now.getTime() + CLOCKS_MS) return { ...TO_COME, field: 'asOf' }
    if (availableStock !== null && availableStock > stockOnHand) return { ...TOO_MUCH, field: 'availableStock' }
    return { ...fields, line, availableStock: availableStock ?? stockOnHand }
  })
}

/** Reads pieces in stock: a whole number from 0. '12.0' is 12: spreadsheets write whole columns so. */
function piecesReader(title: string): (text: string) => number | Fault {
  const wrong = fault(`${title} is a whole number from 0 to ${MOST.toLocaleString('en-GB')}`)
  return (text) => (/^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : wrong)
}
