import type { Column, Layout } from './layout.ts'
import { splitNames } from './split-names.ts'

/*
 * Royal Mail, a report of its business warehouse: two header rows, a row for each sales order, and often a last row
 * 'Overall Result'. It has no tracking numbers. Columns: Trackstar's documentation (carrier-samples/royal-mail.csv).
 * Net and tax add up to the gross value, so the surcharges beside them are within the net.
 */

const ROYAL_MAIL_COLUMNS = splitNames(`
  Confirmation Date | Sales Order No. | Confirmed By | Confirmation Date | Confirmation Time
  Invoice Number | Invoice Date | Account Number | Account Name | Poster | Postal Code
  Destination Country Code | Destination Country Name | Product Code | Product Name | Class of Mail
  Format | Magazine Issue | Magazine Code | CRN Code | Directs Quantity | Residue Quantity | Volume
  Item Weight | SD Weight Band 1-100g | SD Weight Band 101-500g | SD Weight Band 501-1kg
  SD Weight Band 1001-2kg | SD Weight Band 2001g-20kg | Total Weight | Surcharge | Container Price Diff
  Net Value | Tax Amount | Gross Value | Green Surcharge | Peak Surcharge
`)

const named = (name: string): Column => ({ names: [name] })

export const ROYAL_MAIL: Layout = {
  code: 'royal-mail-sales-orders',
  version: 2,
  carrier: 'Royal Mail',
  title: 'Royal Mail, by sales order',
  row: 'consignment',
  isBySalesOrder: true,
  header: ROYAL_MAIL_COLUMNS,
  fields: {
    invoiceNumber: named('Invoice Number'),
    account: named('Account Number'),
    invoiceDay: named('Invoice Date'),
    consignmentNumber: named('Sales Order No.'),
    // The header has it twice, with the same day.
    shipmentDay: { names: ['Confirmation Date'], nth: 1 },
    // 'Tracked 24': the product's code only says whether it is signed for.
    service: named('Class of Mail'),
    leg: named('Class of Mail'),
    country: named('Destination Country Code'),
    pieces: named('Volume'),
    billedWeight: named('Item Weight'),
    rowNet: named('Net Value'),
    rowTax: named('Tax Amount'),
    rowGross: named('Gross Value'),
  },
  charges: [
    {
      column: named('Net Value'),
      code: 'POSTAGE',
      text: 'Postage',
      category: 'base',
      contains: ['SURCHARGE', 'CONTAINER', 'GREEN', 'PEAK'],
    },
    { column: named('Surcharge'), code: 'SURCHARGE', text: 'Surcharge', category: 'other' },
    { column: named('Container Price Diff'), code: 'CONTAINER', text: 'Container Price Diff', category: 'other' },
    { column: named('Green Surcharge'), code: 'GREEN', text: 'Green Surcharge', category: 'other' },
    { column: named('Peak Surcharge'), code: 'PEAK', text: 'Peak Surcharge', category: 'peak' },
  ],
  legs: { 'Tracked Returns': 'return' },
  totalLabel: ['Overall Result', 'Result'],
  amounts: { decimal: 'either' },
  dates: 'day-first',
  weightUnit: 'kg',
  currency: 'GBP',
}
