import { hash } from 'node:crypto'
import { type DeliveryEventRow, deliveryEventRowCheck } from '@despatch/domain/feeds/rows/check-delivery-event-row'
import type { CheckedFormat } from '@despatch/domain/deliveries/parcels/check-digit'
import type { RowCheck, RowChecks } from '@despatch/domain/feeds/rows/row-check'
import { wholeSecond } from '@despatch/domain/feeds/rows/instant'

/** What tells the meaning of an event, as it came. */
export type EventCodeKey = { readonly carrier: string; readonly code: string; readonly reason: string }

/** A delivery event of a file that waits to be written: no more than is needed then, for thousands wait at a time. */
export type WaitingEvent = {
  /** Where it stands in the file. */
  readonly line: number
  readonly trackingNumber: string
  /** Tells it from the others of its parcel. */
  readonly key: string
  /** One object for all events near one another that say the same. */
  readonly said: EventCodeKey
  /** In milliseconds. */
  readonly at: number
  readonly description: string
  readonly location: string
  /** The format whose check digit the tracking number fails. */
  readonly wrongDigit: CheckedFormat | undefined
}

/** Tells an event from all others of its client. */
export const eventName = (trackingNumber: string, key: string): string => `${trackingNumber}\n${key}`

/**
 * Makes the check of a file of delivery events. Whatever can be worked out of a row by itself is, while the rows before it
 * are being written.
 */
export function waitingEventCheck(checks: RowChecks): RowCheck<WaitingEvent> {
  const check = deliveryEventRowCheck(checks)
  const saidCode = saidCodes()
  return (cells, line) => {
    const checked = check(cells, line)
    if (checked.is !== 'taken') return checked
    const { trackingNumber, occurredAt, description, location, wrongDigit } = checked.row
    const key = keyOf(checked.row)
    const said = saidCode(checked.row)
    const at = occurredAt.getTime()
    return { is: 'taken', row: { line, trackingNumber, key, said, at, description, location, wrongDigit } }
  }
}

/** Codes, and what is said with one of them, that are kept to be given again: carriers have some hundred. */
const MAX_CODES = 1_000
const MAX_OF_A_CODE = 50

/** Gives the same object again for what has been said before; a file in which all say something else has it forgotten. */
function saidCodes(): (row: EventCodeKey) => EventCodeKey {
  const codes = new Map<string, EventCodeKey[]>()
  return ({ carrier, code, reason }) => {
    const known = codes.get(code) ?? []
    const found = known.find((said) => said.carrier === carrier && said.reason === reason)
    if (found) return found
    const said = { carrier, code, reason }
    if (codes.size >= MAX_CODES) codes.clear()
    codes.set(code, known.length < MAX_OF_A_CODE ? [...known, said] : [said])
    return said
  }
}

/**
 * The same event sent twice is one: it is told by its carrier's own reference, or else by all that it says. Its carrier is
 * taken as it came, so that the same file is the same events whatever carriers its client has by then.
 */
function keyOf({ carrier, code, occurredAt, description, location, reason, reference }: DeliveryEventRow): string {
  const said =
    reference === ''
      ? `said\n${carrier}\n${code}\n${wholeSecond(occurredAt).getTime()}\n${description}\n${location}\n${reason}`
      : `reference\n${carrier}\n${reference}`
  return hash('sha256', said, 'hex').slice(0, 32)
}
