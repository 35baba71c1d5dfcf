import { hash } from 'node:crypto'
import { type DeliveryEventRow, deliveryEventRowCheck } from '@despatch/domain/feeds/rows/check-delivery-event-row'
import type { CheckedFormat } from '@despatch/domain/deliveries/parcels/check-digit'
import type { RowCheck, RowChecks } from '@despatch/domain/feeds/rows/row-check'
import { wholeSecond } from '@despatch/domain/feeds/rows/instant'

/** The fields of an event that decide its meaning, as reported. */
export type ReportedCode = { readonly carrier: string; readonly code: string; readonly reason: string }

/** A delivery event waiting to be written. Kept small, because thousands wait at a time. */
export type PendingEvent = {
  readonly line: number
  readonly trackingNumber: string
  /** Identifies it within its parcel. */
  readonly key: string
  /** Shared by nearby events with the same values. */
  readonly reported: ReportedCode
  /** Milliseconds since 1970. */
  readonly at: number
  readonly description: string
  readonly location: string
  /** The format whose check digit the tracking number fails. */
  readonly wrongDigit: CheckedFormat | undefined
}

/** Identifies an event of a client. */
export const eventId = (trackingNumber: string, key: string): string => `${trackingNumber}\n${key}`

/**
 * Makes the check of delivery event rows. Computes everything that does not need the database here, while earlier rows
 * are being written.
 */
export function pendingEventCheck(checks: RowChecks): RowCheck<PendingEvent> {
  const check = deliveryEventRowCheck(checks)
  const cachedCode = createCodeCache()
  return (cells, line) => {
    const checked = check(cells, line)
    if (checked.is !== 'taken') return checked
    const { trackingNumber, occurredAt, description, location, wrongDigit } = checked.row
    const key = keyOfEvent(checked.row)
    const reported = cachedCode(checked.row)
    const at = occurredAt.getTime()
    return { is: 'taken', row: { line, trackingNumber, key, reported, at, description, location, wrongDigit } }
  }
}

/** Cached codes, and cached reports of each. Carriers have some hundred codes. */
const MAX_CODES = 1_000
const MAX_REPORTS_PER_CODE = 50

/** Makes a cache that returns the same object for equal reports. The cache is cleared when it is full. */
function createCodeCache(): (row: ReportedCode) => ReportedCode {
  const codes = new Map<string, ReportedCode[]>()
  return ({ carrier, code, reason }) => {
    const known = codes.get(code) ?? []
    const found = known.find((reported) => reported.carrier === carrier && reported.reason === reason)
    if (found) return found
    const reported = { carrier, code, reason }
    if (codes.size >= MAX_CODES) codes.clear()
    codes.set(code, known.length < MAX_REPORTS_PER_CODE ? [...known, reported] : [reported])
    return reported
  }
}

/**
 * Identifies an event: by its carrier's reference, else by all its fields. Uses the carrier as reported, so that a file
 * stays the same whatever carriers the client adds.
 */
function keyOfEvent({ carrier, code, occurredAt, description, location, reason, reference }: DeliveryEventRow): string {
  const reported =
    reference === ''
      ? `said\n${carrier}\n${code}\n${wholeSecond(occurredAt).getTime()}\n${description}\n${location}\n${reason}`
      : `reference\n${carrier}\n${reference}`
  return hash('sha256', reported, 'hex').slice(0, 32)
}
