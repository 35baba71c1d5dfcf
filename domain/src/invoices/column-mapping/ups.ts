import type { CategoryRule, Column, Layout, LayoutField, ShapeCell } from './layout.ts'
import { UPS_COLUMNS } from './ups-columns.ts'

/*
 * UPS Billing Data: a row for each charge, usually without a header. Columns: Trackstar's documentation
 * (carrier-samples/ups.csv), the University of Pennsylvania's dictionary of its Expedited Mail data, and UPS's
 * Forwarding Data Dictionary. Meanings of classes and categories: observed in files of UPS in Germany. The net
 * amounts of all rows, including taxes, add up to Invoice Amount, which every row repeats.
 */

const FIELDS = {
  invoiceNumber: 'Invoice Number',
  account: 'Account Number',
  invoiceDay: 'Invoice Date',
  dueDay: 'Invoice Due Date',
  currency: 'Invoice Currency Code',
  invoiceGross: 'Invoice Amount',
  consignmentNumber: 'Lead Shipment Number',
  trackingNumber: 'Tracking Number',
  shipmentDay: 'Transaction Date',
  service: 'Original Service Description',
  leg: 'Charge Category Code',
  country: 'Receiver Country',
  postcode: 'Receiver Postal',
  pieces: 'Package Quantity',
  billedWeight: 'Billed Weight',
  declaredWeight: 'Entered Weight',
  weightUnit: 'Billed Weight Unit of Measure',
  declaredWeightUnit: 'Entered Weight Unit of Measure',
  chargeDetail: 'Charge Category Detail Code',
  chargeClass: 'Charge Classification Code',
  chargeCode: 'Charge Description Code',
  chargeText: 'Charge Description',
  chargeNet: 'Net Amount',
} as const satisfies Partial<Record<LayoutField, string>>

const REFERENCES = [
  'Shipment Reference Number 1',
  'Shipment Reference Number 2',
  'Package Reference Number 1',
  'Package Reference Number 2',
  'Package Reference Number 3',
]

const CATEGORIES: readonly CategoryRule[] = [
  { classes: ['TAX'], category: 'tax' },
  { classes: ['BRK', 'GOV', 'EXM'], category: 'customs' },
  // A correction's own fuel belongs to it: what is agreed of fuel is a part of the freight.
  { details: ['ADC'], category: 'address correction' },
  { codes: ['ADC'], category: 'address correction' },
  { words: ['address correction'], category: 'address correction' },
  { classes: ['FSC'], category: 'fuel' },
  // Fees of the account are written as freight, too.
  { kinds: ['MIS'], classes: ['FRT'], category: 'other' },
  { details: ['SVCH'], category: 'other' },
  { classes: ['FRT'], words: [' fee'], category: 'other' },
  { classes: ['FRT'], category: 'base' },
  { words: ['undeliverable'], category: 'return to sender' },
  { words: ['delivery area', 'extended area', 'remote area'], category: 'remote area' },
  { words: ['large package', 'additional handling', 'over maximum'], category: 'oversize' },
]

const positionOf = (name: string): number => UPS_COLUMNS.indexOf(name) + 1

const SHAPE: readonly ShapeCell[] = [
  { position: positionOf('Version'), holds: 'number', isFilled: true },
  { position: positionOf('Account Country'), holds: 'country', isFilled: true },
  { position: positionOf('Invoice Date'), holds: 'day', isFilled: true },
  { position: positionOf('Invoice Number'), holds: 'text', isFilled: true },
  { position: positionOf('Invoice Currency Code'), holds: 'currency', isFilled: true },
  { position: positionOf('Invoice Amount'), holds: 'amount', isFilled: true },
  { position: positionOf('Transaction Date'), holds: 'day' },
  { position: positionOf('Tracking Number'), holds: 'tracking number' },
  { position: positionOf('Billed Weight'), holds: 'number' },
  {
    position: positionOf('Charge Classification Code'),
    holds: 'text',
    values: ['FRT', 'FSC', 'ACC', 'TAX', 'INF', 'BRK', 'GOV', 'EXM', 'MSC'],
    isFilled: true,
  },
  { position: positionOf('Transaction Currency Code'), holds: 'currency' },
  { position: positionOf('Net Amount'), holds: 'amount', isFilled: true },
  { position: positionOf('Invoice Due Date'), holds: 'day' },
  { position: positionOf('Sender Country'), holds: 'country' },
  { position: positionOf('Receiver Country'), holds: 'country' },
  { position: positionOf('Shipment Date'), holds: 'day' },
]

type Common = Pick<Layout, 'version' | 'carrier' | 'row' | 'legs' | 'categories' | 'amounts' | 'dates' | 'currency'>

const COMMON: Common = {
  version: 2,
  carrier: 'UPS',
  row: 'charge',
  legs: { RTN: 'return', ADJ: 'adjustment' },
  categories: CATEGORIES,
  amounts: { decimal: 'either' },
  dates: 'either',
  currency: null,
}

const columnsOf = (columnOf: (name: string) => Column): Pick<Layout, 'fields' | 'references'> => ({
  fields: Object.fromEntries(Object.entries(FIELDS).map(([field, name]) => [field, columnOf(name)])),
  references: REFERENCES.map(columnOf),
})

/** Files can be read without these, because the text of the freight names the service. */
const OPTIONAL = new Set<string>([FIELDS.service, FIELDS.chargeDetail, FIELDS.dueDay, ...REFERENCES])

export const UPS_WITH_HEADER: Layout = {
  ...COMMON,
  ...columnsOf((name) => ({ names: [name], ...(OPTIONAL.has(name) && { isOptional: true }) })),
  code: 'ups-with-header',
  title: 'UPS billing data, with its header',
  header: UPS_COLUMNS,
}

export const UPS_WITHOUT_HEADER: Layout = {
  ...COMMON,
  ...columnsOf((name) => ({ position: positionOf(name) })),
  code: 'ups-without-header',
  title: 'UPS billing data, without a header',
  header: null,
  // Rows end after the last filled column, or have some more columns that UPS has added.
  shape: { columns: 170, maxColumns: 270, cells: SHAPE },
}
