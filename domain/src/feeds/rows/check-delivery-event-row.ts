import { type CheckedFormat, wrongCheckDigit } from '../../deliveries/parcels/check-digit.ts'
import { normaliseTrackingNumber } from '../../deliveries/parcels/tracking-number.ts'
import { fault } from '../fault.ts'
import { instantReader } from './instant.ts'
import { keyReader, numberReader, textReader } from './read-cell.ts'
import { dateReading, type FieldFault, type RowCheck, rowCheck, type RowChecks } from './row-check.ts'

/** A valid carrier event; `reference` is '' if it has none of its own. */
export type DeliveryEventRow = {
  readonly line: number
  readonly trackingNumber: string
  readonly carrier: string
  readonly code: string
  readonly occurredAt: Date
  readonly description: string
  readonly location: string
  readonly reason: string
  readonly reference: string
  /** The format whose check digit the tracking number fails. */
  readonly wrongDigit: CheckedFormat | undefined
}

const NO_TRACKING = fault('Tracking number is missing')

/** Makes the check of delivery event rows. Source: domain.md, Delivery events: 'Carrier events are kept raw and normalised'. */
export function deliveryEventRowCheck(checks: RowChecks): RowCheck<DeliveryEventRow> {
  const readers = {
    trackingNumber: numberReader('Tracking number', 50),
    carrier: keyReader('Carrier', 50),
    code: numberReader('Event code', 50),
    occurredAt: instantReader('Occurred at', {
      zone: checks.timeZone,
      now: checks.now,
      ahead: 'day',
      ...dateReading(checks, 'occurredAt'),
    }),
    description: textReader('Description', 500),
    location: textReader('Location', 200),
    reason: textReader('Reason', 200),
    reference: numberReader('Event reference', 100, { mayLack: true }),
  }
  return rowCheck(checks, readers, (fields, line): DeliveryEventRow | FieldFault<'trackingNumber'> => {
    const trackingNumber = normaliseTrackingNumber(fields.trackingNumber)
    if (trackingNumber === '') return { ...NO_TRACKING, field: 'trackingNumber' }
    return { line, ...fields, trackingNumber, wrongDigit: wrongCheckDigit(trackingNumber, fields.carrier) }
  })
}
