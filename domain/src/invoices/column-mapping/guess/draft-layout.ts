import { decimalOfAll } from '../../reading/amount.ts'
import { isCurrency } from '../../reading/known-currency.ts'
import { headerName } from '../columns.ts'
import type { ChargeColumn, ChargePair, Column, Layout, LayoutField } from '../layout.ts'
import type { ColumnGuess } from './column-guess.ts'
import { isTakenOff } from './guess-charges.ts'
import { isRowACharge } from './guess-sums.ts'

const PENCE = /\((?:p|ct|gr)\)|\b(?:pence|cents?|grosz\p{L}*)\b/iu

type DraftInput = {
  header: readonly string[] | null
  /** The names of the columns, with the headings above them. */
  titles: readonly string[]
  carrier: string
  /** The texts of each column, and of each row after the header. */
  texts: readonly (readonly string[])[]
  rows: readonly (readonly string[])[]
}

/** Builds a layout from guesses. */
export function buildDraft(
  columns: readonly ColumnGuess[],
  { header, titles, carrier, texts, rows }: DraftInput,
): Layout {
  const at = ({ place }: ColumnGuess): Column => {
    // From the header row: a heading above it is in another row.
    const name = header?.[place]?.trim() ?? ''
    return header === null || name === '' ? { position: place + 1 } : { names: [name], ...nthOf(header, place) }
  }
  const charges = columns.filter(({ field, namedAt }) => field === 'charge' && namedAt === undefined)
  const pairs = pairsOf(columns, at)
  const fields = Object.fromEntries(
    columns
      .filter(({ field }) => field !== null && field !== 'charge' && field !== 'reference')
      .map((guess) => [guess.field, at(guess)]),
  ) as Partial<Record<LayoutField, Column>>
  const isByCharge = fields.chargeNet !== undefined && isRowACharge(columns, rows)
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
    ...(!isByCharge && {
      charges: chargeColumns(charges, { at, texts, only: pairs.length > 0 ? undefined : (chargeNet ?? fields.rowNet) }),
    }),
    ...(pairs.length > 0 && { pairs }),
    amounts: {
      decimal: decimalOfAll(amounts.flatMap(({ place }) => texts[place] ?? [])) ?? 'either',
      ...(amounts.length > 0 && amounts.every(({ place }) => PENCE.test(titles[place] ?? '')) && { isMinor: true }),
    },
    dates: 'either',
    ...unitsOf(columns),
    currency: fields.currency ? null : currencyOf(amounts, titles, texts),
  }
}

/** Charges that the rows name themselves. */
const pairsOf = (columns: readonly ColumnGuess[], at: (guess: ColumnGuess) => Column): ChargePair[] =>
  columns.flatMap((column) => {
    const named = column.namedAt === undefined ? undefined : columns[column.namedAt]
    return named ? [{ text: at(named), amount: at(column) }] : []
  })

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/£/, 'GBP'],
  [/€/, 'EUR'],
  [/zł/, 'PLN'],
  [/Kč/, 'CZK'],
]

/** The currency written in amounts or column names, if all that write one agree. */
function currencyOf(
  amounts: readonly ColumnGuess[],
  titles: DraftInput['titles'],
  texts: DraftInput['texts'],
): string | null {
  const written = amounts
    .flatMap(({ place }) => [titles[place] ?? '', ...(texts[place] ?? [])])
    .flatMap((text) => {
      const code = /(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(text)?.[0]
      return code !== undefined && isCurrency(code)
        ? [code]
        : SIGNS.flatMap(([sign, of]) => (sign.test(text) ? [of] : []))
    })
  const [only, another] = new Set(written)
  return another === undefined ? (only ?? null) : null
}

type Charged = { at: (guess: ColumnGuess) => Column; only: Column | undefined } & Pick<DraftInput, 'texts'>

/** If a file has only one amount, that amount is its charge. */
function chargeColumns(charges: readonly ColumnGuess[], { at, texts, only }: Charged): ChargeColumn[] {
  if (charges.length === 0) return only ? [{ column: only, code: 'TOTAL', text: 'Total', category: 'base' }] : []
  const seen = new Map<string, number>()
  return charges.map((guess) => {
    const code = guess.name.toUpperCase()
    const nth = (seen.get(code) ?? 0) + 1
    seen.set(code, nth)
    return {
      column: at(guess),
      code: nth > 1 ? `${code} ${nth}` : code,
      text: guess.name,
      category: guess.category ?? 'other',
      ...(isTakenOff(guess, texts[guess.place] ?? []) && { isTakenOff: true }),
    }
  })
}

function nthOf(header: readonly string[], place: number): { nth?: number } {
  const name = headerName(header[place] ?? '')
  const nth = header.slice(0, place + 1).filter((one) => headerName(one) === name).length
  return nth > 1 ? { nth } : {}
}

/** Units stated in a column's name, or implied by its figures: no parcel weighs 700 kilograms. */
function unitsOf(columns: readonly ColumnGuess[]): Pick<Layout, 'weightUnit' | 'lengthUnit'> {
  const weight = columns.find(({ field }) => field === 'billedWeight')
  const length = columns.find(({ field }) => field === 'length')
  const unit = /\b(kg|g|gr|lbs?|oz)\b/i.exec(weight?.name ?? '')?.[1]?.toLowerCase()
  const isGrams =
    unit === undefined && weight?.samples.length !== 0 && weight?.samples.every((text) => /^\d{3,5}$/.test(text))
  const detected =
    unit === undefined ? (isGrams ? 'g' : 'kg') : unit.startsWith('lb') ? 'lb' : unit === 'gr' ? 'g' : unit
  const side = /\b(mm|cm|in)\b/i.exec(length?.name ?? '')?.[1]?.toLowerCase()
  return {
    ...(weight && { weightUnit: detected as NonNullable<Layout['weightUnit']> }),
    ...(length && { lengthUnit: (side ?? 'cm') as NonNullable<Layout['lengthUnit']> }),
  }
}
