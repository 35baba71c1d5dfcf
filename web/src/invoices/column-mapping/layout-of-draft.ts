import { isCurrency } from '@despatch/domain/invoices/reading/known-currency'
import { checkLayout } from '@despatch/domain/invoices/column-mapping/check-layout'
import { carryOver } from '@despatch/domain/invoices/column-mapping/carry-over'
import { headerName } from '@despatch/domain/invoices/column-mapping/columns'
import {
  type Column,
  type Layout,
  LAYOUT_FIELDS,
  type LayoutField,
  type Shape,
} from '@despatch/domain/invoices/column-mapping/layout'
import { type FileRow, isRead, type LayoutDraft, namesOf, OWN } from './layout-draft.ts'

/** Turns a draft into a layout; one that began with a known layout keeps what the studio does not show. */
export function layoutOf(draft: LayoutDraft, rows: readonly FileRow[], like?: Layout): Layout {
  const own = ownLayout(draft, rows)
  return like && like.code === draft.like ? carryOver(like, own) : own
}

/** What a layout lacks to be saved. Without a currency no row can be judged: the file or the user must state it. */
export function lacksOf(layout: Layout): string[] {
  const { fields, preamble = [], currency } = layout
  const isInFile = fields.currency !== undefined || preamble.some(({ field }) => field === 'currency')
  if (isInFile && currency === null) return checkLayout(layout)
  if (currency === null) return [...checkLayout(layout), 'Choose the currency or its column.']
  return [
    ...checkLayout(layout),
    ...(isCurrency(currency) ? [] : [`${currency} is not a currency. Enter one like GBP or EUR.`]),
  ]
}

function ownLayout(draft: LayoutDraft, rows: readonly FileRow[]): Layout {
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
    ...(draft.isNumberedByDays && !fields.invoiceNumber && { isNumberedByDays: true }),
    header: headerRow === null ? null : names,
    ...(headerRow === null && { shape: shapeOf(draft, rows) }),
    ...(preamble.length > 0 && { preamble }),
    fields: Object.fromEntries(placed),
    references: draft.references.map(columnAt),
    ...(row !== 'charge' && { charges: chargesOf(draft, columnAt), ...pairsOf(draft, columnAt) }),
    ...kindsOf(draft, columnAt),
    amounts: { decimal: draft.decimal, ...(draft.isMinor && { isMinor: true }) },
    dates: draft.dates,
    weightUnit: draft.weightUnit,
    lengthUnit: draft.lengthUnit,
    currency: currency.trim() === '' ? null : currency.trim().toUpperCase(),
  }
}

function columnOf(place: number, names: readonly string[] | null): Column {
  const name = names?.[place] ?? ''
  if (names === null || name === '') return { position: place + 1 }
  const nth = names.slice(0, place + 1).filter((one) => headerName(one) === headerName(name)).length
  return { names: [name], ...(nth > 1 && { nth }) }
}

/** Each charge has its own code, even if two columns have the same name. */
function chargesOf({ charges }: LayoutDraft, columnAt: (place: number) => Column): NonNullable<Layout['charges']> {
  const codes = new Map<string, number>()
  return charges
    .filter(({ place, namedAt }) => place >= 0 && namedAt === undefined)
    .map(({ place, text, category, isTakenOff }) => {
      const code = (text || `Column ${place + 1}`).toUpperCase()
      const seen = (codes.get(code) ?? 0) + 1
      codes.set(code, seen)
      return {
        column: columnAt(place),
        code: seen > 1 ? `${code} ${seen}` : code,
        text: text || code,
        category,
        ...(isTakenOff && { isTakenOff }),
      }
    })
}

/** Charges that the rows name themselves. */
function pairsOf({ charges }: LayoutDraft, columnAt: (place: number) => Column): Pick<Layout, 'pairs'> {
  const pairs = charges.flatMap(({ place, namedAt = -1 }) =>
    place >= 0 && namedAt >= 0 ? [{ text: columnAt(namedAt), amount: columnAt(place) }] : [],
  )
  return pairs.length > 0 ? { pairs } : {}
}

/** What distinguishes returns, adjustments and credit notes. */
function kindsOf(
  { fields, legs, credits }: LayoutDraft,
  columnAt: (place: number) => Column,
): Pick<Layout, 'legs' | 'credits'> {
  const others = Object.entries(legs).filter(([, leg]) => leg !== 'outbound')
  return {
    ...(fields.leg && others.length > 0 && { legs: Object.fromEntries(others) }),
    ...(credits &&
      credits.values.length > 0 && {
        credits: {
          column: columnAt(credits.place),
          values: credits.values,
          areWrittenPositive: credits.areWrittenPositive,
        },
      }),
  }
}

/** The shape of the columns that are read, so that another file without a header is not mistaken for this one. */
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

/** 'evri-weekly-invoice': from carrier and title, so that the same names make the next version of a layout. */
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
  return `${OWN}${code}`.slice(0, MAX_CODE).replace(/-$/, '')
}
