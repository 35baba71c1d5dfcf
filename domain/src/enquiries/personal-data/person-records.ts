import { formatCount } from '../../money/money.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../orders/order-status.ts'
import { wordsOf } from '../search/search-words.ts'

/** Replaces erased text. */
export const ERASED = 'Erased'
/** The act in an order's history. */
export const ERASED_ACT = 'Personal data erased'

/** Limit of one search and one export; a search that finds more says so. */
export const MAX_ORDERS_FOUND = 1000
/** Limit of one erasure, which is a single transaction. */
export const MAX_ORDERS_ERASED = 200
export const MAX_REQUEST_REFERENCE = 50

export const ERASURE_REASONS = {
  request: 'The person asked for it',
  client: 'The client passed a request on',
  retention: 'The data are no longer needed',
} as const
export type ErasureReason = keyof typeof ERASURE_REASONS
export const ERASURE_REASON_CODES = Object.keys(ERASURE_REASONS) as [ErasureReason, ...ErasureReason[]]

/** Reasons in the list of erasures; 'restored' means repeated after a restore. */
export const ALL_ERASURE_REASONS = { ...ERASURE_REASONS, restored: 'Done again after a restore' } as const
export type AnyErasureReason = keyof typeof ALL_ERASURE_REASONS
export const ANY_ERASURE_REASON_CODES = Object.keys(ALL_ERASURE_REASONS) as [AnyErasureReason, ...AnyErasureReason[]]

/** An order and the personal data stored for its customer. */
export type PersonRecord = {
  readonly clientCode: string
  readonly orderNumber: string
  readonly Status: OrderStatus
  readonly customer: string
  readonly email: string
  readonly phone: string
  readonly address: readonly string[]
  readonly postCode: string
  /** Number of parcels that are neither delivered nor otherwise finished. */
  readonly parcelsUnderWay: number
  readonly lastDespatch: string | null
  readonly openReturns: readonly string[]
  readonly refundsDue: readonly string[]
  readonly openClaims: readonly string[]
  readonly isErased: boolean
}

/** A parcel without news for longer than this does not block an erasure. */
const DAYS_UNDER_WAY = 90
const DAY_MS = 86_400_000

/** Explains, with the remedy first to take, what blocks erasing an order's personal data; empty if nothing does. */
export function erasureObstacles(record: PersonRecord, now: Date): string[] {
  const { Status, orderNumber, lastDespatch } = record
  const obstacles: string[] = []
  const isUnderWay =
    record.parcelsUnderWay > 0 &&
    lastDespatch !== null &&
    now.getTime() - new Date(lastDespatch).getTime() < DAYS_UNDER_WAY * DAY_MS
  if (Status === 'D' ? isUnderWay : Status !== 'V' && Status !== 'C')
    obstacles.push(
      Status === 'D'
        ? `Order ${orderNumber} is in transit. Wait until it is delivered.`
        : `Order ${orderNumber} is ${ORDER_STATUSES[Status].description.toLowerCase()}. Deliver or cancel it first.`,
    )
  for (const reference of record.openReturns)
    obstacles.push(`Return ${reference} of order ${orderNumber} is in progress. Finish or withdraw it first.`)
  for (const reference of record.refundsDue)
    obstacles.push(`Return ${reference} of order ${orderNumber} is awaiting a refund. Refund or reject it first.`)
  for (const claim of record.openClaims)
    obstacles.push(`Claim ${claim} for order ${orderNumber} is open. Settle or withdraw it first.`)
  return obstacles
}

/** Orders that belong to one person, with their distinct names and contacts. */
export type PersonGroup<Row extends PersonRecord> = {
  readonly names: readonly string[]
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly addresses: readonly string[]
  readonly records: readonly Row[]
}

const folded = (text: string) => wordsOf(text).join(' ')

/** Two orders belong to one person if they share an email, or a name and postcode. */
function personKeys({ email, customer, postCode }: PersonRecord): string[] {
  const name = folded(customer)
  const place = folded(postCode).replaceAll(' ', '')
  return [
    ...(email.trim() === '' ? [] : [`email ${email.trim().toLowerCase()}`]),
    ...(name === '' || place === '' ? [] : [`name ${name} at ${place}`]),
  ]
}

/** Groups records by person, in the order of each person's first record. */
export function groupPeople<Row extends PersonRecord>(rows: readonly Row[]): PersonGroup<Row>[] {
  const groups: { keys: Set<string>; records: Row[] }[] = []
  for (const row of rows) {
    const keys = row.isErased ? [`erased ${row.clientCode} ${row.orderNumber}`] : personKeys(row)
    const same = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const [first] = same
    if (!first) {
      groups.push({ keys: new Set(keys), records: [row] })
      continue
    }
    for (const key of keys) first.keys.add(key)
    first.records.push(row)
    // This record shares its email with one person and its name and postcode with another: merge both.
    for (const other of same.slice(1)) {
      for (const key of other.keys) first.keys.add(key)
      first.records.push(...other.records)
      groups.splice(groups.indexOf(other), 1)
    }
  }
  return groups.map(({ records }) => ({
    names: unique(records.map(({ customer }) => customer)),
    emails: unique(records.map(({ email }) => email)),
    phones: unique(records.map(({ phone }) => phone)),
    addresses: unique(records.map(({ address, postCode }) => [...address, postCode].filter(Boolean).join(', '))),
    records,
  }))
}

/** Removes texts that differ only in case; the first spelling stays. */
function unique(texts: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const text of texts.map((each) => each.trim()))
    if (text !== '' && !seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  return [...seen.values()]
}

/** Whether a request's reference contains personal data, which the record of an erasure must not. */
export function namesPerson(reference: string, records: readonly PersonRecord[]): boolean {
  const words = new Set(wordsOf(reference))
  return records.some(
    ({ customer, email, isErased }) =>
      !isErased &&
      (wordsOf(customer).some((word) => word.length > 2 && words.has(word)) ||
        (email !== '' && reference.toLowerCase().includes(email.toLowerCase()))),
  )
}

/** Kinds of data that an erasure replaces or deletes. */
export const ERASED_KINDS = {
  orders: 'Names, emails, phones and addresses of orders',
  history: 'Entries of order histories',
  undo: 'Earlier values of amendments',
  notes: 'Notes about orders',
  tags: 'Tags that name the person',
  reasons: 'Reasons of carriers chosen by hand',
  carrierEvents: 'Carriers’ messages about parcels',
  returnEvents: 'Staff notes about returns',
  shoppersNotes: 'Customers’ notes about returns',
  photos: 'Photos of returns',
  drafts: 'Returns started by customers',
  mails: 'Emails waiting to be sent',
  claimMessages: 'Messages about claims',
  claimFiles: 'Evidence of claims',
  views: 'Saved views that name the person',
} as const
export type ErasedKind = keyof typeof ERASED_KINDS
export const ERASED_KIND_CODES = Object.keys(ERASED_KINDS) as [ErasedKind, ...ErasedKind[]]

export const orderCountText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`
