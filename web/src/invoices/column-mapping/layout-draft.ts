import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import type { AdaptedLayout } from '@despatch/domain/invoices/column-mapping/adapt-layout'
import { headerName, placeOf, placesOf } from '@despatch/domain/invoices/column-mapping/columns'
import { guessLegs } from '@despatch/domain/invoices/column-mapping/guess/guess-kinds'
import { guessLayout } from '@despatch/domain/invoices/column-mapping/guess/guess-layout'
import { labelsAbove } from '@despatch/domain/invoices/column-mapping/labels-above'
import {
  type Column,
  type Layout,
  LAYOUT_FIELDS,
  type LayoutField,
  type LengthUnit,
  type WeightUnit,
} from '@despatch/domain/invoices/column-mapping/layout'
import { recognise } from '@despatch/domain/invoices/column-mapping/recognise'

/** A row of the file. */
export type FileRow = { readonly line: number; readonly cells: readonly string[] }

/** The source of a field: a column, counted from 0, or the value after a label above the header. */
export type Source = { readonly place: number } | { readonly label: string }

export type DraftCharge = {
  readonly place: number
  readonly text: string
  readonly category: ChargeCategory
  /** The column that names each row's charge. */
  readonly namedAt?: number
  /** A discount that has no minus sign. */
  readonly isTakenOff?: boolean
}

export type Legs = Readonly<Record<string, BilledDetail['leg']>>

/** The column that marks credit notes, and its texts for them. */
export type DraftCredits = {
  readonly place: number
  readonly values: readonly string[]
  readonly areWrittenPositive: boolean
}

/** A layout while it is edited: by positions in this file, so that users need not think of column names. */
export type LayoutDraft = {
  /** The code of the known layout that it began with; '' for a guessed one. */
  readonly like: string
  readonly carrier: string
  readonly title: string
  /** No invoice number in the file: its dates identify the invoice. */
  readonly isNumberedByDays: boolean
  /** The row of the preview with the names of the columns; null without one. */
  readonly headerRow: number | null
  readonly row: Layout['row']
  readonly fields: Readonly<Partial<Record<LayoutField, Source>>>
  readonly references: readonly number[]
  readonly charges: readonly DraftCharge[]
  /** By the texts in the column of the field `leg`. */
  readonly legs: Legs
  readonly credits: DraftCredits | null
  readonly decimal: Layout['amounts']['decimal']
  readonly isMinor: boolean
  readonly dates: Layout['dates']
  readonly weightUnit: WeightUnit
  readonly lengthUnit: LengthUnit
  /** '' if a column states it, or it depends on the account. */
  readonly currency: string
}

/** The names of the columns; '' for one without a name. */
export function namesOf(rows: readonly FileRow[], headerRow: number | null): readonly string[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const header = headerRow === null ? [] : (rows[headerRow]?.cells ?? [])
  return Array.from({ length: width }, (_, place) => header[place]?.trim() ?? '')
}

/** The rows after the header. */
export const rowsBehind = (rows: readonly FileRow[], headerRow: number | null) =>
  headerRow === null ? rows : rows.slice(headerRow + 1)

/** The first guess for the columns of an unknown file. */
export function guessDraft(rows: readonly FileRow[], carrier: string): LayoutDraft {
  const found = recognise(rows, [])
  return draftFor(rows, found.isKnown ? null : found.headerRow, carrier)
}

/** The guess after the user has chosen the header row. */
export function draftFor(rows: readonly FileRow[], headerRow: number | null, carrier: string): LayoutDraft {
  const { columns, layout } = guessLayout(rows, { headerRow, carrier })
  const draft = draftOf(layout, rows, headerRow)
  const fields = { ...draft.fields }
  for (const { place, field } of columns)
    if (field !== null && field !== 'charge' && field !== 'reference') fields[field] = { place }
  return { ...draft, fields, legs: guessLegs(textsIn(fields.leg, rowsBehind(rows, headerRow))) }
}

/** The prefix of codes of layouts made in the studio. */
export const OWN = 'own-'

/** A draft from the known layout that the file resembles. */
export const draftLike = ({ layout, headerRow }: AdaptedLayout, rows: readonly FileRow[]): LayoutDraft => ({
  ...draftOf(layout, rows, headerRow),
  like: layout.code,
  // A built-in layout stays beside its copy; an operator's own layout gets its next version.
  title: layout.code.startsWith(OWN) ? layout.title : `${layout.title}, mapped here`,
})

function draftOf(layout: Layout, rows: readonly FileRow[], headerRow: number | null): LayoutDraft {
  const names = namesOf(rows, headerRow)
  const above = new Map(labelsAbove(rows, headerRow).map(({ label }) => [headerName(label), label]))
  const fields: Partial<Record<LayoutField, Source>> = {}
  for (const { label, field } of layout.preamble ?? []) {
    const found = above.get(headerName(label))
    if (found !== undefined) fields[field] = { label: found }
  }
  const placed = (column: Column | undefined): number[] => {
    const place = column ? placeIn(column, names) : -1
    return place === -1 ? [] : [place]
  }
  for (const [field, column] of Object.entries(layout.fields))
    for (const place of placed(column)) fields[field as LayoutField] = { place }
  const { credits } = layout
  const [creditsAt] = placed(credits?.column)
  return {
    like: '',
    carrier: layout.carrier,
    title: layout.title,
    isNumberedByDays: layout.isNumberedByDays ?? false,
    headerRow,
    row: layout.row,
    fields,
    references: (layout.references ?? []).flatMap(placed),
    charges: [
      ...(layout.charges ?? []).flatMap(({ column, text, category, isTakenOff }) =>
        placed(column).map((place) => ({ place, text, category, ...(isTakenOff && { isTakenOff }) })),
      ),
      ...(layout.pairs ?? []).flatMap(({ text, code, amount }) =>
        placed(amount).map((place) => ({
          place,
          text: '',
          category: 'other' as const,
          namedAt: placed(text)[0] ?? placed(code)[0] ?? -1,
        })),
      ),
    ],
    legs: layout.legs ?? {},
    credits:
      credits && creditsAt !== undefined
        ? { place: creditsAt, values: credits.values, areWrittenPositive: credits.areWrittenPositive }
        : null,
    decimal: layout.amounts.decimal,
    isMinor: layout.amounts.isMinor ?? false,
    dates: layout.dates,
    weightUnit: layout.weightUnit ?? 'kg',
    lengthUnit: layout.lengthUnit ?? 'cm',
    currency: layout.currency ?? '',
  }
}

/** The texts of a source in the file. */
export const textsIn = (source: Source | undefined, rows: readonly FileRow[]): string[] =>
  source && 'place' in source ? rows.map(({ cells }) => cells[source.place]?.trim() ?? '').filter(Boolean) : []

function placeIn(column: Column, names: readonly string[]): number {
  if ('position' in column) return column.position - 1
  return placeOf(column, placesOf(names))
}

/** If a row is not a single charge, its charges have columns of their own. */
export const isRead = (field: LayoutField, row: Layout['row']) => row === 'charge' || !field.startsWith('charge')

/** What a column is read as, in the studio's words; '' if it is not read. */
export function meaningOf(place: number, { fields, references, charges, credits, row }: LayoutDraft): string {
  const meant = Object.entries(fields)
    .filter(([field, source]) => 'place' in source && source.place === place && isRead(field as LayoutField, row))
    .map(([field]) => LAYOUT_FIELDS[field as LayoutField].title)
  const charge = row === 'charge' ? undefined : charges.find((one) => one.place === place)
  return [
    ...meant,
    ...(references.includes(place) ? ['Reference'] : []),
    ...(charge ? [charge.namedAt === undefined ? `Charge: ${charge.category}` : 'Charge'] : []),
    ...(row !== 'charge' && charges.some(({ namedAt }) => namedAt === place) ? ['Name of a charge'] : []),
    ...(credits?.place === place ? ['Kind of document'] : []),
  ].join(', ')
}
