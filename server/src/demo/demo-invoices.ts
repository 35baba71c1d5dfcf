import { addDays, type Day, dayOf, startOfDay, weekday } from '@despatch/domain/calendar/day'
import { type CarrierTerms, pricesOf, surcharge, toPenny } from '@despatch/domain/invoices/testing/carriage'
import { type TestInvoice, makeInvoices } from '@despatch/domain/invoices/testing/make-invoices'
import {
  dayFirst,
  kilograms,
  money,
  type PrintedFile,
  type Printer,
} from '@despatch/domain/invoices/testing/printing/paper'
import { DHL_PRINTER } from '@despatch/domain/invoices/testing/printing/print-dhl'
import { DPD_UK_PRINTER } from '@despatch/domain/invoices/testing/printing/print-dpd'
import { printRoyalMail } from '@despatch/domain/invoices/testing/printing/print-royal-mail'
import { carriagesOf, type DemoCarriage } from './demo-carriages.ts'

/** A file as a carrier sent it. */
export type DemoInvoiceFile = { readonly name: string; readonly sentAt: Date; readonly bytes: Buffer }

const WEEKS = 8
/** Percentage of consignments that are billed wrongly. */
const FAULT_PERCENT = 9
const HOUR = 3_600_000

/** The demo carriers' charges beside their prices. Fuel is in hundredths of a per cent, other amounts in ten-thousandths. */
export const DEMO_TERMS = {
  DPD: { fuel: 420, remoteArea: 25_000, returned: 37_500 },
  DHL: { fuel: 1850, remoteArea: 180_000, returned: 120_000 },
} as const satisfies Record<string, CarrierTerms>

export const DEMO_PRINTERS = { DPD: DPD_UK_PRINTER, DHL: DHL_PRINTER } as const satisfies Record<string, Printer>

type InvoiceFilesInput = Parameters<typeof carriagesOf>[0] & { readonly now: Date }

/**
 * The carriers' invoice files of the eight weeks before this one. One invoice of DPD does not add up, DHL bills Europe in
 * euros, and one file of Evri has an unknown layout.
 */
export function makeInvoiceFiles(input: InvoiceFilesInput): DemoInvoiceFile[] {
  const { now } = input
  const today = dayOf(now)
  const monday = addDays(today, -weekday(today))
  const between = { from: startOfDay(addDays(monday, -7 * WEEKS)), to: startOfDay(monday) }
  const taken = (carrier: string) => carriagesOf(input, { carrier, ...between })
  const dhl = taken('DHL')
  const dpd = invoicesOf('DPD', taken('DPD'), { account: '200417', currency: 'GBP', seed: 3 })
  const express = invoicesOf(
    'DHL',
    dhl.filter(({ methodID }) => methodID !== 'DHL-EUR'),
    { account: '190045231', currency: 'GBP', seed: 4 },
  )
  const europe = invoicesOf(
    'DHL',
    dhl.filter(({ methodID }) => methodID === 'DHL-EUR'),
    { account: '960118840', currency: 'EUR', seed: 5 },
  )
  const last = startOfDay(addDays(monday, -7))
  const evri = taken('EVRI').filter(({ day }) => startOfDay(day) >= last)
  return [
    ...printFiles(
      'DPD',
      dpd.map((made, index) => (index === 2 ? withWrongTotal(made) : made)),
    ),
    ...printFiles('DHL', express),
    ...printFiles('DHL', europe.slice(-2)),
    ...royalMailFiles(input, monday),
    ...(evri.length > 0 ? [evriFile(evri, now)] : []),
  ]
}

type Billing = { readonly account: string; readonly currency: string; readonly seed: number }

function invoicesOf(carrier: 'DPD' | 'DHL', carriages: readonly DemoCarriage[], billing: Billing): TestInvoice[] {
  const { styles, cannotShow } = DEMO_PRINTERS[carrier]
  const { invoices } = makeInvoices(carriages, {
    ...billing,
    day: '2000-01-01',
    terms: DEMO_TERMS[carrier],
    perInvoice: 'week',
    faultPercent: FAULT_PERCENT,
    ordersThatStayed: [],
    sumOffPercent: 0,
    styles,
    cannotShow,
  })
  // Consignments too late for the last week are not billed yet.
  return invoices.filter(
    ({ details, invoice }, index) => details.length > 0 && invoice.day !== invoices[index - 1]?.invoice.day,
  )
}

/** An invoice whose stated total exceeds its rows by £12.50. */
const withWrongTotal = (made: TestInvoice): TestInvoice => ({
  ...made,
  invoice: {
    ...made.invoice,
    stated: made.invoice.stated.map((one) => ({ ...one, amount: one.amount + 125_000 })),
  },
})

/** Royal Mail's reports of the two weeks before this one. The later one bills one item too many on three sales orders. */
function royalMailFiles(input: InvoiceFilesInput, monday: Day): DemoInvoiceFile[] {
  return [2, 1].flatMap((weeks) => {
    const [from, day] = [addDays(monday, -7 * weeks), addDays(monday, -7 * (weeks - 1))]
    const carriages = carriagesOf(input, { carrier: 'RMG', from: startOfDay(from), to: startOfDay(day) })
    if (carriages.length === 0) return []
    const number = `19${day.replaceAll('-', '').slice(2)}`
    const file = printRoyalMail(carriages, { number, account: '2600417', day, surplus: weeks === 1 ? 3 : 0 })
    return [{ name: file.name, sentAt: new Date(startOfDay(day).getTime() + 10 * HOUR), bytes: textOf(file) }]
  })
}

/** Each invoice is a file of its own, sent the morning after its date. */
function printFiles(carrier: 'DPD' | 'DHL', invoices: readonly TestInvoice[]): DemoInvoiceFile[] {
  return invoices.flatMap((made) => {
    const sentAt = new Date(startOfDay(addDays(made.invoice.day ?? '2000-01-01', 1)).getTime() + 9.3 * HOUR)
    const name = `${carrier.toLowerCase()}-${made.invoice.number}.csv`
    return DEMO_PRINTERS[carrier].print([made]).map((file) => ({ name, sentAt, bytes: textOf(file) }))
  })
}

const textOf = ({ rows, delimiter }: Pick<PrintedFile, 'rows' | 'delimiter'>): Buffer =>
  Buffer.from(rows.map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter)).join('\r\n'))

const quoted = (cell: string, delimiter: string): string =>
  cell.includes('"') || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

const EVRI_COLUMNS =
  'Invoice No,Invoice Date,Client Account,Parcel Barcode,Your Ref,Collection Date,Product,Destination Postcode,Chargeable Weight (kg),Carriage,Fuel Surcharge,Out of Area Surcharge,Total excl. VAT'

/** One row per parcel, in columns that none of our layouts has. */
function evriFile(carriages: readonly DemoCarriage[], now: Date): DemoInvoiceFile {
  const number = `EV${dayOf(now).replaceAll('-', '').slice(2)}`
  const rows = carriages.flatMap((carriage) => {
    const { day, orderNumber, service, postcode = '', parcels } = carriage
    const prices = pricesOf(
      carriage,
      parcels.map(({ grams }) => grams),
    )
    return parcels.map(({ trackingNumber, grams }, index) => {
      const base = toPenny(prices?.[index] ?? 0)
      const fuel = surcharge(base, 350)
      const cells = [number, dayFirst(dayOf(now), '/'), '77120', trackingNumber, orderNumber, dayFirst(day, '/')]
      return [...cells, service, postcode, kilograms(grams), money(base), money(fuel), '0.00', money(base + fuel)]
    })
  })
  const bytes = textOf({ rows: [EVRI_COLUMNS.split(','), ...rows], delimiter: ',' })
  return { name: `evri-week-${number}.csv`, sentAt: new Date(now.getTime() - 2 * HOUR), bytes }
}
