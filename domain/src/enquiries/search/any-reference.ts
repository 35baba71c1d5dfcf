import { claimIdOf } from '../../claims/claim.ts'
import { trackingNumbersToFind } from '../../deliveries/parcels/tracking-number.ts'
import { disputeIdOf } from '../../invoices/dispute.ts'
import { MAX_INVOICE_NUMBER, normalInvoiceNumber } from '../../invoices/invoice-number.ts'
import { isDeliverable } from '../../text/email.ts'
import { normalPostcode } from '../../text/postcode.ts'
import { type AskedWords, askedWords, parcelEnd, phoneEnd } from './search-words.ts'

/** What a text that someone looks for may be, in the order in which it is told, and what one and several are called. */
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

/** The kinds that lead to orders: an invoice bills many, as a dispute claims for many, and is listed itself. */
export type OrderReferenceKind = Exclude<ReferenceKind, 'invoice' | 'dispute'>
export const ORDER_REFERENCE_KINDS = REFERENCE_KIND_CODES.filter((kind) => kind !== 'invoice' && kind !== 'dispute')

/** The kinds that are found by words of an order, not by a key. */
export type SearchKind = 'phone' | 'words'
type KeyKind = Exclude<ReferenceKind, SearchKind>
/** The kinds of orders that are found by a key. */
export type OrderKeyKind = Exclude<OrderReferenceKind, SearchKind>
export const ORDER_KEY_KINDS = ORDER_REFERENCE_KINDS.filter((kind) => kind !== 'phone' && kind !== 'words')

/** The texts to look for, by kind: as they are kept. A kind that the text cannot be is not there. */
export type PossibleReferences = Partial<Record<KeyKind, readonly string[]>>

/** As long as each kind is at most. */
const LONGEST = {
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

const asOne = (typed: string) => typed.trim().replaceAll(/\s+/g, ' ')
const unique = (texts: readonly (string | undefined)[]) => [
  ...new Set(texts.filter((text): text is string => text !== undefined && text !== '')),
]

/** A text as typed or in capitals: so references are kept, each as it came. */
function inCapitalsToo(typed: string): readonly string[] {
  const text = asOne(typed)
  return unique([text, text.toUpperCase()])
}

/** A text as typed, in capitals and in small letters: so what begins with it mostly does. */
export function inAnyCase(typed: string): readonly string[] {
  const text = asOne(typed)
  return unique([text, text.toUpperCase(), text.toLowerCase()])
}

/**
 * The spellings in which orders may have a postcode that someone types: as those of the United Kingdom are kept, and as it
 * stands there, with its spaces or without; abroad whatever is written is kept.
 */
export function postcodeSpellings(typed: string): readonly string[] {
  const text = asOne(typed).toUpperCase()
  const packed = text.replaceAll(' ', '')
  // Orders of before postcodes were checked by their letters may have others of the same form.
  const spaced = /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(packed)
    ? `${packed.slice(0, -3)} ${packed.slice(-3)}`
    : undefined
  return unique([normalPostcode('GB', text) || undefined, spaced, text, packed])
}

/** As a person says an email who has not said all of it: 'ada.l', 'ada99', 'ada@exa'. */
const EMAIL_BEGIN = /^(?=.*[a-z])(?=.*[\d@._+-])[\w.+-]{3,}(?:@[\w.-]*)?$/i
const emailBegin = (text: string) => (EMAIL_BEGIN.test(text) ? text.toLowerCase() : undefined)

/**
 * What a text may be a reference to. An email is nothing else. Everything else may be several: references are kept as they
 * came, mostly in capitals, and tracking numbers as they are compared; a postcode in any spelling, abroad
 * whatever is written there.
 */
export function possibleReferences(typed: string): PossibleReferences {
  const text = asOne(typed)
  if (text === '') return {}
  if (isDeliverable(text)) return { email: [text.toLowerCase()] }
  const either = inCapitalsToo(text)
  const all = {
    order: inAnyCase(text),
    emailBegin: unique([emailBegin(text)]),
    postcode: postcodeSpellings(text),
    parcel: trackingNumbersToFind(text),
    parcelEnd: unique([parcelEnd(text)]),
    serial: either,
    return: either,
    sku: [text],
    claim: unique([claimIdOf(text)?.toString()]),
    invoice: unique([normalInvoiceNumber(text)]),
    // Digits alone are a dispute's number only where disputes are looked for.
    dispute: /^d/i.test(text) ? unique([disputeIdOf(text)?.toString()]) : [],
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([kind, texts]) => {
      const short = texts.filter((one) => one.length <= LONGEST[kind as keyof typeof LONGEST])
      return short.length > 0 ? [[kind, short]] : []
    }),
  )
}

/**
 * What of an order's customer a text may be: the end of a phone number, or words of a name, a company or an address. What can
 * only be an email or a postcode is neither.
 */
export function possibleSearch(typed: string): { readonly phone?: string; readonly words?: AskedWords } {
  const text = asOne(typed)
  if (isDeliverable(text) || normalPostcode('GB', text)) return {}
  const phone = phoneEnd(text)
  if (phone !== undefined) return { phone }
  const words = askedWords(text)
  return words.length > 0 ? { words } : {}
}

/** How many are counted at most. */
export const MAX_COUNTED = 1000

/** 'a postcode; 14 orders': what a text was taken for, and how much there is of it. */
export function tookItForText(kind: ReferenceKind, count: number): string {
  const { one, counted, counts } = REFERENCE_KINDS[kind]
  const number =
    count > MAX_COUNTED ? `more than ${MAX_COUNTED.toLocaleString('en-GB')}` : count.toLocaleString('en-GB')
  return `${one}; ${number} ${count === 1 ? counted : counts}`
}
