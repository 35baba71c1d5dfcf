import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import {
  type ChargeColumn,
  type Column,
  type ColumnContent,
  type InvoiceRow,
  type Layout,
  LAYOUT_FIELDS,
  type LayoutField,
} from './layout.ts'

/** What a layout reads a column for. */
export type ColumnUse = {
  readonly holds: ColumnContent
  readonly field?: LayoutField
  /** The category of a charge. */
  readonly category?: ChargeCategory
}
type MapColumn = (column: Column, use: ColumnUse) => Column | undefined

const AMOUNT: ColumnUse = { holds: 'amount' }
const TEXT: ColumnUse = { holds: 'text' }

/**
 * Replaces the columns of a layout. A part whose column has no replacement is removed, and so is what depends on it:
 * a charge without its amount, or sums of removed charges.
 */
export function mapColumns(layout: Layout, to: MapColumn): Layout {
  const { references, charges, pairs, sums, kinds, invoiceRow, overhead, credits, ...rest } = layout
  const at = (column: Column | undefined, use: ColumnUse) => column && to(column, use)
  const fields = Object.entries(layout.fields).flatMap(([name, column]) => {
    const field = name as LayoutField
    const found = to(column, { holds: LAYOUT_FIELDS[field].holds, field })
    return found ? [[field, found] as const] : []
  })
  const keptCharges = mapCharges(charges, to)
  const keptPairs = pairs?.flatMap((pair) => {
    const amount = to(pair.amount, AMOUNT)
    const named = { code: at(pair.code, TEXT), text: at(pair.text, TEXT), discount: at(pair.discount, AMOUNT) }
    const { code: _code, text: _text, discount: _discount, ...others } = pair
    return amount && (named.code || named.text) ? [{ ...others, ...withoutUndefined(named), amount }] : []
  })
  const codes = new Set([
    ...(keptCharges ?? []).map(({ code }) => code),
    ...(keptPairs ?? []).map(({ group }) => group),
  ])
  const areKnown = (of: readonly string[]) => of.every((code) => codes.has(code))
  const kindsAt = at(kinds?.column, TEXT)
  const creditsAt = at(credits?.column, TEXT)
  return {
    ...rest,
    fields: Object.fromEntries(fields),
    ...withoutUndefined({
      references: references?.flatMap((column) => to(column, TEXT) ?? []),
      charges: keptCharges?.map((charge) => ({
        ...charge,
        ...(charge.contains && { contains: charge.contains.filter((code) => codes.has(code)) }),
      })),
      pairs: keptPairs,
      sums: sums?.flatMap(({ column, of }) => {
        const found = to(column, AMOUNT)
        return found && areKnown(of) ? [{ column: found, of }] : []
      }),
      kinds: kinds && kindsAt && { ...kinds, column: kindsAt },
      invoiceRow: mapInvoiceRow(invoiceRow, to),
      overhead: mapOverhead(overhead, to),
      credits: credits && creditsAt && { ...credits, column: creditsAt },
    }),
  }
}

const mapCharges = (charges: readonly ChargeColumn[] | undefined, to: MapColumn): ChargeColumn[] | undefined =>
  charges?.flatMap((charge) => {
    const column = to(charge.column, { ...AMOUNT, category: charge.category })
    return column ? [{ ...charge, column }] : []
  })

function mapInvoiceRow(row: InvoiceRow | undefined, to: MapColumn): InvoiceRow | undefined {
  if (!row) return undefined
  const at = (column: Column | undefined) => column && to(column, AMOUNT)
  return withoutUndefined({
    net: at(row.net),
    tax: at(row.tax),
    gross: at(row.gross),
    charges: mapCharges(row.charges, to),
  })
}

function mapOverhead(overhead: Layout['overhead'], to: MapColumn): Layout['overhead'] {
  const amount = overhead && to(overhead.amount, AMOUNT)
  const texts = overhead?.texts.flatMap((column) => to(column, TEXT) ?? []) ?? []
  if (!amount || texts.length === 0) return undefined
  const { code, ...rest } = overhead
  return { ...rest, texts, amount, ...withoutUndefined({ code: code && to(code, TEXT) }) }
}

/** Removes undefined properties, because a layout serialises as JSON. */
type Defined<Parts> = { readonly [Part in keyof Parts]?: Exclude<Parts[Part], undefined> }
const withoutUndefined = <Parts extends object>(parts: Parts): Defined<Parts> =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Defined<Parts>
