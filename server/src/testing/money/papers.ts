import type { Day } from '@despatch/domain/calendar/day'
import { DHL_EXPRESS } from '@despatch/domain/invoices/column-mapping/dhl-express'
import { DPD_UK } from '@despatch/domain/invoices/column-mapping/dpd-uk'
import { FEDEX_UK } from '@despatch/domain/invoices/column-mapping/fedex-uk'
import { ROYAL_MAIL } from '@despatch/domain/invoices/column-mapping/royal-mail'
import { UPS_COLUMNS } from '@despatch/domain/invoices/column-mapping/ups-columns'

/** Invoices as five carriers send them. Of the product's layouts, only the carriers' column names are used. */

/** What a carrier bills for one parcel, consignment or sales order; amounts in pence. */
export type Line = {
  /** The number of the parcel, waybill or sales order. */
  readonly number: string
  /** The number of the consignment, if it is different. */
  readonly lead?: string
  readonly reference: string
  readonly service: string
  readonly shipped: Day
  readonly grams: number
  readonly pieces: number
  readonly base: number
  readonly fuel: number
  /** A charge without an agreement. */
  readonly handling: number
}
export type Paper = { readonly number: string; readonly day: Day; readonly lines: readonly Line[] }

type Cells = Readonly<Record<string, string | readonly string[]>>
const money = (pence: number) => (pence / 100).toFixed(2)
const kilograms = (grams: number) => (grams / 1000).toFixed(3)
const turned = (day: Day, sign: string) => day.split('-').toReversed().join(sign)
const compact = (day: Day) => day.replaceAll('-', '')
const netOf = ({ base, fuel, handling }: Line) => base + fuel + handling
const vatOf = (net: number) => Math.round(net / 5)

/** A line of the file from the cells of named columns, with a list for a repeated name; other columns are empty. */
function cellsOf(header: readonly string[], cells: Cells): string[] {
  const seen = new Map<string, number>()
  return header.map((name) => {
    const cell = cells[name]
    if (cell === undefined || typeof cell === 'string') return cell ?? ''
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    return cell[nth] ?? ''
  })
}

function dpd({ number, day, lines }: Paper): string[][] {
  const header = DPD_UK.header ?? []
  const rows = lines.map((line) =>
    cellsOf(header, {
      Date: turned(line.shipped, '/'),
      Consignment: line.lead ?? line.number,
      'Parcel No': line.number,
      'Service Description': line.service,
      'Senders Ref': line.reference,
      Weight: kilograms(line.grams),
      Items: String(line.pieces),
      Revenue: money(line.base),
      'Fuel and Energy Charge': line.fuel === 0 ? '' : money(line.fuel),
      'Relabel Charge': line.handling === 0 ? '' : money(line.handling),
      Cover: '0',
      'Country Code': 'GB',
    }),
  )
  return [
    ['Account No', 'D1', 'Invoice No', number, '', 'A Shipper'],
    ['Invoice Date', turned(day, '/')],
    [...header],
    ...rows,
  ]
}

/** A row for each charge. */
function ups({ number, day, lines }: Paper): string[][] {
  const rows = lines.flatMap((line) => {
    const charge = (kind: string, code: string, text: string, pence: number) =>
      cellsOf(UPS_COLUMNS, {
        Version: '2.1',
        'Account Number': 'U1',
        'Account Country': 'GB',
        'Invoice Date': day,
        'Invoice Number': number,
        'Invoice Currency Code': 'GBP',
        'Transaction Currency Code': 'GBP',
        'Sender Country': 'GB',
        'Transaction Date': line.shipped,
        'Shipment Date': line.shipped,
        'Lead Shipment Number': line.lead ?? line.number,
        'Tracking Number': line.number,
        'Shipment Reference Number 1': line.reference,
        'Package Quantity': String(line.pieces),
        'Billed Weight': kilograms(line.grams),
        'Billed Weight Unit of Measure': 'K',
        'Charge Category Code': 'SHP',
        'Charge Classification Code': kind,
        'Charge Description Code': code,
        'Charge Description': text,
        'Original Service Description': line.service,
        'Net Amount': money(pence),
        'Receiver Country': 'GB',
      })
    return [
      charge('FRT', '011', line.service, line.base),
      ...(line.fuel === 0 ? [] : [charge('FSC', 'FSC', 'Fuel Surcharge', line.fuel)]),
      ...(line.handling === 0 ? [] : [charge('ACC', 'HND', 'Handling', line.handling)]),
    ]
  })
  return [[...UPS_COLUMNS], ...rows]
}

/** A row for the invoice, then a row for each waybill. */
function dhl({ number, day, lines }: Paper): string[][] {
  const header = DHL_EXPRESS.header ?? []
  const common = { 'Invoice Number': number, 'Invoice Date': compact(day), 'Billing Account': 'H1', Currency: 'GBP' }
  const totals = (net: number, tax: number) => ({
    'Total amount (excl. VAT)': money(net),
    'Total Tax': money(tax),
    'Total amount (incl. VAT)': money(net + tax),
  })
  const rows = lines.map((line) => {
    const extra = [['FF', 'FUEL SURCHARGE', line.fuel] as const, ['HN', 'HANDLING', line.handling] as const].filter(
      ([, , pence]) => pence !== 0,
    )
    return cellsOf(header, {
      ...common,
      'Line Type': 'S',
      'Shipment Number': line.number,
      'Shipment Date': compact(line.shipped),
      'Shipment Reference 1': line.reference,
      'Product Name': line.service,
      Pieces: String(line.pieces),
      'Dest Country Code': 'GB',
      'Weight (kg)': kilograms(line.grams),
      'Weight Charge': money(line.base),
      'Total Extra Charges (XC)': money(line.fuel + line.handling),
      ...totals(netOf(line), vatOf(netOf(line))),
      ...Object.fromEntries(
        extra.flatMap(([code, name, pence], index) => [
          [`XC${index + 1} Code`, code],
          [`XC${index + 1} Name`, name],
          [`XC${index + 1} Charge`, money(pence)],
          [`XC${index + 1} Discount`, '0.00'],
        ]),
      ),
    })
  })
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0)
  const whole = totals(
    sum(netOf),
    sum((line) => vatOf(netOf(line))),
  )
  return [[...header], cellsOf(header, { ...common, 'Line Type': 'I', 'Invoice Type': 'Invoice', ...whole }), ...rows]
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A row for each waybill, with its charges under two repeated names. */
function fedex({ number, day, lines }: Paper): string[][] {
  const header = FEDEX_UK.header ?? []
  const [year, month, date] = day.split('-')
  const due = lines.reduce((sum, line) => sum + netOf(line) + vatOf(netOf(line)), 0)
  const rows = lines.map((line) => {
    const [shippedYear, shippedMonth, shippedDate] = line.shipped.split('-').map(Number)
    const charges = [
      ['Transportation Charge', line.base] as const,
      ['Fuel Surcharge', line.fuel] as const,
      ['Special Handling Fee', line.handling] as const,
      ['Value Added Tax', vatOf(netOf(line))] as const,
    ].filter(([, pence]) => pence !== 0)
    return cellsOf(header, {
      'Billing Country/Territory': 'GB',
      'Bill to Account Number': 'F1',
      'FedEx Invoice Number': number,
      'Invoice Date': `${date}-${MONTHS[Number(month) - 1]}-${year}`,
      'Bill to Currency': 'GBP',
      'Original Amount Due': money(due),
      'Air Waybill Number': line.number,
      'Shipper Reference 1': line.reference,
      'Ship Date (formatted)': `${shippedMonth}/${shippedDate}/${shippedYear}`,
      Service: line.service,
      Pieces: String(line.pieces),
      'Recipient Address Country/Territory': 'GB',
      'Rated Weight Amount': kilograms(line.grams),
      'Rated Weight Units': 'KG',
      'Air Waybill Total Amount': money(netOf(line) + vatOf(netOf(line))),
      'Air Waybill Charge Label': charges.map(([label]) => label),
      'Air Waybill Charge Amount': charges.map(([, pence]) => money(pence)),
    })
  })
  return [[...header], ...rows]
}

/** A row for each sales order. */
function royalMail({ number, day, lines }: Paper): string[][] {
  const header = ROYAL_MAIL.header ?? []
  const rows = lines.map((line) => {
    const net = netOf(line)
    return cellsOf(header, {
      'Confirmation Date': [turned(line.shipped, '.'), turned(line.shipped, '.')],
      'Sales Order No.': line.number,
      'Invoice Number': number,
      'Invoice Date': turned(day, '.'),
      'Account Number': 'R1',
      'Destination Country Code': 'GB',
      'Class of Mail': line.service,
      Volume: String(line.pieces),
      'Item Weight': kilograms(line.grams),
      Surcharge: money(line.handling),
      'Net Value': money(net),
      'Tax Amount': money(vatOf(net)),
      'Gross Value': money(net + vatOf(net)),
      'Green Surcharge': '0.00',
      'Peak Surcharge': '0.00',
    })
  })
  return [['Sales Order'], [...header], ...rows]
}

export const PAPERS = { DPD: dpd, UPS: ups, DHL: dhl, FedEx: fedex, 'Royal Mail': royalMail } as const
export type PaperCarrier = keyof typeof PAPERS

export const printPaper = (carrier: PaperCarrier, paper: Paper): string =>
  PAPERS[carrier](paper)
    .map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join())
    .join('\n')
    .concat('\n')
