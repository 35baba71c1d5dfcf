import { decimalOf, decimalOfAll } from '../reading/amount.ts'
import type { ChargeCategory } from '../invoice.ts'
import { categoryOfText } from './categories.ts'
import type { ColumnGuess } from './column-guess.ts'
import { headerName } from './columns.ts'
import { beginsWithTotal } from '../reading/total-row.ts'
import type { FirstRow } from './first-row.ts'
import { holds } from './fits.ts'
import { isCompleted, joinHeadings } from './heading-rows.ts'
import { CHARGE_WORDS, FIELD_WORDS, type GuessedField, UNREAD_WORDS } from './guess-words.ts'
import { withSums } from './guess-sums.ts'
import { labelsAbove } from './labels-above.ts'
import type { ChargeColumn, Column, Layout, LayoutField, PreambleCell } from './layout.ts'
import { LAYOUT_FIELDS } from './layout.ts'

export type LayoutGuess = {
  readonly columns: readonly ColumnGuess[]
  /** A draft made of the guesses; `checkLayout` says what it lacks. */
  readonly layout: Layout
}

export type GuessInput = {
  /** Where the header stands, from 0; null for a file without one. */
  readonly headerRow: number | null
  readonly carrier: string
}

const SAMPLES = 5
/** So many rows have to have something in a column for its content to tell. */
const LEAST_FILLED = 0.3

/** Guesses what the columns of an unknown file are, by their names in seven languages and by what stands in them. */
export function guessLayout(rows: readonly FirstRow[], { headerRow, carrier }: GuessInput): LayoutGuess {
  const header = headerRow === null ? null : (rows[headerRow]?.cells ?? [])
  const above = headingsAbove(rows, headerRow)
  const names = above ? joinHeadings(above, header ?? []) : (header ?? [])
  // What a row of totals says of its columns is no parcel's.
  const behind = rows.slice(headerRow === null ? 0 : headerRow + 1).filter(({ cells }) => !beginsWithTotal(cells))
  const width = Math.max(names.length, ...behind.slice(0, SAMPLES).map(({ cells }) => cells.length))
  const texts = Array.from({ length: width }, (_, place) =>
    behind.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== ''),
  )
  const byName = nameFields(names, texts)
  const columns = texts.map((there, place): ColumnGuess => {
    const own = header?.[place]?.trim() ?? ''
    // Where others have the same name, the heading tells them apart.
    const name = own !== '' && isRepeated(header, own) ? (names[place] ?? own) : own
    const samples = [...new Set(there)].slice(0, SAMPLES)
    const field = byName.get(place)
    if (field) return { place, name, field, category: null, by: 'name', samples }
    const category = chargeCategory(names[place]?.trim() ?? '', there)
    if (category) return { place, name, field: 'charge', category, by: 'name', samples }
    return { place, name, field: null, category: null, by: null, samples }
  })
  const filled = withContentGuesses(withBase(columns), texts, behind.length)
  const full = withoutLoneGross(
    withSums(
      filled,
      behind.map(({ cells }) => cells),
    ),
  )
  const layout = draftOf(full, { header, carrier, texts })
  const preamble = preambleOf(rows, above && headerRow !== null ? headerRow - 1 : headerRow).filter(
    ({ field }) => layout.fields[field] === undefined,
  )
  return { columns: full, layout: { ...layout, ...(preamble.length > 0 && { preamble }) } }
}

const isRepeated = (header: readonly string[] | null, name: string): boolean =>
  (header ?? []).filter((other) => other.trim() === name).length > 1

/** The headings that the header completes, where there are any. */
function headingsAbove(rows: readonly FirstRow[], headerRow: number | null): readonly string[] | undefined {
  if (headerRow === null) return undefined
  const above = rows[headerRow - 1]
  return isCompleted(above, rows[headerRow], rows[headerRow + 1]) ? above?.cells : undefined
}

/** Labels above the header are guessed like the names of columns that have a single row. */
function preambleOf(rows: readonly FirstRow[], headerRow: number | null): PreambleCell[] {
  const above = labelsAbove(rows, headerRow)
  const fields = nameFields(
    above.map(({ label }) => label),
    above.map(({ value }) => [value]),
  )
  const hasInvoiceDay = [...fields.values()].includes('invoiceDay')
  return above.flatMap(({ label }, place) => {
    const named = fields.get(place)
    // A date above all parcels is the invoice's.
    const field = named === 'shipmentDay' && !hasInvoiceDay ? 'invoiceDay' : named
    // A heading above others stands before another heading: no invoice's number is without a figure.
    const isHeading = field === 'invoiceNumber' && !/\d/.test(above[place]?.value ?? '')
    return field === undefined || field === 'reference' || isHeading ? [] : [{ label, field }]
  })
}

/** A total with tax says nothing of a row whose tax nobody states: it would never add up. */
const withoutLoneGross = (columns: readonly ColumnGuess[]): ColumnGuess[] =>
  columns.some(({ field }) => field === 'rowTax')
    ? [...columns]
    : columns.map((column) => (column.field === 'rowGross' ? { ...column, field: null, by: null } : column))

type Candidate = { place: number; field: GuessedField; score: number }

/** The field of each column by its name: the best fitting pairs first, each field once. */
function nameFields(header: readonly string[], texts: readonly (readonly string[])[]): Map<number, GuessedField> {
  const candidates = header.flatMap((name, place) => candidatesOf(name, place, texts[place] ?? []))
  const taken = new Map<number, GuessedField>()
  const used = new Set<GuessedField>()
  for (const { place, field } of candidates.toSorted(
    (one, other) => other.score - one.score || one.place - other.place,
  )) {
    if (taken.has(place) || (used.has(field) && field !== 'reference')) continue
    taken.set(place, field)
    used.add(field)
  }
  return taken
}

const EXACT = 1000

function candidatesOf(title: string, place: number, texts: readonly string[]): Candidate[] {
  const name = wordsOf(title)
  if (name === '') return []
  const isUnread = UNREAD_WORDS.some((word) => hasPhrase(name, word))
  return Object.entries(FIELD_WORDS).flatMap(([key, phrases]) => {
    const field = key as GuessedField
    const best = Math.max(0, ...phrases.map((phrase) => scoreOf(name, wordsOf(phrase), isUnread)))
    if (best === 0 || !fitsField(field, texts)) return []
    return [{ place, field, score: best + (texts.length > 0 ? 1 : 0) }]
  })
}

/** A name that is the phrase counts most; else the longer the part of it that the phrase is. */
function scoreOf(name: string, phrase: string, isUnread: boolean): number {
  if (name === phrase) return EXACT + phrase.length
  if (isUnread || !hasPhrase(name, phrase)) return 0
  return (phrase.length / name.length) * 500
}

const wordsOf = (text: string): string => headerName(text).replaceAll(/[.:*]/g, '').replaceAll('-', ' ')

const hasPhrase = (name: string, phrase: string): boolean => ` ${name} `.includes(` ${phrase} `)

function fitsField(field: GuessedField, texts: readonly string[]): boolean {
  if (field === 'reference' || texts.length === 0) return true
  // What a charge is called is no amount.
  if ((field === 'chargeText' || field === 'chargeCode') && texts.every((text) => decimalOf(text) !== undefined))
    return false
  const content = LAYOUT_FIELDS[field].holds
  return texts.filter((text) => holds(content, text)).length >= texts.length * 0.8
}

/** Of an empty column only a name like these says that it is a charge. */
const SURCHARGE = /surcharge|zuschlag|zuschläge|toeslag|supplément|surtaxe|recargo|suplemento|supplemento|dopłata/

const BASE_RATE = /\b(?:base|basic|freight) rate\b/
/** Of several charges, one with such a name is what carrying costs, where no other is called so. */
const PRICE =
  /price|preis|entgelt|prix|prijs|tarif|precio|prezzo|cena|charge amount|unit cost|(?:delivery|parcel|shipping) charge/

const PENCE = /\((?:p|ct)\)|\b(?:pence|cents?)\b/i

/** Every file that has charges has a base charge. */
function withBase(columns: readonly ColumnGuess[]): readonly ColumnGuess[] {
  if (columns.some(({ category }) => category === 'base')) return columns
  const base = columns.find(({ category, name }) => category === 'other' && PRICE.test(wordsOf(name)))
  return base ? columns.map((column) => (column === base ? { ...column, category: 'base' as const } : column)) : columns
}

/** What a column of amounts is charged for, by its name; undefined for what is no charge. */
function chargeCategory(name: string, texts: readonly string[]): ChargeCategory | undefined {
  const title = wordsOf(name)
  if (title === '' || !fitsField('chargeNet', texts)) return undefined
  const category = categoryOfText(title)
  if (category === 'tax' || (texts.length === 0 && !SURCHARGE.test(title))) return undefined
  const isCharge = category !== 'other' || CHARGE_WORDS.some((word) => title.includes(word))
  const isUnread =
    UNREAD_WORDS.some((word) => hasPhrase(title, word)) && !SURCHARGE.test(title) && !BASE_RATE.test(title)
  const isNoAmount = /code|\bcount\b|anzahl|number|text|name/.test(title)
  return isCharge && !isUnread && !isNoAmount ? category : undefined
}

/** Fields that nobody's name has told, by what stands in the columns that are left. */
function withContentGuesses(
  columns: readonly ColumnGuess[],
  texts: readonly (readonly string[])[],
  rows: number,
): ColumnGuess[] {
  const used = new Set(columns.map(({ field }) => field))
  const isAlone = (there: readonly string[]) => new Set(there).size === there.length
  const tests: readonly (readonly [LayoutField, (text: string) => boolean])[] = [
    ['trackingNumber', isLikelyTracking],
    ['currency', (text) => /^[A-Z]{3}$/.test(text) && holds('currency', text)],
    ['shipmentDay', (text) => holds('day', text) && !/^\d{1,5}$/.test(text)],
    ['country', (text) => /^[A-Z]{2}$/.test(text)],
  ]
  const found = new Map<number, LayoutField>()
  for (const [field, test] of tests) {
    if (used.has(field)) continue
    // A number of each row by itself; that of a consignment, where no other is there, is its parcel's as well.
    const isOpen = ({ place, field: known }: ColumnGuess) =>
      (known === null || (field === 'trackingNumber' && known === 'consignmentNumber')) &&
      (field !== 'trackingNumber' || isAlone(texts[place] ?? []))
    const fitting = columns.filter(
      (one) => isOpen(one) && !found.has(one.place) && isMostly(texts[one.place] ?? [], rows, test),
    )
    const column = fitting.find((one) => one.field === null) ?? fitting[0]
    if (column) found.set(column.place, field)
  }
  return columns.map((column) => {
    const field = found.get(column.place)
    return field ? { ...column, field, by: 'content' as const } : column
  })
}

/** Long, without blanks, and mostly figures; amounts and dates are none. */
const isLikelyTracking = (text: string): boolean =>
  /^(?=(?:\D*\d){8})[A-Z0-9]{10,35}$/i.test(text) && !holds('day', text)

const isMostly = (texts: readonly string[], rows: number, test: (text: string) => boolean): boolean =>
  texts.length > 0 && texts.length >= rows * LEAST_FILLED && texts.filter(test).length >= texts.length * 0.9

type Drafted = { header: readonly string[] | null; carrier: string; texts: readonly (readonly string[])[] }

function draftOf(columns: readonly ColumnGuess[], { header, carrier, texts }: Drafted): Layout {
  const at = ({ place }: ColumnGuess): Column => {
    // As the header has it: a heading above it stands in another row.
    const name = header?.[place]?.trim() ?? ''
    return header === null || name === '' ? { position: place + 1 } : { names: [name], ...nthOf(header, place) }
  }
  const charges = columns.filter(({ field }) => field === 'charge')
  const fields = Object.fromEntries(
    columns
      .filter(({ field }) => field !== null && field !== 'charge' && field !== 'reference')
      .map((guess) => [guess.field, at(guess)]),
  ) as Partial<Record<LayoutField, Column>>
  const isByCharge =
    charges.length < 2 && fields.chargeNet !== undefined && (fields.chargeCode ?? fields.chargeText) !== undefined
  if (!fields.length || !fields.width || !fields.height)
    for (const side of ['length', 'width', 'height'] as const) delete fields[side]
  const { chargeNet } = fields
  const others = Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith('charge')))
  const amounts = columns.filter(({ field }) => field === 'charge' || field === 'chargeNet' || field === 'rowNet')
  return {
    code: `${carrier.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-mapped`,
    version: 1,
    carrier,
    title: carrier === '' ? '' : `${carrier}, mapped here`,
    row: isByCharge ? 'charge' : fields.trackingNumber ? 'parcel' : 'consignment',
    header: header && header.map((name) => name.trim()),
    fields: isByCharge ? fields : others,
    references: columns.filter(({ field }) => field === 'reference').map(at),
    ...(!isByCharge && { charges: chargeColumns(charges, { at, only: chargeNet ?? fields.rowNet }) }),
    amounts: {
      decimal: decimalOfAll(amounts.flatMap(({ place }) => texts[place] ?? [])) ?? 'either',
      ...(amounts.length > 0 && amounts.every(({ name }) => PENCE.test(name)) && { isMinor: true }),
    },
    dates: 'either',
    ...unitsOf(columns),
    currency: null,
  }
}

type Charged = { at: (guess: ColumnGuess) => Column; only: Column | undefined }

/** A file with one amount for all is read by it. */
function chargeColumns(charges: readonly ColumnGuess[], { at, only }: Charged): ChargeColumn[] {
  if (charges.length === 0) return only ? [{ column: only, code: 'TOTAL', text: 'Total', category: 'base' }] : []
  return charges.map((guess) => ({
    column: at(guess),
    code: guess.name.toUpperCase(),
    text: guess.name,
    category: guess.category ?? 'other',
  }))
}

function nthOf(header: readonly string[], place: number): { nth?: number } {
  const name = headerName(header[place] ?? '')
  const nth = header.slice(0, place + 1).filter((one) => headerName(one) === name).length
  return nth > 1 ? { nth } : {}
}

/** Units that stand in a column's name, or that its figures tell: nobody bills a parcel of 700 kilograms. */
function unitsOf(columns: readonly ColumnGuess[]): Pick<Layout, 'weightUnit' | 'lengthUnit'> {
  const weight = columns.find(({ field }) => field === 'billedWeight')
  const length = columns.find(({ field }) => field === 'length')
  const unit = /\b(kg|g|gr|lbs?|oz)\b/i.exec(weight?.name ?? '')?.[1]?.toLowerCase()
  const isGrams =
    unit === undefined && weight?.samples.length !== 0 && weight?.samples.every((text) => /^\d{3,5}$/.test(text))
  const known = unit === undefined ? (isGrams ? 'g' : 'kg') : unit.startsWith('lb') ? 'lb' : unit === 'gr' ? 'g' : unit
  const side = /\b(mm|cm|in)\b/i.exec(length?.name ?? '')?.[1]?.toLowerCase()
  return {
    ...(weight && { weightUnit: known as NonNullable<Layout['weightUnit']> }),
    ...(length && { lengthUnit: (side ?? 'cm') as NonNullable<Layout['lengthUnit']> }),
  }
}
