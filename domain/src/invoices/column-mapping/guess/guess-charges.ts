import { decimalOf, readAmount } from '../../reading/amount.ts'
import type { ChargeCategory } from '../../../routing/terms/charge-category.ts'
import { categoryOfText } from '../categories.ts'
import type { ColumnGuess } from './column-guess.ts'
import { CHARGE_WORDS, GROSS_WORDS, SENDER_WORDS, UNREAD_WORDS } from './guess-words.ts'
import { fitsField, hasAny, isTaxName, wordsOf } from './name-fields.ts'

/** An empty column is a charge only if its name has one of these words. */
const SURCHARGE = /surcharge|zuschlag|zuschläge|toeslag|supplément|surtaxe|recargo|suplemento|supplemento|dopłata/

const BASE_RATE = /\b(?:base|basic|freight) rate\b/
/** If no charge is named as the base, one with such a name is the price of carriage. */
const PRICE =
  /price|preis|entgelt|prix|prijs|tarif|precio|prezzo|cena|charge amount|unit cost|(?:delivery|parcel|shipping) charge/

/** Every file with charges has a base charge. */
export function withBase(columns: readonly ColumnGuess[]): readonly ColumnGuess[] {
  if (columns.some(({ category }) => category === 'base')) return columns
  const base = columns.find(({ category, name }) => category === 'other' && PRICE.test(wordsOf(name)))
  return base ? columns.map((column) => (column === base ? { ...column, category: 'base' as const } : column)) : columns
}

/** The category of a column of amounts by its name; undefined if it is not a charge. */
export function chargeCategory(name: string, texts: readonly string[]): ChargeCategory | undefined {
  const title = wordsOf(name)
  if (title === '' || isTaxName(title) || hasAny(title, GROSS_WORDS) || !fitsField('chargeNet', texts)) return undefined
  const category = categoryOfText(title)
  if (category === 'tax' || (texts.length === 0 && !SURCHARGE.test(title))) return undefined
  const isCharge = category !== 'other' || CHARGE_WORDS.some((word) => title.includes(word))
  const isUnread = hasAny(title, [...UNREAD_WORDS, ...SENDER_WORDS]) && !SURCHARGE.test(title) && !BASE_RATE.test(title)
  const isNoAmount = /code|\bcount\b|anzahl|number|text|name/.test(title)
  return isCharge && !isUnread && !isNoAmount ? category : undefined
}

/** A discount written without a minus is taken off. */
export function isTakenOff({ category }: Pick<ColumnGuess, 'category'>, texts: readonly string[]): boolean {
  if (category !== 'discount') return false
  const amounts = texts.map((text) => (readAmount(text, '.') ?? readAmount(text, ','))?.amount ?? 0)
  return amounts.some((amount) => amount > 0) && amounts.every((amount) => amount >= 0)
}

/** Fewer columns with one name are not a list. */
const MIN_PAIRS = 2

/**
 * Finds charges that the rows name themselves: pairs of a column of texts and a column of amounts with repeated names
 * ('Charge Description' and 'Charge Amount', 'XC1 Name' and 'XC1 Charge').
 */
export function withPairs(
  columns: readonly ColumnGuess[],
  names: readonly string[],
  texts: readonly (readonly string[])[],
): ColumnGuess[] {
  const stem = (place: number) => wordsOf(names[place] ?? '').replaceAll(/\d+/g, '')
  const isOfWords = (place: number) =>
    (texts[place] ?? []).every((text) => /\p{L}/u.test(text) && decimalOf(text) === undefined)
  const places = columns.flatMap(({ place }) =>
    stem(place) !== '' && stem(place + 1) !== '' && isOfWords(place) && fitsField('chargeNet', texts[place + 1] ?? [])
      ? [place]
      : [],
  )
  const keyOf = (place: number) => `${stem(place)}|${stem(place + 1)}`
  const often = Map.groupBy(places, keyOf)
  const isPair = (place: number) => {
    const alike = often.get(keyOf(place)) ?? []
    const isFilled = alike.some((one) => (texts[one]?.length ?? 0) > 0 && (texts[one + 1]?.length ?? 0) > 0)
    return alike.length >= MIN_PAIRS && isFilled && stem(place) !== stem(place + 1)
  }
  const pairs = new Set(places.filter(isPair))
  return columns.map((column) => {
    if (pairs.has(column.place)) return { ...column, field: null, category: null, by: null }
    if (!pairs.has(column.place - 1)) return column
    return { ...column, field: 'charge', category: 'other', by: 'name', namedAt: column.place - 1 }
  })
}
