import type { Column, Layout } from './layout.ts'
import { splitNames } from './split-names.ts'

/*
 * FedEx Billing Online as FedEx in the United Kingdom and the Netherlands sends it: a row for each air waybill, with
 * up to 51 charges under the same two names. Columns: Trackstar's documentation (carrier-samples/fedex-uk.csv);
 * shipment dates start with the month, invoice dates have its name. Every row repeats the invoice's amount due.
 */

const BEFORE_CHARGES = splitNames(`
  Billing Country/Territory | Invoice Type | Settlement Type | Bill to Account Number | Government Number
  FedEx Invoice Number | Invoice Date | Due Date | Bill to Currency | Total Standard Charges | Total Discounts
  Total Surcharges | Total Taxes | Original Amount Due | Alternate Currency | Alternate Currency Exchange Rate
  Air Waybill Number | Bill To | Shipper Reference 1 | Shipper Reference 2 | Shipper Reference 3 | POD Date
  POD Time | POD Name | Ship Date (formatted) | Ship Date | Tendered Date | Service | Packaging | SvcPkg Label
  Origin Station | Destination Station | Pieces | Actual Weight | Actual Weight Units | Meter Number
  Child Account Number | Master Air Waybill Number | Sender Company Name | Sender Contact Name
  Sender Address Line 1 | Sender Address Line 2 | Sender Address Line 3 | Sender Address City
  Sender Address State | Sender Address Postal | Sender Address Country/Territory | Recipient Company Name
  Recipient Contact Name | Recipient Address Line 1 | Recipient Address Line 2 | Recipient Address Line 3
  Recipient Address City | Recipient Address State | Recipient Address Postal
  Recipient Address Country/Territory | MPS Package Tracking ID | Dim Length | Dim Width | Dim Height
  Dim Divisor | Dim Unit | Rated Weight Amount | Rated Weight Units | Zone Code | Air Waybill Total Amount
`)

const LABEL = 'Air Waybill Charge Label'
const AMOUNT = 'Air Waybill Charge Amount'
const CHARGES = 51

const named = (name: string): Column => ({ names: [name] })

export const FEDEX_UK: Layout = {
  code: 'fedex-uk',
  version: 2,
  carrier: 'FedEx',
  title: 'FedEx, United Kingdom and Netherlands',
  row: 'consignment',
  header: [...BEFORE_CHARGES, ...Array.from({ length: CHARGES }, () => [LABEL, AMOUNT]).flat()],
  fields: {
    invoiceNumber: named('FedEx Invoice Number'),
    account: named('Bill to Account Number'),
    invoiceDay: named('Invoice Date'),
    dueDay: named('Due Date'),
    currency: named('Bill to Currency'),
    invoiceGross: named('Original Amount Due'),
    consignmentNumber: named('Air Waybill Number'),
    trackingNumber: named('Air Waybill Number'),
    shipmentDay: named('Ship Date (formatted)'),
    service: named('Service'),
    serviceName: { names: ['SvcPkg Label'], isOptional: true },
    country: named('Recipient Address Country/Territory'),
    postcode: named('Recipient Address Postal'),
    pieces: named('Pieces'),
    billedWeight: named('Rated Weight Amount'),
    weightUnit: named('Rated Weight Units'),
    declaredWeight: named('Actual Weight'),
    declaredWeightUnit: named('Actual Weight Units'),
    rowGross: named('Air Waybill Total Amount'),
  },
  references: ['Shipper Reference 1', 'Shipper Reference 2', 'Shipper Reference 3'].map(named),
  // The header may have fewer of them.
  pairs: Array.from({ length: CHARGES }, (_, index) => ({
    text: { names: [LABEL], nth: index + 1, isOptional: index > 0 },
    amount: { names: [AMOUNT], nth: index + 1, isOptional: index > 0 },
  })),
  categories: [
    { words: ['duty and tax forwarding', 'clearance', 'disbursement'], category: 'customs' },
    { words: ['declared value'], category: 'cover' },
    { words: ['value added tax', 'vat'], category: 'tax' },
  ],
  amounts: { decimal: 'either' },
  dates: 'either',
  datesOf: { shipmentDay: 'month-first' },
  lengthUnit: 'cm',
  currency: null,
}
