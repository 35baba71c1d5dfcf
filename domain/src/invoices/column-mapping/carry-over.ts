import { columnsOf, isNeeded } from '../reading/read-plan.ts'
import { headerName, placeOf, placesOf } from './columns.ts'
import type { ChargeColumn, Column, Layout, LayoutField } from './layout.ts'

/**
 * Adds to a layout that was mapped from another one what the mapping studio does not show: the meaning of the
 * carrier's codes, rows of other kinds, sums, and optional columns. A column that both read keeps all of its names,
 * so that files of either kind are recognised.
 */
export function carryOver(from: Layout, own: Layout): Layout {
  const places = placesOf(own.header ?? [])
  const placeIn = (column: Column) => placeOf(column, places)
  const same = (column: Column, among: readonly (Column | undefined)[]): Column =>
    among.find((other) => other !== undefined && placeIn(other) === placeIn(column)) ?? column
  const isAbsent = (column: Column) => !isNeeded(column) && placeIn(column) === -1
  const known = columnsOf(from)
  const fields = Object.entries(own.fields).map(([field, column]) => [field, same(column, known)] as const)
  const absent = (Object.entries(from.fields) as [LayoutField, Column][]).filter(
    ([field, column]) => isAbsent(column) && !(field in own.fields),
  )
  const charges = mergeCharges(from.charges, own.charges, placeIn)
  const pairs = own.pairs?.map((pair) => {
    const before = from.pairs?.find(({ amount }) => placeIn(amount) === placeIn(pair.amount))
    return { ...before, amount: before?.amount ?? pair.amount, ...(pair.text && { text: same(pair.text, known) }) }
  })
  const codes = new Set([...charges.map(({ code }) => code), ...(pairs ?? []).map(({ group }) => group)])
  const { sums, kinds, invoiceRow, totalLabel, overhead, categories, datesOf, trackingDigits, referenceSeparator } =
    from
  const preamble = [
    ...(own.preamble ?? []),
    ...(from.preamble ?? []).filter(
      ({ label, field }) =>
        field !== 'invoiceNumber' &&
        !(field in own.fields) &&
        own.preamble?.every((one) => one.field !== field && headerName(one.label) !== headerName(label)) !== false,
    ),
  ]
  return {
    ...own,
    ...(preamble.length > 0 && { preamble }),
    fields: Object.fromEntries([...absent, ...fields]),
    references: [
      ...(own.references ?? []).map((column) => same(column, from.references ?? [])),
      ...(from.references ?? []).filter(isAbsent),
    ],
    ...(own.row !== 'charge' && {
      charges: charges.map((charge) => ({
        ...charge,
        ...(charge.contains && { contains: charge.contains.filter((code) => codes.has(code)) }),
      })),
    }),
    ...(pairs && { pairs }),
    ...(sums && {
      sums: sums.filter(({ of }) => of.every((code) => codes.has(code))),
    }),
    ...(kinds && { kinds }),
    ...(invoiceRow && { invoiceRow }),
    ...(totalLabel && { totalLabel }),
    ...(overhead && { overhead }),
    ...(categories && { categories }),
    ...(datesOf && { datesOf }),
    ...(trackingDigits !== undefined && { trackingDigits }),
    ...(referenceSeparator !== undefined && { referenceSeparator }),
  }
}

/** Merges charges: with the user's texts but the earlier codes, and with those that a file may lack. */
function mergeCharges(
  from: Layout['charges'] = [],
  own: Layout['charges'] = [],
  placeIn: (column: Column) => number,
): ChargeColumn[] {
  const merged = own.map((charge) => {
    const before = from.find(({ column }) => placeIn(column) === placeIn(charge.column))
    return before
      ? { ...charge, column: before.column, code: before.code, ...(before.contains && { contains: before.contains }) }
      : charge
  })
  const codes = new Set(merged.map(({ code }) => code))
  return [
    ...merged,
    ...from.filter(({ column, code }) => !isNeeded(column) && placeIn(column) === -1 && !codes.has(code)),
  ]
}
