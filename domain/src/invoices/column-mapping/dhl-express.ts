import type { ChargePair, Column, Layout } from './layout.ts'
import { splitNames } from './split-names.ts'

/*
 * DHL Express: a row for each invoice (I), then a row for each shipment (S) with up to nine extra charges. Columns:
 * Trackstar's documentation (carrier-samples/dhl-express.csv); public code that reads DHL's files has the same
 * header. Weight charge and extra charges add up to the total without VAT.
 */

const DHL_COLUMNS = splitNames(`
  Line Type | Billing Source | Original Invoice Number | Invoice Number | Station Code | Invoice Identifier
  Invoice Type | Invoice Date | Payment Terms | Due Date | Parent Account | Billing Account
  Billing Account Name | Billing Account Name (Additional) | Billing Address 1 | Billing Address 2
  Billing Address 3 | Billing Postcode | Billing City | Billing State/Province | Billing Country Code
  Billing Contact | VAT Number | Shipment Number | Shipment Date | Country Specific Label
  Country Specific Value | Shipment Reference 1 | Shipment Reference 2 | Shipment Reference 3 | Product
  Product Name | Pieces | Origin | Orig Name | Orig Country Code | Orig Country Name | Senders Name
  Senders Address 1 | Senders Address 2 | Senders Address 3 | Senders Postcode | Senders City
  Senders State/Province | Senders Country | Senders Contact | Destination | Dest Name | Dest Country Code
  Dest Country Name | Receivers Name | Receivers Address 1 | Receivers Address 2 | Receivers Address 3
  Receivers Postcode | Receivers City | Receivers State/Province | Receivers Country | Receivers Contact
  Proof of Delivery/Name | Description of Contents | Event Description | Dimensions | Cust Scale Weight (A)
  DHL Scale Weight (B) | Cust Vol Weight (V) | DHL Vol Weight (W) | Weight Flag | Weight (kg) | Currency
  Total amount (excl. VAT) | Total amount (incl. VAT) | Tax Code | Total Tax | Tax Adjustment | Invoice Fee
  Weight Charge | Weight Tax (VAT) | Other Charges 1 | Other Charges 1 Amount | Other Charges 2
  Other Charges 2 Amount | Discount 1 | Discount 1 Amount | Discount 2 | Discount 2 Amount | Discount 3
  Discount 3 Amount | Total Extra Charges (XC) | Total Extra Charges Tax | XC1 Code | XC1 Name | XC1 Charge
  XC1 Tax Code | XC1 Tax | XC1 Discount | XC1 Total | XC2 Code | XC2 Name | XC2 Charge | XC2 Tax Code
  XC2 Tax | XC2 Discount | XC2 Total | XC3 Code | XC3 Name | XC3 Charge | XC3 Tax Code | XC3 Tax
  XC3 Discount | XC3 Total | XC4 Code | XC4 Name | XC4 Charge | XC4 Tax Code | XC4 Tax | XC4 Discount
  XC4 Total | XC5 Code | XC5 Name | XC5 Charge | XC5 Tax Code | XC5 Tax | XC5 Discount | XC5 Total
  XC6 Code | XC6 Name | XC6 Charge | XC6 Tax Code | XC6 Tax | XC6 Discount | XC6 Total | XC7 Code
  XC7 Name | XC7 Charge | XC7 Tax Code | XC7 Tax | XC7 Discount | XC7 Total | XC8 Code | XC8 Name
  XC8 Charge | XC8 Tax Code | XC8 Tax | XC8 Discount | XC8 Total | XC9 Code | XC9 Name | XC9 Charge
  XC9 Tax Code | XC9 Tax | XC9 Discount | XC9 Total
`)

const named = (name: string): Column => ({ names: [name] })

const extraCharge = (number: number): ChargePair => ({
  code: named(`XC${number} Code`),
  text: named(`XC${number} Name`),
  amount: named(`XC${number} Charge`),
  discount: named(`XC${number} Discount`),
  group: 'XC',
})

export const DHL_EXPRESS: Layout = {
  code: 'dhl-express',
  version: 1,
  carrier: 'DHL',
  title: 'DHL Express',
  row: 'consignment',
  header: DHL_COLUMNS,
  fields: {
    invoiceNumber: named('Invoice Number'),
    account: named('Billing Account'),
    invoiceDay: named('Invoice Date'),
    dueDay: named('Due Date'),
    currency: named('Currency'),
    consignmentNumber: named('Shipment Number'),
    trackingNumber: named('Shipment Number'),
    shipmentDay: named('Shipment Date'),
    service: named('Product Name'),
    country: named('Dest Country Code'),
    postcode: named('Receivers Postcode'),
    pieces: named('Pieces'),
    billedWeight: named('Weight (kg)'),
    declaredWeight: named('Cust Scale Weight (A)'),
    rowNet: named('Total amount (excl. VAT)'),
    rowTax: named('Total Tax'),
    rowGross: named('Total amount (incl. VAT)'),
  },
  references: ['Shipment Reference 1', 'Shipment Reference 2', 'Shipment Reference 3'].map(named),
  charges: [
    { column: named('Weight Charge'), code: 'WEIGHT', text: 'Weight Charge', category: 'base' },
    ...[1, 2, 3].map((number) => ({
      column: named(`Discount ${number} Amount`),
      code: `DISCOUNT ${number}`,
      text: `Discount ${number}`,
      category: 'discount' as const,
      isTakenOff: true,
    })),
  ],
  pairs: [
    ...[1, 2].map((number) => ({
      text: named(`Other Charges ${number}`),
      amount: named(`Other Charges ${number} Amount`),
    })),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(extraCharge),
  ],
  sums: [{ column: named('Total Extra Charges (XC)'), of: ['XC'] }],
  kinds: { column: named('Line Type'), values: { I: 'invoice', S: 'detail' } },
  invoiceRow: {
    net: named('Total amount (excl. VAT)'),
    tax: named('Total Tax'),
    gross: named('Total amount (incl. VAT)'),
    charges: [{ column: named('Invoice Fee'), code: 'INVOICE FEE', text: 'Invoice Fee', category: 'other' }],
  },
  credits: { column: named('Invoice Type'), values: ['Credit Note', 'Credit'], areWrittenPositive: false },
  categories: [
    { codes: ['FF'], category: 'fuel' },
    { codes: ['OO', 'OB', 'RC'], category: 'remote area' },
    { codes: ['MA', 'AE'], category: 'address correction' },
    { codes: ['YY', 'OS'], category: 'oversize' },
    { words: ['overweight'], category: 'overweight' },
    { codes: ['II'], category: 'cover' },
    { codes: ['DD', 'DE'], category: 'customs' },
    { words: ['demand', 'emergency situation'], category: 'peak' },
  ],
  amounts: { decimal: 'either' },
  dates: 'either',
  weightUnit: 'kg',
  currency: null,
}
