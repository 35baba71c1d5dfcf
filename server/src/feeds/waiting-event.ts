import { hash } from 'node:crypto'
import { type DeliveryEventRow, deliveryEventRowCheck } from '@despatch/domain/feeds/check-delivery-event-row'
import type { RowCheck, RowChecks } from '@despatch/domain/feeds/row-check'
import { copyCell } from './copy-text.ts'

/** A delivery event of a file that waits to be written, with all that follows from itself alone. */
export type WaitingEvent = {
  readonly trackingNumber: string
  /** Tells it from the others of its parcel. */
  readonly key: string
  /** As it came. */
  readonly carrier: string
  readonly code: string
  readonly reason: string
  readonly description: string
  /** In milliseconds. */
  readonly at: number
  /** As COPY takes it, in {@link COPIED}. */
  readonly copied: string
}

/**
 * The columns of {@link WaitingEvent.copied}, one text of all that the event says; its carrier, which the key is made of
 * too, is read as the event is written.
 */
export const COPIED = 'tracking_number, event_key, code, occurred_at, description, location'

/** Tells an event from all others of its client. */
export const eventName = (trackingNumber: string, key: string): string => `${trackingNumber}\n${key}`

/**
 * Makes the check of a file of delivery events. Whatever can be worked out of a row by itself is, while the rows before it
 * are being written.
 */
export function waitingEventCheck(checks: RowChecks): RowCheck<WaitingEvent> {
  const check = deliveryEventRowCheck(checks)
  return (cells, line) => {
    const checked = check(cells, line)
    return checked.is === 'taken' ? { is: 'taken', row: waiting(checked.row) } : checked
  }
}

function waiting(row: DeliveryEventRow): WaitingEvent {
  const { trackingNumber, carrier, code, reason, description, occurredAt, location } = row
  const key = keyOf(row)
  // Joined: put together by a template it would be held as all its pieces, of three times the size.
  const copied = [trackingNumber, key, code, occurredAt.toISOString(), description, location].map(copyCell).join('\t')
  return { trackingNumber, key, carrier, code, reason, description, at: occurredAt.getTime(), copied }
}

/**
 * The same event sent twice is one: it is told by its carrier's own reference, or else by all that it says. Its carrier is
 * taken as it came, so that the same file is the same events whatever carriers its client has by then.
 */
function keyOf({ carrier, code, occurredAt, description, location, reason, reference }: DeliveryEventRow): string {
  const said =
    reference === ''
      ? `said\n${carrier}\n${code}\n${occurredAt.getTime()}\n${description}\n${location}\n${reason}`
      : `reference\n${carrier}\n${reference}`
  return hash('sha256', said, 'hex').slice(0, 32)
}
