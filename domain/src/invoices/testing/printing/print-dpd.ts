import { rowOf } from './row-of.ts'
import type { BilledCharge, BilledDetail, BilledParcel } from '../../invoice.ts'
import { DPD_ENGLISH } from '../../column-mapping/dpd-mainland.ts'
import { DPD_UK } from '../../column-mapping/dpd-uk.ts'
import type { TestInvoice } from '../make-invoices.ts'
import {
  chargesOf,
  compactDay,
  dayFirst,
  kilograms,
  money,
  netOfCategory,
  netOfCharges,
  type PrintedFile,
  type Printer,
  statedNet,
  vatOf,
} from './paper.ts'

const UK_HEADER = DPD_UK.header ?? []
const MAINLAND_HEADER = DPD_ENGLISH.header ?? []
/** Neither format has adjustments: corrections are separate documents. */
const NO_ADJUSTMENTS = ['adjusted without reason', 'credit too large'] as const

/** Four lines above the header, a row for each parcel, and the total fuel again in a row of its own. */
function printUk(made: TestInvoice): PrintedFile {
  const { invoice, details } = made
  const net = statedNet(made)
  const fuel = netOfCategory(details.flatMap(chargesOf), 'fuel')
  return {
    name: `dpd-${invoice.number}.csv`,
    delimiter: ',',
    rows: [
      ['Account No', invoice.account, 'Invoice No', invoice.number, '', 'A Shipper'],
      ['Invoice Date', dayFirst(invoice.day, '/')],
      ['Nett Invoice Value', '', money(net), invoice.currency],
      ['VAT', '', money(vatOf(net)), invoice.currency],
      ['Gross Invoice Value', '', money(net + vatOf(net)), invoice.currency],
      [...UK_HEADER],
      ...details.flatMap((detail) => detail.parcels.map((parcel) => ukRow(detail, parcel))),
      rowOf(UK_HEADER, { 'Product Description': 'FUEL AND ENERGY CHARGE', Revenue: money(fuel) }),
    ],
  }
}

function ukRow(detail: BilledDetail, { trackingNumber, billedWeight, charges }: BilledParcel): string[] {
  const amount = (category: BilledCharge['category']) => {
    const net = netOfCategory(charges, category)
    return net === 0 ? '' : money(net)
  }
  return rowOf(UK_HEADER, {
    Date: dayFirst(detail.shipmentDay, '/'),
    Consignment: detail.consignmentNumber,
    'Parcel No': trackingNumber,
    'Service Description': detail.service,
    'Senders Ref': detail.references.join(','),
    Delivery: detail.postcode,
    Weight: kilograms(billedWeight),
    Items: String(detail.pieces),
    Revenue: money(netOfCategory(charges, 'base')),
    'Fuel and Energy Charge': amount('fuel'),
    'Scottish Delivery Zone': amount('remote area'),
    'Return to Consignor Charge': amount('return to sender'),
    'Relabel Charge': amount('other'),
    Cover: '0',
    'Country Code': detail.country,
  })
}

/**
 * A row for each parcel, semicolons, decimal commas, weights in grams, a total in each row and none for the invoice.
 */
function mainlandRows(made: TestInvoice): string[][] {
  const { invoice, details } = made
  // If the invoice's sum is wrong, the total of its first row is.
  let off = statedNet(made) - netOfCharges(details.flatMap(chargesOf))
  return details.flatMap((detail) =>
    detail.parcels.map(({ trackingNumber, billedWeight, charges }) => {
      const total = netOfCharges(charges) + off
      off = 0
      const amount = (category: BilledCharge['category']) => money(netOfCategory(charges, category), ',')
      return rowOf(MAINLAND_HEADER, {
        Type: 'Parcel',
        'Customer number': invoice.account,
        'Invoice number': invoice.number,
        'Invoice date': compactDay(invoice.day),
        'Parcel number': trackingNumber,
        'Shipment number': detail.consignmentNumber,
        'Commercial destination country': detail.country,
        Service: detail.service,
        'Shipment date': compactDay(detail.shipmentDay),
        'Base price': amount('base'),
        'Energy surcharge': amount('fuel'),
        'Toll surcharge': amount('remote area'),
        'System return surcharge': amount('return to sender'),
        'Total other surcharges': amount('other'),
        Weight: billedWeight === null ? '' : String(billedWeight),
        'Customer parcel reference 1': detail.references[0] ?? '',
        'Total amount': money(total, ','),
        'VAT percentage': '20',
      })
    }),
  )
}

export const DPD_UK_PRINTER: Printer = {
  layout: 'dpd-uk',
  // Each row bills its own parcel, whatever the number of pieces in its consignment.
  styles: ['rows'],
  cannotShow: [...NO_ADJUSTMENTS, 'wrong number'],
  remoteArea: { code: 'SCOTTISH DELIVERY ZONE', category: 'remote area' },
  returned: { code: 'RETURN TO CONSIGNOR CHARGE', category: 'return to sender' },
  print: (invoices) => invoices.map(printUk),
}

export const DPD_MAINLAND_PRINTER: Printer = {
  layout: 'dpd-mainland-english',
  // It never states how many parcels a row bills.
  styles: ['rows'],
  cannotShow: [...NO_ADJUSTMENTS, 'wrong number'],
  remoteArea: { code: 'TOLL', category: 'other' },
  returned: { code: 'RETURN', category: 'return to sender' },
  print: (invoices) => [
    { name: 'dpd.csv', delimiter: ';', rows: [[...MAINLAND_HEADER], ...invoices.flatMap(mainlandRows)] },
  ],
}
