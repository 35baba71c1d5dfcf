import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, StatedSum } from '../invoice.ts'
import { readAmount } from './amount.ts'
import type { InvoiceHead } from './read-event.ts'
import type { ReadPlan } from './read-plan.ts'
import type { RowCells } from './row-cells.ts'

export type StatedAmount = { readonly what: StatedSum['what']; readonly amount: Cost }

/** Reads what a row, or the lines above the header, say about the row's invoice. */
export function readHead({ file: { preamble }, layout }: ReadPlan, cells: RowCells, accountCurrency = ''): InvoiceHead {
  const day = cells.day('invoiceDay') ?? preamble.invoiceDay?.text ?? null
  return {
    number:
      cells.field('invoiceNumber') || preamble.invoiceNumber?.text || (layout.isNumberedByDays ? (day ?? '') : ''),
    account: cells.field('account') || (preamble.account?.text ?? ''),
    day,
    dueDay: cells.day('dueDay') ?? preamble.dueDay?.text ?? null,
    currency: cells.currency() || preamble.currency?.text || (layout.currency ?? accountCurrency),
  }
}

/** Refuses a row without an invoice number, unless its day of shipment identifies the invoice. */
export function refuseUnnamed({ layout, at }: ReadPlan, cells: RowCells): void {
  if (!layout.isNumberedByDays) cells.refuse(at.invoiceNumber ?? -1, 'The row has no invoice number')
  else if (cells.day('shipmentDay') === null) cells.refuse(-1, 'The row has no date to identify its invoice')
}

/** Reads sums of the invoice above the header. */
export function preambleSums({ file: { preamble, decimal } }: ReadPlan): StatedSum[] {
  const fields = { net: preamble.invoiceNet, tax: preamble.invoiceTax, gross: preamble.invoiceGross }
  return Object.entries(fields).flatMap(([what, stated]) => {
    const read = stated && readAmount(stated.text, decimal)
    return read ? [{ what: what as StatedSum['what'], amount: read.amount, line: stated.line }] : []
  })
}

type SumPlaces = { readonly [what in StatedSum['what']]?: number | undefined }

/** Reads sums that a row states in these columns. */
export function readSums(cells: RowCells, { net, tax, gross }: SumPlaces): StatedAmount[] {
  const sums: StatedAmount[] = []
  const read = (what: StatedSum['what'], place: number | undefined): void => {
    const amount = place === undefined ? null : cells.amount(place)
    if (amount !== null) sums.push({ what, amount })
  }
  read('net', net)
  read('tax', tax)
  read('gross', gross)
  return sums
}

/** Reads sums of the invoice that every row repeats. */
export const readRepeatedSums = ({ at }: ReadPlan, cells: RowCells): StatedAmount[] =>
  readSums(cells, { net: at.invoiceNet, tax: at.invoiceTax, gross: at.invoiceGross })

/** Reads a row without a parcel; `repeats` is the code of the column that already has the amount. */
export function readOverhead(
  plan: ReadPlan,
  cells: RowCells,
  sign: 1 | -1,
): { charge: BilledCharge; repeats: string | undefined } {
  const { overhead, layout } = plan
  const texts = (overhead?.texts ?? []).map((place) => cells.text(place)).filter((text) => text !== '')
  const place = overhead?.amount ?? -1
  const amount = cells.amount(place)
  if (amount === null) cells.refuse(place, 'The row has no amount')
  const [text = ''] = texts
  const code = cells.text(overhead?.code ?? -1) || text
  const searched = texts.join(' ').toLowerCase()
  const repeat = layout.overhead?.repeats?.find(({ words }) => words.some((word) => searched.includes(word)))
  return {
    charge: {
      code,
      text,
      category: plan.categoryOf({ chargeClass: '', code, text }),
      net: (amount ?? 0) * sign,
      line: cells.line,
    },
    repeats: repeat?.code,
  }
}
