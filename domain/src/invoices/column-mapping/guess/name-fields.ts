import { decimalOf } from '../../reading/amount.ts'
import { headerName } from '../columns.ts'
import { hasContent } from '../fits.ts'
import { LAYOUT_FIELDS } from '../layout.ts'
import {
  FIELD_WORDS,
  type GuessedField,
  GROSS_WORDS,
  NET_WORDS,
  SENDER_WORDS,
  TAX_WORDS,
  UNREAD_WORDS,
} from './guess-words.ts'

type Candidate = { place: number; field: GuessedField; phrase: string; score: number }

/** Assigns fields to columns by name: the best matches first, each field once. */
export function nameFields(
  header: readonly string[],
  texts: readonly (readonly string[])[],
): Map<number, GuessedField> {
  const candidates = header.flatMap((name, place) => candidatesOf(name, place, texts[place] ?? []))
  const taken = new Map<number, Candidate>()
  const used = new Set<GuessedField>()
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score || one.place - other.place)) {
    const { place, field } = candidate
    if (taken.has(place) || (used.has(field) && field !== 'reference')) continue
    taken.set(place, candidate)
    used.add(field)
  }
  return new Map(
    [...taken].map(([place, { field, phrase }]) => [
      place,
      // Beside a tracking number, the order's number is the shipper's own.
      ORDER_NUMBERS.has(phrase) && used.has('trackingNumber') ? 'reference' : field,
    ]),
  )
}

/** Whether a name is the name of a field, rather than only containing a word of it. */
export function isFieldName(title: string, isOfKind: (field: GuessedField) => boolean = () => true): boolean {
  const name = wordsOf(title)
  return Object.entries(FIELD_WORDS).some(
    ([field, phrases]) => isOfKind(field as GuessedField) && phrases.some((phrase) => wordsOf(phrase) === name),
  )
}

const ORDER_NUMBERS = new Set(['order number', 'order no'])
const EXACT = 1000

function candidatesOf(title: string, place: number, texts: readonly string[]): Candidate[] {
  const name = wordsOf(title)
  if (name === '') return []
  const isUnread = hasAny(name, UNREAD_WORDS)
  const isOfSender = hasAny(name, SENDER_WORDS)
  const isOfTax = isTaxName(name)
  return Object.entries(FIELD_WORDS).flatMap(([key, phrases]) => {
    const field = key as GuessedField
    if (isOfTax && LAYOUT_FIELDS_OF_NET.has(field)) return []
    // 'Price incl. VAT' is not a tax.
    if (field === 'rowTax' && !isOfTax && hasAny(name, TAX_WORDS)) return []
    const isBlocked = isUnread || (isOfSender && field !== 'reference')
    const scored = phrases.map((phrase) => ({ phrase, score: scoreOf(name, wordsOf(phrase), isBlocked) }))
    const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { phrase: '', score: 0 })
    if (best.score === 0 || !fitsField(field, texts)) return []
    // An invoice bills many parcels, so a number that differs in each row is not the invoice's, unless its name says
    // so.
    const isOfEachRow = isOtherInEachRow(texts)
    if (field === 'invoiceNumber' && isOfEachRow && !(best.score > EXACT && OF_INVOICE.test(name))) return []
    return [
      {
        place,
        field,
        phrase: best.phrase,
        score: texts.length > 0 ? best.score + 1 : best.score / worthOfEmpty(field),
      },
    ]
  })
}

const MANY_ROWS = 3

/** Whether most rows have a unique text, which identifies what the row bills. */
export const isOtherInEachRow = (texts: readonly string[]): boolean =>
  texts.length >= MANY_ROWS && new Set(texts).size > texts.length / 2

const OF_INVOICE = /invoice|rechnung|fa[ck]tu/

/** An empty column bills nothing: a column with amounts comes first, whatever its name. */
const worthOfEmpty = (field: GuessedField): number =>
  field !== 'reference' && LAYOUT_FIELDS[field].holds === 'amount' ? EXACT : 1

const LAYOUT_FIELDS_OF_NET: ReadonlySet<GuessedField> = new Set(['chargeNet', 'rowNet', 'invoiceNet'])

/** An exact match counts most, otherwise the share of the name that the phrase covers. */
function scoreOf(name: string, phrase: string, isBlocked: boolean): number {
  if (name === phrase) return EXACT + phrase.length
  if (isBlocked || !hasPhrase(name, phrase)) return 0
  return (phrase.length / name.length) * 500
}

/** Normalises a name for guessing: 'Reference 1' and 'Rif.' lose their number and full stop. */
export const wordsOf = (text: string): string =>
  headerName(text)
    .replaceAll(/[.:*]/g, '')
    .replaceAll(/[-/]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<=\p{L}) \d{1,2}$/u, '')
    .trim()

export const hasPhrase = (name: string, phrase: string): boolean => ` ${name} `.includes(` ${phrase} `)

export const hasAny = (name: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => hasPhrase(name, phrase))

/** 'USt-Betrag' is an amount of tax; 'Total excl. VAT' and 'Amount incl. VAT' are not. */
export const isTaxName = (name: string): boolean =>
  hasAny(name, TAX_WORDS) && !hasAny(name, NET_WORDS) && !hasAny(name, GROSS_WORDS)

export function fitsField(field: GuessedField, texts: readonly string[]): boolean {
  if (field === 'reference' || texts.length === 0) return true
  // The text of a charge is not an amount.
  if ((field === 'chargeText' || field === 'chargeCode') && texts.every((text) => decimalOf(text) !== undefined))
    return false
  // Under 'Shipment', a day is not a number.
  if (NUMBERS.has(field) && texts.every(isWrittenDay)) return false
  const content = LAYOUT_FIELDS[field].holds
  if (content === 'amount' && texts.every(isIdentifier)) return false
  return texts.filter((text) => hasContent(content, text)).length >= texts.length * 0.8
}

const NUMBERS: ReadonlySet<GuessedField> = new Set(['invoiceNumber', 'consignmentNumber', 'trackingNumber'])

/** A written day, and not a spreadsheet's serial number. */
export const isWrittenDay = (text: string): boolean => hasContent('day', text) && !/^\d{1,5}$/.test(text)

/** A long number without decimals is an identifier: no parcel costs that much. */
const isIdentifier = (text: string): boolean => /^\d{8,}$/.test(text)
