import { rowOf } from './row-of.ts'
import type { BilledDetail } from '../../invoice.ts'
import type { ChargeCategory } from '../../../routing/terms/charge-category.ts'
import { FEDEX_UK } from '../../column-mapping/fedex-uk.ts'
import type { TestInvoice } from '../make-invoices.ts'
import {
  chargesOf,
  kilograms,
  money,
  monthFirst,
  namedDay,
  netOfCharges,
  type Printer,
  statedNet,
  vatOf,
  waybillOf,
} from './paper.ts'

const HEADER = FEDEX_UK.header ?? []
const LABELS: Readonly<Partial<Record<ChargeCategory, string>>> = {
  base: 'Transportation Charge',
  fuel: 'Fuel Surcharge',
  'remote area': 'Delivery Area Surcharge',
  'return to sender': 'Returned Shipment Charge',
  other: 'Special Handling Fee',
}

/**
 * A row for each waybill, with its charges (including tax) under two repeated names; every row repeats the amount
 * due.
 */
function invoiceRows(made: TestInvoice): string[][] {
  const { invoice, details } = made
  const tax = details.reduce((sum, detail) => sum + vatOf(netOfCharges(chargesOf(detail))), 0)
  const common = {
    'Billing Country/Territory': 'GB',
    'Bill to Account Number': invoice.account,
    'FedEx Invoice Number': invoice.number,
    'Invoice Date': namedDay(invoice.day),
    'Due Date': namedDay(invoice.dueDay),
    'Bill to Currency': invoice.currency,
    'Original Amount Due': money(statedNet(made) + tax),
  }
  return details.map((detail) => waybillRow(detail, common))
}

function waybillRow(detail: BilledDetail, common: Readonly<Record<string, string>>): string[] {
  const charges = chargesOf(detail)
  const net = netOfCharges(charges)
  const tax = vatOf(net)
  return rowOf(HEADER, {
    ...common,
    'Air Waybill Number': waybillOf(detail),
    'Shipper Reference 1': detail.references[0] ?? '',
    'Ship Date (formatted)': monthFirst(detail.shipmentDay),
    Service: detail.service,
    Pieces: String(detail.pieces),
    'Recipient Address Postal': detail.postcode,
    'Recipient Address Country/Territory': detail.country,
    'Rated Weight Amount': kilograms(detail.parcels[0]?.billedWeight ?? null),
    'Rated Weight Units': 'KG',
    'Air Waybill Total Amount': money(net + tax),
    'Air Waybill Charge Label': [...charges.map(({ category, text }) => LABELS[category] ?? text), 'Value Added Tax'],
    'Air Waybill Charge Amount': [...charges.map((charge) => money(charge.net)), money(tax)],
  })
}

export const FEDEX_PRINTER: Printer = {
  layout: 'fedex-uk',
  styles: ['one row'],
  cannotShow: ['adjusted without reason', 'credit too large'],
  remoteArea: { code: 'Delivery Area Surcharge', category: 'remote area' },
  returned: { code: 'Returned Shipment Charge', category: 'return to sender' },
  print: (invoices) => [{ name: 'fedex.csv', delimiter: ',', rows: [[...HEADER], ...invoices.flatMap(invoiceRows)] }],
}
