import type { Day } from '../../calendar/day.ts'
import type { OrderStatus } from '../../orders/order-status.ts'
import { type Fault, fault, isFault } from '../fault.ts'
import type { STATE_FIELDS } from './order-fields.ts'

/** What a feed says of an order: still to go, or of the past. */
export type FedState = {
  readonly status: 'N' | 'D' | 'V' | 'C'
  /** '' of an order that is still to go, or cancelled. */
  readonly despatchedOn: Day | ''
  /** '' of an order that is not delivered. */
  readonly deliveredOn: Day | ''
}
type StateField = (typeof STATE_FIELDS)[number]
type StateFault = Fault & { readonly field: StateField | 'orderDate' }

/** What shops and warehouses write, in small letters. */
const STATUSES: ReadonlyMap<string, FedState['status']> = new Map(
  (
    [
      ['N', 'n|new|open|pending|processing|paid|confirmed|unfulfilled|awaiting fulfilment'],
      // As lists of this portal write them.
      ['N', 'r|released|s|suspended|p|picking|k|packed'],
      // Shops call an order completed once it is sent.
      ['D', 'd|despatched|dispatched|shipped|sent|fulfilled|complete|completed'],
      ['V', 'v|delivered|closed'],
      ['C', 'c|cancelled|canceled|void|voided'],
    ] as const
  ).flatMap(([status, names]) => names.split('|').map((name) => [name, status] as const)),
)

const NO_STATUS = fault('Status is New, or of a past order Despatched, Delivered, Closed or Cancelled')
const STILL_TO_GO = fault('Status says that this order is still to go: leave its days of despatch and delivery empty')
const DESPATCH_TO_COME = fault('Despatched on is still to come: a past order has left already')
const NO_ORDER_DATE = fault('Order date is needed of a past order')
const BEFORE_ORDER = fault('Despatched on is before the order was placed')
const DELIVERY_TO_COME = fault('Delivered on is still to come: a past order has arrived already')
const BEFORE_DESPATCH = fault('Delivered on is before the order left')

const STILL_OPEN: FedState = { status: 'N', despatchedOn: '', deliveredOn: '' }

type Given = {
  readonly textOf: (field: StateField) => string
  readonly readDespatched: (text: string) => Day | Fault
  readonly readDelivered: (text: string) => Day | Fault
  /** The day on which it was placed, and the one on which it was to leave. */
  readonly ordered: Day
  /** Whether the file says when it was placed; else that is now. */
  readonly isDated: boolean
  readonly due: Day
  readonly today: Day
}

/**
 * Reads the status of an order and the days that it has reached; undefined where nothing is said of these. Without a status it
 * is what its days say; a despatched order without a day left when it was due, and a delivered one arrived on the day that it left.
 */
export function readOrderState(given: Given): FedState | StateFault | undefined {
  const { textOf, ordered, due, today } = given
  const [despatchedText, deliveredText] = [textOf('despatchedOn'), textOf('deliveredOn')]
  const told = textOf('status')
  if (told + despatchedText + deliveredText === '') return undefined
  const usual = deliveredText !== '' ? 'V' : despatchedText !== '' ? 'D' : 'N'
  const said = told === '' ? usual : STATUSES.get(told.toLowerCase())
  const status = said === 'D' && deliveredText !== '' ? 'V' : said
  if (status === undefined) return { ...NO_STATUS, field: 'status' }
  if (status === 'N' && usual !== 'N') return { ...STILL_TO_GO, field: 'status' }
  if (status === 'N' || status === 'C') return { ...STILL_OPEN, status }
  if (!given.isDated) return { ...NO_ORDER_DATE, field: 'orderDate' }
  const despatchedOn = despatchedText === '' ? (due < today ? due : today) : given.readDespatched(despatchedText)
  if (isFault(despatchedOn)) return { ...despatchedOn, field: 'despatchedOn' }
  if (despatchedOn > today) return { ...DESPATCH_TO_COME, field: 'despatchedOn' }
  if (despatchedOn < ordered) return { ...BEFORE_ORDER, field: 'despatchedOn' }
  if (status === 'D') return { status, despatchedOn, deliveredOn: '' }
  const deliveredOn = deliveredText === '' ? despatchedOn : given.readDelivered(deliveredText)
  if (isFault(deliveredOn)) return { ...deliveredOn, field: 'deliveredOn' }
  if (deliveredOn > today) return { ...DELIVERY_TO_COME, field: 'deliveredOn' }
  // Where nobody says when it left, it left when it arrived at the latest.
  if (deliveredOn < despatchedOn && despatchedText === '' && deliveredOn >= ordered)
    return { status, despatchedOn: deliveredOn, deliveredOn }
  return deliveredOn < despatchedOn
    ? { ...BEFORE_DESPATCH, field: 'deliveredOn' }
    : { status, despatchedOn, deliveredOn }
}

/** Whether a further row of an order says another state than its first; one that says none agrees. */
export function isOtherState(first: FedState | undefined, further: FedState | undefined): boolean {
  if (further === undefined) return false
  const { status, despatchedOn, deliveredOn } = first ?? STILL_OPEN
  return status !== further.status || despatchedOn !== further.despatchedOn || deliveredOn !== further.deliveredOn
}

const hasLeft = (status: OrderStatus): boolean => status === 'D' || status === 'V'

/** Whether an order that is there is not what a feed says of it. That it has left is enough: whether it arrived, events say. */
export function isOtherThanFed(fed: FedState | undefined, kept: OrderStatus): boolean {
  if (!fed || fed.status === 'N') return false
  return hasLeft(fed.status) ? !hasLeft(kept) : kept !== fed.status
}
