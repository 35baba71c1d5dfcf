import { rowOf } from './row-of.ts'
import type { BilledCharge, BilledDetail } from '../../invoice.ts'
import type { ChargeCategory } from '../../../routing/terms/charge-category.ts'
import { UPS_COLUMNS } from '../../column-mapping/ups-columns.ts'
import type { TestInvoice } from '../make-invoices.ts'
import { chargesOf, kilograms, money, netOfCharges, type PrintedFile, type Printer, statedNet, vatOf } from './paper.ts'

/** UPS writes a row for each charge, and its tax as a charge of the shipment. */
const CLASSES: Readonly<Partial<Record<ChargeCategory, string>>> = {
  base: 'FRT',
  fuel: 'FSC',
  tax: 'TAX',
  credit: 'MSC',
}

const taxOf = (details: readonly BilledDetail[]) =>
  details.reduce((tax, detail) => tax + vatOf(netOfCharges(chargesOf(detail))), 0)

function invoiceRows({ invoice, details, ...made }: TestInvoice): string[][] {
  const amount = money(statedNet({ invoice, details, ...made }) + taxOf(details))
  const common = {
    Version: '2.1',
    'Account Number': invoice.account,
    'Account Country': 'GB',
    'Invoice Date': invoice.day ?? '',
    'Invoice Number': invoice.number,
    'Invoice Currency Code': invoice.currency,
    'Invoice Amount': amount,
    'Invoice Due Date': invoice.dueDay ?? '',
    'Transaction Currency Code': invoice.currency,
    'Sender Country': 'GB',
  }
  return details.flatMap((detail) => detailRows(detail, common))
}

function detailRows(detail: BilledDetail, common: Readonly<Record<string, string>>): string[][] {
  const { parcels, references, service, shipmentDay } = detail
  const lead = detail.consignmentNumber || (parcels[0]?.trackingNumber ?? '')
  const row = (tracking: string, grams: number | null, { category, code, text, net }: Omit<BilledCharge, 'line'>) =>
    rowOf(UPS_COLUMNS, {
      ...common,
      'Transaction Date': shipmentDay ?? '',
      'Shipment Date': shipmentDay ?? '',
      'Lead Shipment Number': lead,
      'Tracking Number': tracking,
      'Shipment Reference Number 1': references[0] ?? '',
      'Package Quantity': String(detail.pieces),
      'Billed Weight': kilograms(grams),
      'Billed Weight Unit of Measure': 'K',
      'Charge Category Code': detail.leg === 'adjustment' ? 'ADJ' : 'SHP',
      'Charge Classification Code': CLASSES[category] ?? 'ACC',
      'Charge Description Code': code,
      // The text of the freight is its service.
      'Charge Description': category === 'base' && service !== '' ? service : text,
      'Original Service Description': service,
      'Net Amount': money(net),
      'Receiver Country': detail.country,
      'Receiver Postal': detail.postcode,
    })
  const rows = parcels.flatMap(({ trackingNumber, billedWeight, charges }) =>
    charges.map((charge) => row(trackingNumber, billedWeight, charge)),
  )
  const net = vatOf(netOfCharges(chargesOf(detail)))
  const [first] = parcels
  if (first && net !== 0)
    rows.push(row(first.trackingNumber, first.billedWeight, { category: 'tax', code: '01', text: 'VAT', net }))
  return rows
}

const printWith =
  (header: readonly string[][]) =>
  (invoices: readonly TestInvoice[]): PrintedFile[] => [
    { name: 'ups.csv', delimiter: ',', rows: [...header, ...invoices.flatMap(invoiceRows)] },
  ]

const COMMON: Omit<Printer, 'layout' | 'print'> = {
  styles: ['rows', 'one row'],
  namesService: true,
  cannotShow: [],
  remoteArea: { code: 'RAS', category: 'remote area' },
  returned: { code: 'RTS', category: 'return to sender' },
}

export const UPS_PRINTER: Printer = { ...COMMON, layout: 'ups-with-header', print: printWith([[...UPS_COLUMNS]]) }
export const UPS_BARE_PRINTER: Printer = { ...COMMON, layout: 'ups-without-header', print: printWith([]) }
