import { readReturnState } from '../../returns/life/read-return-state.ts'
import { RETURN_STATES, type ReturnState } from '../../returns/life/return-state.ts'
import { type Fault, fault } from '../fault.ts'
import { normaliseTrackingNumber } from '../../deliveries/parcels/tracking-number.ts'
import { type CheckedFormat, wrongCheckDigit } from '../../deliveries/parcels/check-digit.ts'
import { instantReader } from './instant.ts'
import { countRepeats } from './count-repeats.ts'
import { countReader, keyReader, numberReader, textReader, withoutDecimals } from './read-cell.ts'
import { dateReading, type RowCheck, rowCheck, type RowChecks } from './row-check.ts'

/** An event of a returned SKU; `reference` is '' if it has none of its own. */
export type ReturnRow = {
  readonly line: number
  readonly returnReference: string
  /** '' if the row names only the customer's account or the return. */
  readonly orderNumber: string
  readonly customerAccount: string
  readonly SKU: string
  readonly quantity: number
  readonly event: ReturnState
  /** null if the file has none. */
  readonly occurredAt: Date | null
  readonly reasonCode: string
  readonly condition: string
  readonly note: string
  readonly trackingNumber: string
  readonly reference: string
  /** How many earlier rows of the file are identical, for rows without a reference. */
  readonly place: number
  /**
   * The format whose check digit the tracking number fails. Returns name no carrier, so only formats that need none are
   * checked.
   */
  readonly wrongDigit: CheckedFormat | undefined
}

const NO_EVENT = fault('Event is missing')
const OTHER_EVENT = fault(`Event is one of ${Object.values(RETURN_STATES).join(', ')}`)

/** Makes the check of return rows. Source: domain.md, Feeds: 'The warehouse and the carriers fill the portal'. */
export function returnRowCheck(checks: RowChecks): RowCheck<ReturnRow> {
  const readAt = instantReader('Occurred at', {
    zone: checks.timeZone,
    now: checks.now,
    ahead: 'day',
    ...dateReading(checks, 'occurredAt'),
  })
  const readCount = countReader('Quantity', 999_999)
  const hasEvents = checks.cellOf['event'] !== undefined
  const readers = {
    returnReference: numberReader('Return reference', 50),
    orderNumber: numberReader('Order number', 50, { mayLack: true }),
    customerAccount: textReader('Customer account', 50),
    SKU: keyReader('SKU', 40),
    // Shops export returns as negative quantities.
    quantity: (text: string) => readCount(text.replace(/^[-−]/, '')),
    event: (text: string) => (hasEvents ? readEvent(text) : 'received'),
    occurredAt: (text: string) => (text === '' ? null : readAt(text)),
    reasonCode: textReader('Reason code', 40),
    condition: textReader('Condition', 100),
    note: textReader('Note', 500),
    trackingNumber: numberReader('Tracking number', 50, { mayLack: true }),
    reference: numberReader('Event reference', 100, { mayLack: true }),
  }
  const placeOf = countRepeats()
  return rowCheck<typeof readers, ReturnRow>(checks, readers, (fields, line) => {
    const customerAccount = withoutDecimals(fields.customerAccount)
    return {
      line,
      ...fields,
      customerAccount,
      place: fields.reference === '' ? placeOf(Object.values(fields).join('\n')) : 0,
      wrongDigit: wrongCheckDigit(normaliseTrackingNumber(fields.trackingNumber), ''),
    }
  })
}

function readEvent(text: string): ReturnState | Fault {
  return readReturnState(text) ?? (text === '' ? NO_EVENT : OTHER_EVENT)
}
