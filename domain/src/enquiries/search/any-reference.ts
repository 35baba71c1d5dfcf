import { claimIdOf } from '../../claims/claim.ts'
import { trackingNumbersToFind } from '../../deliveries/parcels/tracking-number.ts'
import { disputeIdOf } from '../../invoices/dispute.ts'
import { MAX_INVOICE_NUMBER, normalInvoiceNumber } from '../../invoices/invoice-number.ts'
import { isDeliverable } from '../../text/email.ts'
import { normalPostcode } from '../../text/postcode.ts'
import { type SearchWords, parseSearchWords, parcelEnd, phoneEnd } from './search-words.ts'

/** What a search text may be, in order of display, with singular and plural names. */
export const REFERENCE_KINDS = {
  order: { one: 'an order', counted: 'order', counts: 'orders' },
  email: { one: 'an email', counted: 'order', counts: 'orders' },
  emailBegin: { one: 'the beginning of an email', counted: 'order', counts: 'orders' },
  postcode: { one: 'a postcode', counted: 'order', counts: 'orders' },
  parcel: { one: 'a tracking number', counted: 'parcel', counts: 'parcels' },
  parcelEnd: { one: 'the end of a tracking number', counted: 'parcel', counts: 'parcels' },
  serial: { one: 'a serial number', counted: 'parcel', counts: 'parcels' },
  return: { one: 'a return reference', counted: 'return', counts: 'returns' },
  sku: { one: 'a SKU', counted: 'order', counts: 'orders' },
  claim: { one: 'a claim number', counted: 'parcel', counts: 'parcels' },
  invoice: { one: 'an invoice number', counted: 'invoice', counts: 'invoices' },
  dispute: { one: 'a dispute number', counted: 'dispute', counts: 'disputes' },
  phone: { one: 'a phone number', counted: 'order', counts: 'orders' },
  words: { one: 'a name or an address', counted: 'order', counts: 'orders' },
} as const

export type ReferenceKind = keyof typeof REFERENCE_KINDS
export const REFERENCE_KIND_CODES = Object.keys(REFERENCE_KINDS) as [ReferenceKind, ...ReferenceKind[]]

/** Kinds that lead to orders. An invoice or dispute covers many orders and is listed itself. */
export type OrderReferenceKind = Exclude<ReferenceKind, 'invoice' | 'dispute'>
export const ORDER_REFERENCE_KINDS = REFERENCE_KIND_CODES.filter((kind) => kind !== 'invoice' && kind !== 'dispute')

/** Kinds found by words or digits of an order rather than by a key. */
export type SearchKind = 'phone' | 'words'
type KeyKind = Exclude<ReferenceKind, SearchKind>
/** Kinds of orders found by a key. */
export type OrderKeyKind = Exclude<OrderReferenceKind, SearchKind>
export const ORDER_KEY_KINDS = ORDER_REFERENCE_KINDS.filter((kind) => kind !== 'phone' && kind !== 'words')

/** Stored spellings to look up, by kind; a kind that the text cannot be is missing. */
export type PossibleReferences = Partial<Record<KeyKind, readonly string[]>>

/** Maximum length of each kind. */
const MAX_LENGTHS = {
  order: 50,
  parcel: 60,
  serial: 60,
  return: 50,
  sku: 40,
  postcode: 12,
  claim: 12,
  parcelEnd: 12,
  invoice: MAX_INVOICE_NUMBER,
  dispute: 12,
  emailBegin: 254,
} as const

const collapseSpaces = (typed: string) => typed.trim().replaceAll(/\s+/g, ' ')
const unique = (texts: readonly (string | undefined)[]) => [
  ...new Set(texts.filter((text): text is string => text !== undefined && text !== '')),
]

/** References are stored in capitals or as received. */
function withUpperCase(typed: string): readonly string[] {
  const text = collapseSpaces(typed)
  return unique([text, text.toUpperCase()])
}

/** The text as typed, in capitals and in lower case: enough for most prefix searches. */
export function caseVariants(typed: string): readonly string[] {
  const text = collapseSpaces(typed)
  return unique([text, text.toUpperCase(), text.toLowerCase()])
}

/**
 * Stored spellings of a typed postcode: the UK format, and the typed text with and without spaces. Foreign postcodes
 * are stored as written.
 */
export function postcodeSpellings(typed: string): readonly string[] {
  const text = collapseSpaces(typed).toUpperCase()
  const packed = text.replaceAll(' ', '')
  // Older orders were not normalised, so other spellings of a valid UK postcode exist.
  const spaced = /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(packed)
    ? `${packed.slice(0, -3)} ${packed.slice(-3)}`
    : undefined
  return unique([normalPostcode('GB', text) || undefined, spaced, text, packed])
}

/** A partial email: 'ada.l', 'ada99', 'ada@exa'. */
const EMAIL_BEGIN = /^(?=.*[a-z])(?=.*[\d@._+-])[\w.+-]{3,}(?:@[\w.-]*)?$/i
const emailBegin = (text: string) => (EMAIL_BEGIN.test(text) ? text.toLowerCase() : undefined)

/**
 * Lists the kinds of reference that a text may be, with the spellings to look up. An email is only that; other texts
 * may be several kinds. References are stored as received, mostly in capitals; tracking numbers in their comparison
 * form.
 */
export function possibleReferences(typed: string): PossibleReferences {
  const text = collapseSpaces(typed)
  if (text === '') return {}
  if (isDeliverable(text)) return { email: [text.toLowerCase()] }
  const either = withUpperCase(text)
  const all = {
    order: caseVariants(text),
    emailBegin: unique([emailBegin(text)]),
    postcode: postcodeSpellings(text),
    parcel: trackingNumbersToFind(text),
    parcelEnd: unique([parcelEnd(text)]),
    serial: either,
    return: either,
    sku: [text],
    claim: unique([claimIdOf(text)?.toString()]),
    invoice: unique([normalInvoiceNumber(text)]),
    // Digits alone mean a dispute only in the search for disputes.
    dispute: /^d/i.test(text) ? unique([disputeIdOf(text)?.toString()]) : [],
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([kind, texts]) => {
      const short = texts.filter((one) => one.length <= MAX_LENGTHS[kind as keyof typeof MAX_LENGTHS])
      return short.length > 0 ? [[kind, short]] : []
    }),
  )
}

/**
 * Reads a text as the end of a phone number, or as words of a name, company or address. Text that can only be an email
 * or a postcode is neither.
 */
export function possibleSearch(typed: string): { readonly phone?: string; readonly words?: SearchWords } {
  const text = collapseSpaces(typed)
  if (isDeliverable(text) || normalPostcode('GB', text)) return {}
  const phone = phoneEnd(text)
  if (phone !== undefined) return { phone }
  const words = parseSearchWords(text)
  return words.length > 0 ? { words } : {}
}

/** Counting stops above this number. */
export const MAX_COUNTED = 1000

/** How a search text was interpreted, and the number of results: 'a postcode; 14 orders'. */
export function interpretationText(kind: ReferenceKind, count: number): string {
  const { one, counted, counts } = REFERENCE_KINDS[kind]
  const number =
    count > MAX_COUNTED ? `more than ${MAX_COUNTED.toLocaleString('en-GB')}` : count.toLocaleString('en-GB')
  return `${one}; ${number} ${count === 1 ? counted : counts}`
}
