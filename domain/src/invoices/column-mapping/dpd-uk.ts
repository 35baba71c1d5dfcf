import type { ChargeColumn, Column, Layout } from './layout.ts'
import { splitNames } from './split-names.ts'

/*
 * DPD UK: four lines with the invoice's number and sums, then a row for each parcel. Columns and preamble: a public
 * parser of these files (MoovOS, dpdInvoiceParser.js), and the fields on DPD's page about invoice options. Fuel,
 * carriage and global energy are columns of each parcel and are repeated in rows of their own: only the columns
 * count, and the rows are checked against them. `Surcharge` holds codes and `Cover` a number of units; neither is an
 * amount.
 */

const DPD_UK_COLUMNS = splitNames(`
  Date | Consignment | Header | Parcel No | Product Code | Product Description | Service Code
  Service Description | Depot No | Collection | Delivery | Senders Ref | Weight | Items | VAT Code | Revenue
  Surcharge | Fuel and Energy Charge | Third Party Collection | Fourth Party Collection | Congestion Charge
  Clearance Charge | Return to Consignor Charge | Failed Collection Charge | Scottish Delivery Zone
  Duties & Taxes Prepaid Admin Charge | Oversized/Overweight Charge | Contractual Liability
  Oversized Exports Charge | Unsuccessful Export Charge | EU Export Return Charge | Carriage Charge
  Non Coms Handling Charge | Global Energy Charge | Relabel Charge | Cover | Country Code | Country
  Second Ref | Third Ref | Delivery Address | Collection Post Code
`)

const named = (name: string): Column => ({ names: [name] })

const charge = (name: string, category: ChargeColumn['category']): ChargeColumn => ({
  column: named(name),
  code: name.toUpperCase(),
  text: name,
  category,
})

export const DPD_UK: Layout = {
  code: 'dpd-uk',
  version: 1,
  carrier: 'DPD',
  title: 'DPD UK',
  row: 'parcel',
  header: DPD_UK_COLUMNS,
  preamble: [
    { label: 'Account No', field: 'account' },
    { label: 'Invoice No', field: 'invoiceNumber' },
    { label: 'Invoice Date', field: 'invoiceDay' },
    { label: 'Nett Invoice Value', field: 'invoiceNet' },
    { label: 'VAT', field: 'invoiceTax' },
    { label: 'Gross Invoice Value', field: 'invoiceGross' },
  ],
  fields: {
    consignmentNumber: named('Consignment'),
    trackingNumber: named('Parcel No'),
    shipmentDay: named('Date'),
    service: named('Service Description'),
    country: named('Country Code'),
    postcode: named('Delivery'),
    pieces: named('Items'),
    billedWeight: named('Weight'),
  },
  references: [named('Senders Ref'), named('Second Ref'), named('Third Ref')],
  referenceSeparator: ',',
  charges: [
    charge('Revenue', 'base'),
    charge('Fuel and Energy Charge', 'fuel'),
    charge('Third Party Collection', 'other'),
    charge('Fourth Party Collection', 'other'),
    charge('Congestion Charge', 'other'),
    charge('Clearance Charge', 'customs'),
    charge('Return to Consignor Charge', 'return to sender'),
    charge('Failed Collection Charge', 'failed collection'),
    charge('Scottish Delivery Zone', 'remote area'),
    charge('Duties & Taxes Prepaid Admin Charge', 'customs'),
    charge('Oversized/Overweight Charge', 'oversize'),
    charge('Contractual Liability', 'cover'),
    charge('Oversized Exports Charge', 'oversize'),
    charge('Unsuccessful Export Charge', 'return to sender'),
    charge('EU Export Return Charge', 'return to sender'),
    charge('Carriage Charge', 'other'),
    charge('Non Coms Handling Charge', 'other'),
    charge('Global Energy Charge', 'fuel'),
    charge('Relabel Charge', 'other'),
    {
      column: { names: ['Peak Surcharge'], isOptional: true },
      code: 'PEAK SURCHARGE',
      text: 'Peak Surcharge',
      category: 'peak',
    },
  ],
  overhead: {
    texts: [named('Service Description'), named('Product Description')],
    code: named('Service Code'),
    amount: named('Revenue'),
    repeats: [
      { words: ['global energy'], code: 'GLOBAL ENERGY CHARGE' },
      { words: ['fuel'], code: 'FUEL AND ENERGY CHARGE' },
      { words: ['carriage'], code: 'CARRIAGE CHARGE' },
    ],
  },
  amounts: { decimal: 'either' },
  dates: 'day-first',
  weightUnit: 'kg',
  currency: 'GBP',
}
