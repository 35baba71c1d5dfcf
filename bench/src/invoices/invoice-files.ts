import { dayOf } from '@despatch/domain/calendar/day'
import { DHL_EXPRESS } from '@despatch/domain/invoices/column-mapping/dhl-express'
import { DPD_UK } from '@despatch/domain/invoices/column-mapping/dpd-uk'
import { UPS_COLUMNS } from '@despatch/domain/invoices/column-mapping/ups-columns'
import { explainCost } from '@despatch/domain/routing/prices/explain-cost'
import type { Cost, Pricing } from '@despatch/domain/routing/prices/costing'
import {
  type BenchCarrier,
  type BenchParcel,
  CARRIERS,
  leftAt,
  partAtEndOf,
  pricedIn,
  pricingOf,
  SERVICES,
} from './invoice-world.ts'

/** An invoice of the bench: a carrier's last parcels, some of them billed wrongly, some unknown. */
export type BenchInvoice = { carrier: BenchCarrier; number: string; parcels: number; orders: number; now: number }

/** A parcel with its three or four charges. */
type Billed = BenchParcel & { base: Cost; fuel: Cost; peak: Cost; remote: Cost }

const pence = (cost: Cost) => (cost / 10_000).toFixed(2)
const pricings = new Map<number, Pricing>()

/** The bytes of an invoice in its carrier's layout, in pieces. */
export function* invoiceFile(invoice: BenchInvoice): Generator<Buffer> {
  const { before, row } = WRITERS[invoice.carrier](invoice)
  let text = before
  let written = 0
  for (const billed of billedOf(invoice)) {
    text += row(billed, written++)
    if (text.length < 262_144) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** The sum of an invoice's charges. */
function sumOf(invoice: BenchInvoice): Cost {
  let sum = 0
  for (const { base, fuel, peak, remote } of billedOf(invoice)) sum += base + fuel + peak + remote
  return sum
}

/** Of a hundred parcels, five are billed a pound too much, and one has an unknown number. */
function* billedOf(invoice: BenchInvoice): Generator<Billed> {
  let index = 0
  for (const parcel of benchParcels(invoice)) {
    const base = Math.round(parcel.price / 100) * 100 + (index % 20 === 7 ? 10_000 : 0)
    const unknown = index % 100 === 42 ? { trackingNumber: `${parcel.trackingNumber}9`, orderNumber: '' } : {}
    yield {
      ...parcel,
      ...unknown,
      base,
      fuel: Math.floor((base * 12) / 10_000 + 0.5) * 100,
      peak: 3500,
      remote: index % 3 === 0 ? 25_000 : 0,
    }
    index++
  }
}

/** The last parcels of a carrier despatched by `now`, in order of despatch. */
function* benchParcels({ carrier, parcels, orders, now }: BenchInvoice): Generator<BenchParcel> {
  const of = CARRIERS.indexOf(carrier)
  const first = Math.max(0, orders - Math.ceil((parcels / 1.25) * 3) - 3)
  let count = 0
  for (let order = first - (first % 3) + of; order < orders; order += 3) {
    const numbers = order % 4 === 0 ? [order * 2, order * 2 + 1] : [order * 2]
    const weights: number[] = []
    const day = dayOf(new Date(leftAt(order, orders, now)))
    const version = pricedIn(carrier, partAtEndOf(day, now))
    const pricing = pricings.get(version) ?? pricingOf(version)
    pricings.set(version, pricing)
    let before = 0
    for (const number of numbers) {
      const grams = 500 + (number % 30) * 250
      weights.push(grams)
      const cost = explainCost(pricing, day, weights).cost ?? 0
      if (count++ >= parcels) return
      yield {
        trackingNumber: trackingNumberOf(carrier, number),
        orderNumber: `INV${String(order).padStart(9, '0')}`,
        day,
        grams,
        price: cost - before,
      }
      before = cost
    }
  }
}

function trackingNumberOf(carrier: BenchCarrier, number: number): string {
  if (carrier === 'UPS') return `1ZBENCH${String(number).padStart(11, '0')}`
  return carrier === 'DHL' ? String(5_000_000_000 + number) : `1550${String(number).padStart(10, '0')}`
}

type Writer = { before: string; row: (billed: Billed, index: number) => string }

const ADDRESS: Readonly<Record<string, string>> = {
  'Sender Name': 'Despatch',
  'Sender Company Name': 'The Fulfilment Company Ltd',
  'Sender Address Line 1': 'Unit 4 Long Lane Industrial Estate',
  'Sender City': 'Hinckley',
  'Sender Postal': 'LE10 1AA',
  'Sender Country': 'GB',
  'Receiver Name': 'Chris Name',
  'Receiver Company Name': 'Name and Daughters',
  'Receiver Address Line 1': '28 Station Road',
  'Receiver City': 'Leeds',
  'Receiver Postal': 'LS1 1UR',
  'Receiver Country': 'GB',
}

const WRITERS: Readonly<Record<BenchCarrier, (given: BenchInvoice) => Writer>> = {
  UPS: (invoice) => {
    const common: Readonly<Record<string, string>> = {
      ...ADDRESS,
      Version: '2.1',
      'Recipient Number': '0000A1B2C3',
      'Account Number': '0000A1B2C3',
      'Account Country': 'GB',
      'Invoice Date': dayOf(new Date(invoice.now)),
      'Invoice Number': invoice.number,
      'Invoice Type Code': 'E',
      'Invoice Currency Code': 'GBP',
      'Invoice Amount': pence(sumOf(invoice)),
      'Transaction Currency Code': 'GBP',
      'Bill Option Code': 'P/P',
      'Package Quantity': '1',
      'Entered Weight Unit of Measure': 'K',
      'Billed Weight Unit of Measure': 'K',
      'Charge Category Code': 'SHP',
      'Charged Unit Quantity': '1',
      'Original Service Description': SERVICES.UPS,
      'Package Dimensions': '30.0x 20.0x 10.0',
    }
    const row = (billed: Billed, [kind, code, text]: readonly [string, string, string], net: Cost) => {
      const own: Readonly<Record<string, string>> = {
        'Transaction Date': billed.day,
        'Lead Shipment Number': billed.trackingNumber,
        'Shipment Reference Number 1': billed.orderNumber,
        'Tracking Number': billed.trackingNumber,
        'Entered Weight': (billed.grams / 1000).toFixed(2),
        'Billed Weight': (billed.grams / 1000).toFixed(2),
        'Charge Classification Code': kind,
        'Charge Description Code': code,
        'Charge Description': text,
        'Net Amount': pence(net),
        'Basis Value': pence(billed.base),
        'Incentive Amount': '0.00',
      }
      return `${UPS_COLUMNS.map((name) => own[name] ?? common[name] ?? '').join(',')}\n`
    }
    return {
      before: '',
      row: (billed) =>
        [
          row(billed, ['FRT', '003', 'Standard'], billed.base),
          row(billed, ['FSC', 'FSC', 'Fuel Surcharge'], billed.fuel),
          row(billed, ['ACC', 'PFC', 'Peak Demand Surcharge'], billed.peak),
          billed.remote === 0 ? '' : row(billed, ['ACC', 'ESD', 'Extended Area Surcharge'], billed.remote),
        ].join(''),
    }
  },
  DHL: (invoice) => {
    const header = DHL_EXPRESS.header ?? []
    const common: Readonly<Record<string, string>> = {
      'Billing Source': 'GB',
      'Invoice Number': invoice.number,
      'Invoice Type': 'Invoice',
      'Invoice Date': dayOf(new Date(invoice.now)),
      'Billing Account': '123456789',
      'Billing Account Name': 'The Fulfilment Company Ltd',
      Currency: 'GBP',
    }
    const line = (own: Readonly<Record<string, string>>) =>
      `${header.map((name) => own[name] ?? common[name] ?? '').join(',')}\n`
    const total = pence(sumOf(invoice))
    const sums = (amount: string) => ({
      'Total amount (excl. VAT)': amount,
      'Total amount (incl. VAT)': amount,
      'Total Tax': '0.00',
    })
    return {
      before: `${header.join(',')}\n${line({ 'Line Type': 'I', ...sums(total) })}`,
      row: ({ base, fuel, peak, remote, ...billed }) =>
        line({
          'Line Type': 'S',
          'Shipment Number': billed.trackingNumber,
          'Shipment Date': billed.day,
          'Shipment Reference 1': billed.orderNumber,
          Product: 'N',
          'Product Name': SERVICES.DHL,
          Pieces: '1',
          'Senders Name': 'The Fulfilment Company Ltd',
          'Senders Postcode': 'LE10 1AA',
          'Senders City': 'Hinckley',
          'Dest Country Code': 'GB',
          'Receivers Name': 'Chris Name',
          'Receivers Address 1': '28 Station Road',
          'Receivers Postcode': 'LS1 1UR',
          'Receivers City': 'Leeds',
          'Weight (kg)': String(billed.grams / 1000),
          ...sums(pence(base + fuel + peak + remote)),
          'Weight Charge': pence(base),
          'Total Extra Charges (XC)': pence(fuel + peak + remote),
          ...extra(1, 'FF', 'FUEL SURCHARGE', fuel),
          ...extra(2, 'PD', 'DEMAND SURCHARGE', peak),
          ...(remote === 0 ? {} : extra(3, 'OO', 'REMOTE AREA DELIVERY', remote)),
        }),
    }
  },
  DPD: (invoice) => {
    const header = DPD_UK.header ?? []
    const row = ({ base, fuel, remote, peak, ...billed }: Billed) => {
      const own: Readonly<Record<string, string>> = {
        Date: billed.day.split('-').toReversed().join('/'),
        Consignment: billed.trackingNumber,
        'Parcel No': billed.trackingNumber,
        'Product Code': '1',
        'Product Description': 'Parcel',
        'Service Code': '12',
        'Service Description': SERVICES.DPD,
        'Senders Ref': billed.orderNumber,
        Weight: String(billed.grams / 1000),
        Items: '1',
        Revenue: pence(base),
        'Fuel and Energy Charge': pence(fuel),
        'Peak Surcharge': pence(peak),
        'Scottish Delivery Zone': pence(remote),
        'Country Code': 'GB',
        Country: 'United Kingdom',
        'Delivery Address': 'Chris Name 28 Station Road Leeds LS1 1UR',
        'Collection Post Code': 'LE10 1AA',
      }
      return `${[...header, 'Peak Surcharge'].map((name) => own[name] ?? '').join(',')}\n`
    }
    const total = pence(sumOf(invoice))
    const day = dayOf(new Date(invoice.now)).split('-').toReversed().join('/')
    const before = [
      `Account No,123456,Invoice No,${invoice.number}`,
      `Invoice Date,${day}`,
      `Nett Invoice Value,,${total},GBP`,
      `VAT,,0.00,GBP`,
      `Gross Invoice Value,,${total},GBP`,
      [...header, 'Peak Surcharge'].join(','),
    ]
    return { before: `${before.join('\n')}\n`, row }
  },
}

const extra = (number: number, code: string, name: string, charge: Cost) => ({
  [`XC${number} Code`]: code,
  [`XC${number} Name`]: name,
  [`XC${number} Charge`]: pence(charge),
  [`XC${number} Total`]: pence(charge),
})
