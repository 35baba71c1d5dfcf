import type { Day } from '../../calendar/day.ts'
import type { WarehouseStatus } from '../../orders/warehouse-status.ts'
import { fault, isFault } from '../fault.ts'
import type { DespatchFeedField } from '../feed-fields.ts'
import { kilogramsOf } from '../../routing/allocation/units.ts'
import { type CheckedFormat, wrongCheckDigit } from '../../deliveries/parcels/check-digit.ts'
import { normaliseTrackingNumber, originalSpelling } from '../../deliveries/parcels/tracking-number.ts'
import { dayReader, instantReader } from './instant.ts'
import { countReader, keyReader, numberReader, textReader } from './read-cell.ts'
import { weightReader } from '../read-measure.ts'
import { dateReading, type FieldFault, type RowCheck, rowCheck, type RowChecks } from './row-check.ts'

/** A valid row of the warehouse: a parcel, a SKU in one, or an order that is being picked or packed. */
export type DespatchRow = {
  readonly line: number
  readonly orderNumber: string
  readonly status: WarehouseStatus
  /** '' while the order is being picked or packed. */
  readonly trackingNumber: string
  /** The tracking number as written in the file; null if that is the same. */
  readonly writtenAs: string | null
  /** The format whose check digit the tracking number fails. */
  readonly wrongDigit: CheckedFormat | undefined
  readonly carrier: string
  readonly carrierService: string
  /** null if the file has none. */
  readonly despatchedAt: Date | null
  readonly promisedDate: Day | null
  /** Kilograms with at most three decimals, or ''. */
  readonly weight: string
  /** '' in a row for the whole parcel. */
  readonly SKU: string
  readonly quantity: number
  readonly serialNumber: string
}

const STATUSES: ReadonlyMap<string, WarehouseStatus> = new Map([
  ['', 'D'],
  ['picking', 'P'],
  ['p', 'P'],
  ['packed', 'K'],
  ['k', 'K'],
  ['despatched', 'D'],
  ['dispatched', 'D'],
  ['d', 'D'],
])
const NO_STATUS = fault('Status is Picking, Packed or Despatched')
const NO_TRACKING = fault('Tracking number is missing. Despatched parcels need one')
const NO_CARRIER = fault('Carrier is missing. Despatched parcels need one')
const NO_SKU = fault('SKU is missing. A quantity or serial number needs one')
const ONE_EACH = fault('Quantity must be 1 with a serial number')

export function despatchRowCheck(checks: RowChecks): RowCheck<DespatchRow> {
  const { timeZone: zone, now } = checks
  const readAt = instantReader('Despatched at', { zone, now, ahead: 'day', ...dateReading(checks, 'despatchedAt') })
  const readPromise = dayReader('Promised date', dateReading(checks, 'promisedDate'))
  const readQuantity = countReader('Quantity', 999_999)
  const readWeight = weightReader(checks, 'weight', 'Weight')
  const readers = {
    orderNumber: numberReader('Order number', 50),
    trackingNumber: numberReader('Tracking number', 50, { mayLack: true }),
    carrier: textReader('Carrier', 50),
    carrierService: textReader('Carrier service', 100),
    status: (text: string) => STATUSES.get(text.toLowerCase()) ?? NO_STATUS,
    despatchedAt: (text: string) => (text === '' ? null : readAt(text)),
    promisedDate: (text: string) => (text === '' ? null : readPromise(text)),
    weight: (text: string) => kilogramsText(readWeight(text)),
    SKU: keyReader('SKU', 40, { mayLack: true }),
    quantity: (text: string) => (text === '' ? 0 : readQuantity(text)),
    serialNumber: numberReader('Serial number', 50, { mayLack: true }),
  }
  return rowCheck(checks, readers, (fields, line): DespatchRow | FieldFault<DespatchFeedField> => {
    const { status, carrier, SKU, quantity, serialNumber } = fields
    const trackingNumber = normaliseTrackingNumber(fields.trackingNumber)
    if (status === 'D' && trackingNumber === '') return { ...NO_TRACKING, field: 'trackingNumber' }
    if (status === 'D' && carrier === '') return { ...NO_CARRIER, field: 'carrier' }
    if (SKU === '' && (quantity > 0 || serialNumber !== '')) return { ...NO_SKU, field: 'SKU' }
    if (serialNumber !== '' && quantity > 1) return { ...ONE_EACH, field: 'quantity' }
    return {
      ...fields,
      line,
      trackingNumber,
      writtenAs: originalSpelling(fields.trackingNumber),
      wrongDigit: wrongCheckDigit(trackingNumber, carrier),
      quantity: SKU === '' ? 0 : Math.max(quantity, 1),
    }
  })
}

function kilogramsText(grams: ReturnType<ReturnType<typeof weightReader>>) {
  if (isFault(grams)) return grams
  return grams === undefined ? '' : String(kilogramsOf(grams))
}
