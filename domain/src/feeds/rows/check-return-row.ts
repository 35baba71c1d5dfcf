import { readReturnState } from '../../returns/life/read-return-state.ts'
import { RETURN_STATES, type ReturnState } from '../../returns/life/return-state.ts'
import { type Fault, fault } from '../fault.ts'
import { normaliseTrackingNumber } from '../../deliveries/parcels/tracking-number.ts'
import { type CheckedFormat, wrongCheckDigit } from '../../deliveries/parcels/check-digit.ts'
import { instantReader } from './instant.ts'
import { placesAmongEquals } from './place-among-equals.ts'
import { countReader, keyReader, numberReader, textReader, withoutDecimals } from './read-cell.ts'
import { dateReading, type RowCheck, rowCheck, type RowChecks } from './row-check.ts'

/** An event of what came back of one SKU; `reference` is '' where it has none of its own. */
export type ReturnRow = {
  readonly line: number
  readonly returnReference: string
  /** '' where the row names the customer's account or the return alone. */
  readonly orderNumber: string
  readonly customerAccount: string
  readonly SKU: string
  readonly quantity: number
  readonly event: ReturnState
  /** null where the file does not say. */
  readonly occurredAt: Date | null
  readonly reasonCode: string
  readonly condition: string
  readonly note: string
  readonly trackingNumber: string
  readonly reference: string
  /** How many rows before it in the file say the same, where it has no reference of its own. */
  readonly place: number
  /** The format whose check digit the tracking number fails. No carrier is named: those that need none are known alone. */
  readonly wrongDigit: CheckedFormat | undefined
}

const NO_EVENT = fault('Event is missing: it says what became of what came back')
const OTHER_EVENT = fault(`Event is one of ${Object.values(RETURN_STATES).join(', ')}`)

/** Makes the check of a file of returns. domain.md, Feeds: 'The warehouse and the carriers fill the portal'. */
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
    // Shops write what comes back as a sale of fewer than none.
    quantity: (text: string) => readCount(text.replace(/^[-−]/, '')),
    event: (text: string) => (hasEvents ? readEvent(text) : 'received'),
    occurredAt: (text: string) => (text === '' ? null : readAt(text)),
    reasonCode: textReader('Reason code', 40),
    condition: textReader('Condition', 100),
    note: textReader('Note', 500),
    trackingNumber: numberReader('Tracking number', 50, { mayLack: true }),
    reference: numberReader('Event reference', 100, { mayLack: true }),
  }
  const placeOf = placesAmongEquals()
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
