import type { DayOrder } from '../../calendar/date-format.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import { type CarrierCharge, categoriser } from '../column-mapping/categories.ts'
import { columnTitle, type HeaderPlaces, placeOf, placesOf } from '../column-mapping/columns.ts'
import type {
  ChargeColumn,
  ChargePair,
  Column,
  ColumnSum,
  Layout,
  LayoutField,
  RowKind,
} from '../column-mapping/layout.ts'
import type { Decimal } from './amount.ts'

/** A layout whose columns were found in a file; `recognise` returns it, and `InvoiceReader` reads with it. */
export type ReadableFile = {
  readonly layout: Layout
  /** The number of rows before the invoice's first: preamble and header. */
  readonly rowsBefore: number
  /** The names in the header; null for a file without one. */
  readonly header: readonly string[] | null
  /** The values above the header, by field. */
  readonly preamble: Readonly<Partial<Record<LayoutField, PreambleValue>>>
  readonly decimal: Decimal
  /** The decimal sign of weights and sizes, which may differ from that of amounts: 1.250 beside 4,20. */
  readonly figureDecimal: Decimal
  /**
   * The most common number of cells in a row: some files end each row with an extra delimiter. The cells of a longer
   * row have shifted.
   */
  readonly usualCells: number
  /** Columns of numeric dates, and the order that the first rows show. */
  readonly dayOrders: Readonly<Partial<Record<LayoutField, DayOrder>>>
}

export type PreambleValue = { readonly text: string; readonly line: number }

export type PlacedCharge = Omit<ChargeColumn, 'column' | 'contains'> & {
  readonly place: number
  /** The charges that it includes. */
  readonly contains: readonly number[]
}
export type PlacedPair = { readonly [part in 'code' | 'text' | 'amount' | 'discount']: number } & Pick<
  ChargePair,
  'group'
>
export type PlacedSum = Pick<ColumnSum, 'of'> & { readonly place: number }

/** The position of everything, from 0; -1 for what the file lacks. */
export type ReadPlan = {
  readonly file: ReadableFile
  readonly layout: Layout
  readonly at: Readonly<Partial<Record<LayoutField, number>>>
  readonly references: readonly number[]
  readonly charges: readonly PlacedCharge[]
  readonly pairs: readonly PlacedPair[]
  readonly sums: readonly PlacedSum[]
  readonly kinds: { readonly place: number; readonly values: ReadonlyMap<string, RowKind> } | null
  readonly invoiceRow: { readonly net: number; readonly tax: number; readonly gross: number } | null
  readonly invoiceCharges: readonly PlacedCharge[]
  readonly overhead: { readonly texts: readonly number[]; readonly code: number; readonly amount: number } | null
  readonly credits: { readonly place: number; readonly values: ReadonlySet<string> } | null
  /** Codes of charges that rows of their own repeat. */
  readonly repeated: ReadonlySet<string>
  readonly legs: ReadonlyMap<string, string>
  readonly categoryOf: (charge: CarrierCharge) => ChargeCategory
  /** The maximum number of filled cells in a row. */
  readonly width: number
  /** The minimum number of cells in a row that has all of its amounts. */
  readonly leastWidth: number
}

/** Finds the positions of a layout's columns in a file. */
export function planReading(file: ReadableFile): ReadPlan {
  const { layout, header } = file
  const places = header && placesOf(header)
  const placeIn = (column: Column | undefined): number => (column === undefined ? -1 : placeOf(column, places))
  const { fields, invoiceRow, overhead, credits, kinds } = layout
  return {
    file,
    layout,
    at: Object.fromEntries(Object.entries(fields).map(([field, column]) => [field, placeIn(column)])) as ReadPlan['at'],
    references: (layout.references ?? []).map(placeIn).filter((place) => place !== -1),
    charges: placeCharges(layout.charges ?? [], places),
    pairs: (layout.pairs ?? []).map((pair) => placePair(pair, placeIn)).filter(({ amount }) => amount !== -1),
    sums: (layout.sums ?? []).map(({ column, of }) => ({ place: placeIn(column), of })),
    kinds: kinds ? { place: placeIn(kinds.column), values: new Map(Object.entries(kinds.values)) } : null,
    invoiceRow: invoiceRow
      ? { net: placeIn(invoiceRow.net), tax: placeIn(invoiceRow.tax), gross: placeIn(invoiceRow.gross) }
      : null,
    invoiceCharges: placeCharges(invoiceRow?.charges ?? [], places),
    overhead: overhead
      ? {
          texts: overhead.texts.map(placeIn),
          code: placeIn(overhead.code),
          amount: placeIn(overhead.amount),
        }
      : null,
    credits: credits
      ? { place: placeIn(credits.column), values: new Set(credits.values.map((value) => value.toLowerCase())) }
      : null,
    repeated: new Set(overhead?.repeats?.map(({ code }) => code)),
    categoryOf: categoriser(layout.categories),
    legs: new Map(Object.entries(layout.legs ?? {}).map(([text, leg]) => [text.toLowerCase(), leg])),
    width: header?.length ?? layout.shape?.maxColumns ?? Number.POSITIVE_INFINITY,
    leastWidth: header ? lastNeeded(layout, places) + 1 : (layout.shape?.columns ?? lastNeeded(layout, null) + 1),
  }
}

function placeCharges(charges: readonly ChargeColumn[], places: HeaderPlaces | null): PlacedCharge[] {
  const there = charges
    .map(({ column, ...charge }) => ({ ...charge, place: placeOf(column, places) }))
    .filter(({ place }) => place !== -1)
  return there.map((charge) => ({
    ...charge,
    contains: (charge.contains ?? [])
      .map((code) => there.findIndex((other) => other.code === code))
      .filter((index) => index !== -1),
  }))
}

const placePair = (
  { code, text, amount, discount, group }: ChargePair,
  placeIn: (column?: Column) => number,
): PlacedPair => ({
  code: placeIn(code),
  text: placeIn(text),
  amount: placeIn(amount),
  discount: placeIn(discount),
  ...(group !== undefined && { group }),
})

/** All columns that a layout reads. */
export function columnsOf(layout: Layout): Column[] {
  const { fields, references, charges, pairs, sums, kinds, invoiceRow, overhead, credits } = layout
  return [
    ...Object.values(fields),
    ...(references ?? []),
    ...(charges ?? []).map(({ column }) => column),
    ...(pairs ?? []).flatMap(({ code, text, amount, discount }) => [code, text, amount, discount]),
    ...(sums ?? []).map(({ column }) => column),
    kinds?.column,
    invoiceRow?.net,
    invoiceRow?.tax,
    invoiceRow?.gross,
    ...(invoiceRow?.charges ?? []).map(({ column }) => column),
    ...(overhead ? [...overhead.texts, overhead.code, overhead.amount] : []),
    credits?.column,
  ].filter((column) => column !== undefined)
}

export const isNeeded = (column: Column): boolean => 'position' in column || column.isOptional !== true

function lastNeeded(layout: Layout, places: HeaderPlaces | null): number {
  const amounts = [...(layout.charges ?? []).map(({ column }) => column), layout.fields.chargeNet, layout.fields.rowNet]
  return Math.max(
    -1,
    ...amounts
      .filter((column) => column !== undefined && isNeeded(column))
      .map((column) => placeOf(column as Column, places)),
  )
}

/** The file's name for the column at a position. */
export function titleAt({ file: { header } }: ReadPlan, place: number): string {
  const name = header?.[place]?.trim()
  return name ? name : columnTitle({ position: place + 1 })
}
