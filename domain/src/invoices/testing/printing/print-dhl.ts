import { rowOf } from './row-of.ts'
import type { BilledDetail } from '../../invoice.ts'
import type { ChargeCategory } from '../../../routing/terms/charge-category.ts'
import { DHL_EXPRESS } from '../../column-mapping/dhl-express.ts'
import type { TestInvoice } from '../make-invoices.ts'
import {
  chargesOf,
  compactDay,
  kilograms,
  money,
  netOfCategory,
  netOfCharges,
  type Printer,
  statedNet,
  vatOf,
  waybillOf,
} from './paper.ts'

const HEADER = DHL_EXPRESS.header ?? []
const CODES: Readonly<Partial<Record<ChargeCategory, string>>> = { fuel: 'FF', 'remote area': 'OO' }

/** A row for the invoice, then one for each shipment with its weight charge and up to nine extra charges. */
function invoiceRows(made: TestInvoice): string[][] {
  const { invoice, details } = made
  const common = {
    'Invoice Number': invoice.number,
    'Invoice Date': compactDay(invoice.day),
    'Billing Account': invoice.account,
    Currency: invoice.currency,
  }
  const tax = details.reduce((sum, detail) => sum + vatOf(netOfCharges(chargesOf(detail))), 0)
  const head = rowOf(HEADER, {
    ...common,
    'Line Type': 'I',
    'Invoice Type': 'Invoice',
    'Due Date': compactDay(invoice.dueDay),
    ...totals(statedNet(made), tax),
  })
  return [head, ...details.map((detail) => shipmentRow(detail, common))]
}

const totals = (net: number, tax: number) => ({
  'Total amount (excl. VAT)': money(net),
  'Total Tax': money(tax),
  'Total amount (incl. VAT)': money(net + tax),
})

function shipmentRow(detail: BilledDetail, common: Readonly<Record<string, string>>): string[] {
  const charges = chargesOf(detail)
  const extra = charges.filter(({ category }) => category !== 'base')
  const net = netOfCharges(charges)
  const [parcel] = detail.parcels
  return rowOf(HEADER, {
    ...common,
    'Line Type': 'S',
    'Shipment Number': waybillOf(detail),
    'Shipment Date': compactDay(detail.shipmentDay),
    'Shipment Reference 1': detail.references[0] ?? '',
    'Product Name': detail.service,
    Pieces: String(detail.pieces),
    'Dest Country Code': detail.country,
    'Receivers Postcode': detail.postcode,
    'Weight (kg)': kilograms(parcel?.billedWeight ?? null),
    'Weight Charge': money(netOfCategory(charges, 'base')),
    'Total Extra Charges (XC)': money(netOfCharges(extra)),
    ...totals(net, vatOf(net)),
    ...Object.fromEntries(
      extra.flatMap(({ category, code, text, net: amount }, index) => [
        [`XC${index + 1} Code`, CODES[category] ?? code],
        [`XC${index + 1} Name`, text.toUpperCase()],
        [`XC${index + 1} Charge`, money(amount)],
        [`XC${index + 1} Discount`, '0.00'],
      ]),
    ),
  })
}

export const DHL_PRINTER: Printer = {
  layout: 'dhl-express',
  styles: ['one row'],
  cannotShow: ['adjusted without reason', 'credit too large'],
  remoteArea: { code: 'OO', category: 'remote area' },
  returned: { code: 'RTS', category: 'return to sender' },
  print: (invoices) => [
    { name: 'dhl-express.csv', delimiter: ',', rows: [[...HEADER], ...invoices.flatMap(invoiceRows)] },
  ],
}
