import type { Day } from '../../calendar/day.ts'
import type { OrderStatus } from '../../orders/order-status.ts'
import { type Fault, fault, isFault } from '../fault.ts'
import type { STATE_FIELDS } from './order-fields.ts'

/** The state of an order in a feed: still to be despatched, or past. */
export type FedOrderState = {
  readonly status: 'N' | 'D' | 'V' | 'C'
  /** '' if still to be despatched, or cancelled. */
  readonly despatchedOn: Day | ''
  /** '' if not delivered. */
  readonly deliveredOn: Day | ''
}
type StateField = (typeof STATE_FIELDS)[number]
type StateFault = Fault & { readonly field: StateField | 'orderDate' }

/** Words of shops and warehouses, in lowercase. */
const STATUSES: ReadonlyMap<string, FedOrderState['status']> = new Map(
  (
    [
      ['N', 'n|new|open|pending|processing|paid|confirmed|unfulfilled|awaiting fulfilment'],
      // Statuses in lists of this portal.
      ['N', 'r|released|s|suspended|p|picking|k|packed'],
      // Shops call an order completed once it is despatched.
      ['D', 'd|despatched|dispatched|shipped|sent|fulfilled|complete|completed'],
      ['V', 'v|delivered|closed'],
      ['C', 'c|cancelled|canceled|void|voided'],
    ] as const
  ).flatMap(([status, names]) => names.split('|').map((name) => [name, status] as const)),
)

const NO_STATUS = fault('Status is New, or of a past order Despatched, Delivered, Closed or Cancelled')
const STILL_TO_GO = fault('This order is still open. Leave its despatch and delivery dates empty')
const DESPATCH_TO_COME = fault('Despatched on is in the future')
const NO_ORDER_DATE = fault('Order date is required for a past order')
const BEFORE_ORDER = fault('Despatched on is before the order was placed')
const DELIVERY_TO_COME = fault('Delivered on is in the future')
const BEFORE_DESPATCH = fault('Delivered on is before the despatch date')

const STILL_OPEN: FedOrderState = { status: 'N', despatchedOn: '', deliveredOn: '' }

type OrderStateInput = {
  readonly textOf: (field: StateField) => string
  readonly readDespatched: (text: string) => Day | Fault
  readonly readDelivered: (text: string) => Day | Fault
  /** The day of the order, and the day when it was due to be despatched. */
  readonly ordered: Day
  /** The file has the date of the order; otherwise `ordered` is today. */
  readonly isDated: boolean
  readonly due: Day
  readonly today: Day
}

/**
 * Reads the status of an order and its days of despatch and delivery; undefined if all are empty. Without a status, the
 * days decide. A despatched order without a day was despatched when due, and a delivered one arrived on the day of
 * despatch.
 */
export function readOrderState(input: OrderStateInput): FedOrderState | StateFault | undefined {
  const { textOf, ordered, due, today } = input
  const [despatchedText, deliveredText] = [textOf('despatchedOn'), textOf('deliveredOn')]
  const statusText = textOf('status')
  if (statusText + despatchedText + deliveredText === '') return undefined
  const statusByDays = deliveredText !== '' ? 'V' : despatchedText !== '' ? 'D' : 'N'
  const statedStatus = statusText === '' ? statusByDays : STATUSES.get(statusText.toLowerCase())
  const status = statedStatus === 'D' && deliveredText !== '' ? 'V' : statedStatus
  if (status === undefined) return { ...NO_STATUS, field: 'status' }
  if (status === 'N' && statusByDays !== 'N') return { ...STILL_TO_GO, field: 'status' }
  if (status === 'N' || status === 'C') return { ...STILL_OPEN, status }
  if (!input.isDated) return { ...NO_ORDER_DATE, field: 'orderDate' }
  const despatchedOn = despatchedText === '' ? (due < today ? due : today) : input.readDespatched(despatchedText)
  if (isFault(despatchedOn)) return { ...despatchedOn, field: 'despatchedOn' }
  if (despatchedOn > today) return { ...DESPATCH_TO_COME, field: 'despatchedOn' }
  if (despatchedOn < ordered) return { ...BEFORE_ORDER, field: 'despatchedOn' }
  if (status === 'D') return { status, despatchedOn, deliveredOn: '' }
  const deliveredOn = deliveredText === '' ? despatchedOn : input.readDelivered(deliveredText)
  if (isFault(deliveredOn)) return { ...deliveredOn, field: 'deliveredOn' }
  if (deliveredOn > today) return { ...DELIVERY_TO_COME, field: 'deliveredOn' }
  // Without a day of despatch, it was despatched no later than it arrived.
  if (deliveredOn < despatchedOn && despatchedText === '' && deliveredOn >= ordered)
    return { status, despatchedOn: deliveredOn, deliveredOn }
  return deliveredOn < despatchedOn
    ? { ...BEFORE_DESPATCH, field: 'deliveredOn' }
    : { status, despatchedOn, deliveredOn }
}

/** Whether a further row of an order has another state than the first; an empty one agrees. */
export function isStateDifferent(first: FedOrderState | undefined, further: FedOrderState | undefined): boolean {
  if (further === undefined) return false
  const { status, despatchedOn, deliveredOn } = first ?? STILL_OPEN
  return status !== further.status || despatchedOn !== further.despatchedOn || deliveredOn !== further.deliveredOn
}

const hasLeft = (status: OrderStatus): boolean => status === 'D' || status === 'V'

/** Whether a stored order's status contradicts the feed. Despatched is enough for delivered, because events report delivery. */
export function isStatusContradicted(fed: FedOrderState | undefined, stored: OrderStatus): boolean {
  if (!fed || fed.status === 'N') return false
  return hasLeft(fed.status) ? !hasLeft(stored) : stored !== fed.status
}
