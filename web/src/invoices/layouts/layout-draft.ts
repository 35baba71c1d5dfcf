import type { ChargeCategory } from '@despatch/domain/invoices/invoice'
import { headerName } from '@despatch/domain/invoices/layouts/columns'
import { guessLayout } from '@despatch/domain/invoices/layouts/guess/guess-layout'
import {
  type Column,
  type Layout,
  LAYOUT_FIELDS,
  type LayoutField,
  type LengthUnit,
  type Shape,
  type WeightUnit,
} from '@despatch/domain/invoices/layouts/layout'
import { recognise } from '@despatch/domain/invoices/layouts/recognise'

/** A row as it stands in the file. */
export type FileRow = { readonly line: number; readonly cells: readonly string[] }

/** Where a field is taken from: a column, counted from 0, or what stands behind a label above the header. */
export type Source = { readonly place: number } | { readonly label: string }

export type DraftCharge = {
  readonly place: number
  readonly text: string
  readonly category: ChargeCategory
  /** The column that says in each row what the charge is. */
  readonly namedAt?: number
}

/** A layout while it is made: by places in this file, so that nobody has to think of names. */
export type LayoutDraft = {
  readonly carrier: string
  readonly title: string
  /** The row of the preview that holds the names of the columns; null where none does. */
  readonly headerRow: number | null
  readonly row: Layout['row']
  readonly fields: Readonly<Partial<Record<LayoutField, Source>>>
  readonly references: readonly number[]
  readonly charges: readonly DraftCharge[]
  readonly decimal: Layout['amounts']['decimal']
  readonly isMinor: boolean
  readonly dates: Layout['dates']
  readonly weightUnit: WeightUnit
  readonly lengthUnit: LengthUnit
  /** '' where a column says it, or the account has to be asked. */
  readonly currency: string
}

/** The names of the columns; '' where one has none. */
export function namesOf(rows: readonly FileRow[], headerRow: number | null): readonly string[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const header = headerRow === null ? [] : (rows[headerRow]?.cells ?? [])
  return Array.from({ length: width }, (_, place) => header[place]?.trim() ?? '')
}

/** The rows that bill something: those behind the header. */
export const rowsBehind = (rows: readonly FileRow[], headerRow: number | null) =>
  headerRow === null ? rows : rows.slice(headerRow + 1)

/** What the columns of an unknown file look like, to begin with. */
export function guessDraft(rows: readonly FileRow[], carrier: string): LayoutDraft {
  const found = recognise(rows, [])
  return draftFor(rows, found.isKnown ? null : found.headerRow, carrier)
}

/** The same where somebody has said which row is the header. */
export function draftFor(rows: readonly FileRow[], headerRow: number | null, carrier: string): LayoutDraft {
  const { columns, layout } = guessLayout(rows, { headerRow, carrier })
  const fields: Partial<Record<LayoutField, Source>> = {}
  for (const { label, field } of layout.preamble ?? []) fields[field] = { label }
  for (const { place, field } of columns)
    if (field !== null && field !== 'charge' && field !== 'reference') fields[field] = { place }
  const names = namesOf(rows, headerRow)
  return {
    carrier,
    title: layout.title,
    headerRow,
    row: layout.row,
    fields,
    references: columns.filter(({ field }) => field === 'reference').map(({ place }) => place),
    charges: [
      ...(layout.charges ?? []).map(({ column, text, category }) => ({
        place: placeIn(column, names),
        text,
        category,
      })),
      ...(layout.pairs ?? []).map(({ text, amount }) => ({
        place: placeIn(amount, names),
        text: '',
        category: 'other' as const,
        ...(text && { namedAt: placeIn(text, names) }),
      })),
    ],
    decimal: layout.amounts.decimal,
    isMinor: layout.amounts.isMinor ?? false,
    dates: layout.dates,
    weightUnit: layout.weightUnit ?? 'kg',
    lengthUnit: layout.lengthUnit ?? 'cm',
    currency: layout.currency ?? '',
  }
}

function placeIn(column: Column, names: readonly string[]): number {
  if ('position' in column) return column.position - 1
  const [wanted = ''] = column.names
  const places = [...names.keys()].filter((place) => headerName(names[place] ?? '') === headerName(wanted))
  return places[(column.nth ?? 1) - 1] ?? -1
}

/** The layout that a draft comes to. */
export function layoutOf(draft: LayoutDraft, rows: readonly FileRow[]): Layout {
  const { carrier, title, headerRow, row, fields, currency } = draft
  const names = namesOf(rows, headerRow)
  const columnAt = (place: number): Column => columnOf(place, headerRow === null ? null : names)
  const placed = Object.entries(fields).flatMap(([field, source]) =>
    'place' in source && isRead(field as LayoutField, row) ? [[field, columnAt(source.place)] as const] : [],
  )
  const preamble = Object.entries(fields).flatMap(([field, source]) =>
    'label' in source ? [{ label: source.label, field: field as LayoutField }] : [],
  )
  return {
    code: codeOf(draft),
    version: 1,
    carrier: carrier.trim(),
    title: title.trim(),
    row,
    header: headerRow === null ? null : names,
    ...(headerRow === null && { shape: shapeOf(draft, rows) }),
    ...(preamble.length > 0 && { preamble }),
    fields: Object.fromEntries(placed),
    references: draft.references.map(columnAt),
    ...(row !== 'charge' && { charges: chargesOf(draft, columnAt), ...pairsOf(draft, columnAt) }),
    amounts: { decimal: draft.decimal, ...(draft.isMinor && { isMinor: true }) },
    dates: draft.dates,
    weightUnit: draft.weightUnit,
    lengthUnit: draft.lengthUnit,
    currency: currency.trim() === '' ? null : currency.trim().toUpperCase(),
  }
}

/** Where a row is no single charge, its charges have columns of their own. */
export const isRead = (field: LayoutField, row: Layout['row']) => row === 'charge' || !field.startsWith('charge')

function columnOf(place: number, names: readonly string[] | null): Column {
  const name = names?.[place] ?? ''
  if (names === null || name === '') return { position: place + 1 }
  const nth = names.slice(0, place + 1).filter((one) => headerName(one) === headerName(name)).length
  return { names: [name], ...(nth > 1 && { nth }) }
}

/** Each charge has a code of its own, also where two columns have one name. */
function chargesOf({ charges }: LayoutDraft, columnAt: (place: number) => Column): NonNullable<Layout['charges']> {
  const codes = new Map<string, number>()
  return charges
    .filter(({ place, namedAt }) => place >= 0 && namedAt === undefined)
    .map(({ place, text, category }) => {
      const code = (text || `Column ${place + 1}`).toUpperCase()
      const seen = (codes.get(code) ?? 0) + 1
      codes.set(code, seen)
      return { column: columnAt(place), code: seen > 1 ? `${code} ${seen}` : code, text: text || code, category }
    })
}

/** Charges that the rows name themselves. */
function pairsOf({ charges }: LayoutDraft, columnAt: (place: number) => Column): Pick<Layout, 'pairs'> {
  const pairs = charges.flatMap(({ place, namedAt = -1 }) =>
    place >= 0 && namedAt >= 0 ? [{ text: columnAt(namedAt), amount: columnAt(place) }] : [],
  )
  return pairs.length > 0 ? { pairs } : {}
}

/** What the columns that are read look like, so that another file without a header is not taken for it. */
function shapeOf({ fields, charges }: LayoutDraft, rows: readonly FileRow[]): Shape {
  const widths = rows.map(({ cells }) => cells.length)
  const isFilled = (place: number) => rows.every(({ cells }) => (cells[place]?.trim() ?? '') !== '')
  const placed = Object.entries(fields).flatMap(([field, source]) =>
    'place' in source ? [{ place: source.place, holds: LAYOUT_FIELDS[field as LayoutField].holds }] : [],
  )
  const all = [...placed, ...charges.map(({ place }) => ({ place, holds: 'amount' as const }))]
  return {
    columns: Math.min(...widths),
    maxColumns: Math.max(...widths),
    cells: all.map(({ place, holds }) => ({
      position: place + 1,
      holds,
      ...(isFilled(place) && { isFilled: true }),
    })),
  }
}

const MAX_CODE = 50

/** 'evri-weekly-invoice': by carrier and title, so that the same names are the next version of the same layout. */
export function codeOf({ carrier, title }: Pick<LayoutDraft, 'carrier' | 'title'>): string {
  const slug = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
  const [of, name] = [slug(carrier), slug(title)]
  const code = name.startsWith(of) ? name : [of, name].filter(Boolean).join('-')
  return `own-${code}`.slice(0, MAX_CODE).replace(/-$/, '')
}

/** What a column of the file is read as, in the words of the studio; '' where it is not read. */
export function meaningOf(place: number, { fields, references, charges, row }: LayoutDraft): string {
  const meant = Object.entries(fields)
    .filter(([field, source]) => 'place' in source && source.place === place && isRead(field as LayoutField, row))
    .map(([field]) => LAYOUT_FIELDS[field as LayoutField].title)
  const charge = row === 'charge' ? undefined : charges.find((one) => one.place === place)
  return [
    ...meant,
    ...(references.includes(place) ? ['Reference'] : []),
    ...(charge ? [charge.namedAt === undefined ? `Charge: ${charge.category}` : 'Charge'] : []),
    ...(row !== 'charge' && charges.some(({ namedAt }) => namedAt === place) ? ['Name of a charge'] : []),
  ].join(', ')
}
