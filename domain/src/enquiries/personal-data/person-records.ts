import { formatCount } from '../../money/money.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../orders/order-status.ts'
import { wordsOf } from '../search/search-words.ts'

/** What stands in place of what was erased. */
export const ERASED = 'Erased'
/** The act of an order's history. */
export const ERASED_ACT = 'Personal data erased'

/** As many orders are found at once, and exported as one file; a search that finds more says so. */
export const MAX_FOUND = 1000
/** As many orders are erased at once: one transaction holds them. */
export const MAX_ERASED = 200
export const MAX_REQUEST_REFERENCE = 50

/** Why data are erased, as people choose it. */
export const ERASURE_REASONS = {
  request: 'The person asked for it',
  client: 'The client passed a request on',
  retention: 'The data are no longer needed',
} as const
export type ErasureReason = keyof typeof ERASURE_REASONS
export const ERASURE_REASON_CODES = Object.keys(ERASURE_REASONS) as [ErasureReason, ...ErasureReason[]]

/** Why an erasure of the list was done: 'restored' is one that was done again after a restore. */
export const ALL_ERASURE_REASONS = { ...ERASURE_REASONS, restored: 'Done again after a restore' } as const
export type AnyErasureReason = keyof typeof ALL_ERASURE_REASONS
export const ANY_ERASURE_REASON_CODES = Object.keys(ALL_ERASURE_REASONS) as [AnyErasureReason, ...AnyErasureReason[]]

/** An order with what is kept about its customer. */
export type PersonRecord = {
  readonly clientCode: string
  readonly orderNumber: string
  readonly Status: OrderStatus
  readonly customer: string
  readonly email: string
  readonly phone: string
  readonly address: readonly string[]
  readonly postCode: string
  /** Of its parcels, those without an end, and the day of the last despatch; null where nothing was despatched. */
  readonly parcelsUnderWay: number
  readonly lastDespatch: string | null
  readonly openReturns: readonly string[]
  readonly refundsDue: readonly string[]
  readonly openClaims: readonly string[]
  readonly isErased: boolean
}

/** A parcel of which nobody heard for so long does not hold an erasure up. */
const DAYS_UNDER_WAY = 90
const DAY_MS = 86_400_000

/** What stands in the way of erasing the person of an order, in words that say what to do first; none where nothing does. */
export function obstaclesOf(record: PersonRecord, now: Date): string[] {
  const { Status, orderNumber, lastDespatch } = record
  const obstacles: string[] = []
  const isUnderWay =
    record.parcelsUnderWay > 0 &&
    lastDespatch !== null &&
    now.getTime() - new Date(lastDespatch).getTime() < DAYS_UNDER_WAY * DAY_MS
  if (Status === 'D' ? isUnderWay : Status !== 'V' && Status !== 'C')
    obstacles.push(
      Status === 'D'
        ? `Order ${orderNumber} is on its way: wait until it is delivered.`
        : `Order ${orderNumber} is ${ORDER_STATUSES[Status].description.toLowerCase()}: deliver or cancel it first.`,
    )
  for (const reference of record.openReturns)
    obstacles.push(`Return ${reference} of order ${orderNumber} is under way: finish or withdraw it first.`)
  for (const reference of record.refundsDue)
    obstacles.push(`Return ${reference} of order ${orderNumber} is still to be refunded: refund or reject it first.`)
  for (const claim of record.openClaims)
    obstacles.push(`Claim ${claim} for order ${orderNumber} is open: settle or withdraw it first.`)
  return obstacles
}

/** The records of one person, as far as they tell by themselves. */
export type FoundPerson<Row extends PersonRecord> = {
  readonly names: readonly string[]
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly addresses: readonly string[]
  readonly records: readonly Row[]
}

const folded = (text: string) => wordsOf(text).join(' ')

/** What makes two orders one person's: the same email, or the same name at the same postcode. */
function keysOf({ email, customer, postCode }: PersonRecord): string[] {
  const name = folded(customer)
  const place = folded(postCode).replaceAll(' ', '')
  return [
    ...(email.trim() === '' ? [] : [`email ${email.trim().toLowerCase()}`]),
    ...(name === '' || place === '' ? [] : [`name ${name} at ${place}`]),
  ]
}

/** Puts records together that belong to one person, in the order in which each person's first record comes. */
export function groupPeople<Row extends PersonRecord>(rows: readonly Row[]): FoundPerson<Row>[] {
  const groups: { keys: Set<string>; records: Row[] }[] = []
  for (const row of rows) {
    const keys = row.isErased ? [`erased ${row.clientCode} ${row.orderNumber}`] : keysOf(row)
    const same = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const [first] = same
    if (!first) {
      groups.push({ keys: new Set(keys), records: [row] })
      continue
    }
    for (const key of keys) first.keys.add(key)
    first.records.push(row)
    // A record with the email of one and the name and postcode of another says that both are one.
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

/** Texts but for those that are the same in any case, as they were written first. */
function unique(texts: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const text of texts.map((each) => each.trim()))
    if (text !== '' && !seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  return [...seen.values()]
}

/** Whether a request's reference names the person, which the record of an erasure must not. */
export function namesPerson(reference: string, records: readonly PersonRecord[]): boolean {
  const words = new Set(wordsOf(reference))
  return records.some(
    ({ customer, email, isErased }) =>
      !isErased &&
      (wordsOf(customer).some((word) => word.length > 2 && words.has(word)) ||
        (email !== '' && reference.toLowerCase().includes(email.toLowerCase()))),
  )
}

/** What an erasure replaces or deletes, by the kinds of its counts. */
export const ERASED_KINDS = {
  orders: 'Names, emails, phones and addresses of orders',
  history: 'Entries of order histories',
  undo: 'What undoing an amendment would put back',
  notes: 'Notes about orders',
  tags: 'Tags that name the person',
  reasons: 'Reasons of carriers chosen by hand',
  carrierEvents: 'Carriers’ own words on parcels',
  returnEvents: 'The returns desk’s words on returns',
  shoppersNotes: 'What the shopper wrote about returns',
  photos: 'Photos of returns',
  drafts: 'Returns that the shopper began',
  mails: 'Mails that wait to be sent',
  claimMessages: 'Messages about claims',
  claimFiles: 'Evidence of claims',
  views: 'Saved views that name the person',
} as const
export type ErasedKind = keyof typeof ERASED_KINDS
export const ERASED_KIND_CODES = Object.keys(ERASED_KINDS) as [ErasedKind, ...ErasedKind[]]

/** '2 orders', '1 order'. */
export const ordersCounted = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`
