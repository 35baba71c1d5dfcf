import { addDays, type Day } from '@despatch/domain/calendar/day'
import { type Bill, type Carrier, consignmentOf, type Despatch, type Row } from './history.ts'

/** Invoice files of the three carriers, with the names of a history. */

const column = (name: string) => ({ names: [name] })
const charge = (name: string, category: string) => ({
  column: column(name),
  code: name.toUpperCase(),
  text: name,
  category,
})
const LEGS = { outbound: 'OUT', return: 'RTN', adjustment: 'ADJ' } as const
const CHARGES = ['Base', 'Fuel', 'Remote area', 'Handling', 'Credit'] as const
const COMMON = {
  charges: [
    charge('Base', 'base'),
    charge('Fuel', 'fuel'),
    charge('Remote area', 'remote area'),
    charge('Handling', 'other'),
    charge('Credit', 'credit'),
  ],
  legs: { RTN: 'return', ADJ: 'adjustment' },
  amounts: { decimal: '.' },
  dates: 'year-first',
  weightUnit: 'kg',
  currency: null,
} as const

const KITE_HEADER = [
  'Invoice',
  'Invoice date',
  'Account',
  'Currency',
  'Parcel',
  'Consignment',
  'Reference',
  'Kind',
  'Service',
  'Shipped',
  'Items',
  'Weight',
  ...CHARGES,
  'VAT',
  'Note',
]
const OSPREY_HEADER = [
  'Bill',
  'Bill date',
  'Customer',
  'Curr',
  'Shipment',
  'Your ref',
  'Movement',
  'Product',
  'Collected',
  'Pieces',
  'Kg',
  ...CHARGES,
  'VAT',
]
const ROYAL_MAIL_HEADER =
  'Confirmation Date|Sales Order No.|Confirmed By|Confirmation Date|Confirmation Time|Invoice Number|Invoice Date|Account Number|Account Name|Poster|Postal Code|Destination Country Code|Destination Country Name|Product Code|Product Name|Class of Mail|Format|Magazine Issue|Magazine Code|CRN Code|Directs Quantity|Residue Quantity|Volume|Item Weight|SD Weight Band 1-100g|SD Weight Band 101-500g|SD Weight Band 501-1kg|SD Weight Band 1001-2kg|SD Weight Band 2001g-20kg|Total Weight|Surcharge|Container Price Diff|Net Value|Tax Amount|Gross Value|Green Surcharge|Peak Surcharge'.split(
    '|',
  )

/** As the mapping studio sends them; Royal Mail's layout is built in. */
export const LAYOUTS = [
  {
    ...COMMON,
    code: 'kite',
    version: 1,
    carrier: 'Kite',
    title: 'Kite, by parcel',
    row: 'parcel',
    header: KITE_HEADER,
    fields: {
      invoiceNumber: column('Invoice'),
      invoiceDay: column('Invoice date'),
      account: column('Account'),
      currency: column('Currency'),
      trackingNumber: column('Parcel'),
      consignmentNumber: column('Consignment'),
      leg: column('Kind'),
      service: column('Service'),
      shipmentDay: column('Shipped'),
      pieces: column('Items'),
      billedWeight: column('Weight'),
      rowTax: column('VAT'),
    },
    references: [column('Reference')],
    overhead: { texts: [column('Note')], amount: column('Handling') },
  },
  {
    ...COMMON,
    code: 'osprey',
    version: 1,
    carrier: 'Osprey',
    title: 'Osprey, by consignment',
    row: 'consignment',
    header: OSPREY_HEADER,
    fields: {
      invoiceNumber: column('Bill'),
      invoiceDay: column('Bill date'),
      account: column('Customer'),
      currency: column('Curr'),
      consignmentNumber: column('Shipment'),
      trackingNumber: column('Shipment'),
      leg: column('Movement'),
      service: column('Product'),
      shipmentDay: column('Collected'),
      pieces: column('Pieces'),
      billedWeight: column('Kg'),
      rowTax: column('VAT'),
    },
    references: [column('Your ref')],
  },
] as const

/** Names in files and feeds: each history has its own number, so that no two share a parcel. */
export type Names = { readonly batch: number; readonly history: number; readonly firstDay: Day }

/** The code of a client, whose name is one letter. */
export const clientCode = (batch: number, client: string) => `M${batch}${client}`
/** The prefix of a history's numbers. */
const prefix = ({ batch, history }: Names) => `M${batch}H${history}-`

/** Each batch has its own service names, because a sales order takes any parcel despatched by its service. */
export const serviceName = (batch: number, service: string) => `${service} ${batch}`
export const orderNumber = (names: Names, order: string) => prefix(names) + order
export const invoiceNumber = (names: Names, invoice: string) => prefix(names) + invoice
/**
 * 'KT', the history in six digits, then for 'A12/3' the letter in two digits, the number in three, and the parcel in
 * one.
 */
export const trackingNumber = ({ batch, history }: Names, parcel: string) => {
  const [, letter = 'A', order = '', place = ''] = /^(\D)(\d+)\/(\d)$/.exec(parcel) ?? []
  return `KT${digits(batch, 4)}${digits(history, 3)}${digits(letter.codePointAt(0) ?? 0, 2)}${digits(Number(order), 3)}${place}`
}
/** A number that no parcel has. */
const unknownNumber = ({ batch, history }: Names, invoice: string, row: number) =>
  `KX${digits(batch, 4)}${digits(history, 3)}${digits(Number(invoice.replaceAll(/\D/g, '')), 3)}${digits(row, 3)}`
/** The carrier's own number of a consignment, unknown to the product. */
const ownNumber = (names: Names, order: string) => trackingNumber(names, `${order}/0`).replace('KT', 'KC')
const digits = (number: number, count: number) => String(number).padStart(count, '0')
export const dayOfHistory = ({ firstDay }: Names, day: number) => addDays(firstDay, day)

const money = (pence: number | undefined) => ((pence ?? 0) / 100).toFixed(2)

/** An invoice of a history, with the despatches so far. */
export type Written = { readonly bill: Bill; readonly despatched: ReadonlyMap<string, Despatch>; readonly names: Names }

/** Writes the file of several invoices of one carrier. */
export function writeFile(carrier: Carrier, invoices: readonly Written[]): string {
  const header = { Kite: KITE_HEADER, Osprey: OSPREY_HEADER, 'Royal Mail': ROYAL_MAIL_HEADER }[carrier]
  const rows = invoices.flatMap((invoice) =>
    invoice.bill.rows.map((row, index) => {
      const cells = cellsOf(invoice, row, index)
      return header.map((name) => cells[name] ?? '')
    }),
  )
  const lines = [...(carrier === 'Royal Mail' ? [['Sales Order']] : []), header, ...rows]
  return lines.map((line) => line.join() + LINE_END).join('')
}
const LINE_END = '\n'

type Cells = Record<string, string>

function cellsOf(written: Written, row: Row, index: number): Cells {
  const { bill, despatched, names } = written
  const despatch = despatched.get(consignmentOf(row.about))
  const shipped = dayOfHistory(names, (despatch?.day ?? bill.day - 1) + (row.daysLate ?? 0))
  if (bill.carrier === 'Royal Mail') return royalMailCells(written, row, shipped)
  const unknown = unknownNumber(names, bill.invoice, index)
  const number = despatch ? consignmentNumber(names, despatch, row.by) : unknown
  const common = {
    Base: money(row.base),
    Fuel: money(row.fuel),
    'Remote area': money(row.remoteArea),
    Handling: money(row.handling),
    Credit: money(-(row.credit ?? 0)),
    VAT: row.tax === undefined ? '' : money(row.tax),
  }
  const reference = row.by === 'nothing' || !despatch ? '' : orderNumber(names, despatch.order)
  const grams = despatch?.grams ?? [1000]
  const service = despatch ? serviceName(names.batch, despatch.service) : ''
  if (bill.carrier === 'Osprey')
    return {
      ...common,
      Bill: invoiceNumber(names, bill.invoice),
      'Bill date': dayOfHistory(names, bill.day),
      Customer: `A${names.batch}`,
      Curr: bill.currency,
      Shipment: number,
      'Your ref': reference,
      Movement: LEGS[row.leg],
      Product: service,
      Collected: shipped,
      Pieces: String(grams.length),
      Kg: kilograms(grams),
    }
  const head = {
    ...common,
    Invoice: invoiceNumber(names, bill.invoice),
    'Invoice date': dayOfHistory(names, bill.day),
    Account: `A${names.batch}`,
    Currency: bill.currency,
  }
  if (row.about === 'the invoice') return { ...head, Note: 'Weekly service' }
  const isParcel = row.about.includes('/')
  const parcel = isParcel && row.by === 'number' ? trackingNumber(names, row.about) : unknown
  return {
    ...head,
    Parcel: isParcel || !despatch ? parcel : '',
    // A row that names a parcel only by our reference names no consignment either.
    Consignment: isParcel && row.by !== 'number' ? '' : number,
    Reference: reference,
    Kind: LEGS[row.leg],
    Service: service,
    Shipped: shipped,
    // Of the consignment, on the row of each of its parcels.
    Items: String(grams.length),
    Weight: kilograms(isParcel ? [grams[Number(row.about.split('/')[1]) - 1] ?? 1000] : grams),
  }
}

/** The number of a consignment: that of its first parcel, or the carrier's own. */
const consignmentNumber = (names: Names, { order }: Despatch, by: Row['by']) =>
  by === 'number' ? trackingNumber(names, `${order}/1`) : ownNumber(names, order)

function royalMailCells({ bill, despatched, names }: Written, row: Row, shipped: Day): Cells {
  const despatch = despatched.get(consignmentOf(row.about))
  const net = row.base ?? 0
  const dotted = (day: Day) => day.split('-').toReversed().join('.')
  return {
    'Confirmation Date': dotted(shipped),
    'Sales Order No.': prefix(names) + (row.salesOrder ?? ''),
    'Invoice Number': invoiceNumber(names, bill.invoice),
    'Invoice Date': dotted(dayOfHistory(names, bill.day)),
    'Account Number': `A${names.batch}`,
    'Destination Country Code': 'GB',
    'Class of Mail': despatch ? serviceName(names.batch, despatch.service) : '',
    Volume: String(row.items ?? 1),
    'Item Weight': kilograms(despatch?.grams ?? [1000]),
    Surcharge: '0.00',
    'Net Value': money(net),
    'Tax Amount': money(row.tax),
    'Gross Value': money(net + (row.tax ?? 0)),
    'Green Surcharge': '0.00',
    'Peak Surcharge': '0.00',
  }
}

const kilograms = (grams: readonly number[]) => (grams.reduce((sum, one) => sum + one, 0) / 1000).toFixed(3)
