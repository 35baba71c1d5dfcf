import type { Day } from '../../../calendar/day.ts'
import type { Cost } from '../../../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail } from '../../invoice.ts'
import type { ChargeCategory } from '../../../routing/terms/charge-category.ts'
import { sum, type Style } from '../bill.ts'
import type { Fault } from '../carriage.ts'
import type { TestInvoice } from '../make-invoices.ts'

/** A carrier's file before it is written as text. */
export type PrintedFile = {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** The delimiter between cells. */
  readonly delimiter: ',' | ';'
}

/** A charge by its code, or by its text if the carrier states no code. */
export type NamedCharge = Pick<BilledCharge, 'code' | 'category'>

/** A carrier's format of invoices: what it can express, and how. */
export type Printer = {
  /** The code of the layout that reads it. */
  readonly layout: string
  /** A carrier without parcel rows cannot bill by them. */
  readonly styles: readonly Style[]
  /** Whether every row names its service. */
  readonly namesService?: boolean
  /** Faults that this format cannot show. */
  readonly cannotShow: readonly Fault[]
  /** The agreed charges beside price and fuel: for remote areas, and for returned parcels. */
  readonly remoteArea: NamedCharge
  readonly returned: NamedCharge
  readonly print: (invoices: readonly TestInvoice[]) => PrintedFile[]
}

/** Formats amounts in ten-thousandths: with two decimals, or more if needed. */
export function money(amount: Cost, decimal: '.' | ',' = '.'): string {
  const digits = String(Math.abs(amount)).padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -4)}${decimal}${decimals}`
}

/** Formats grams as kilograms with three decimals; '' without a weight. */
export const kilograms = (grams: number | null): string => (grams === null ? '' : (grams / 1000).toFixed(3))

export const compactDay = (day: Day | null): string => (day ?? '').replaceAll('-', '')

/** Day, month and year with a separator: 31/03/2026. */
export const dayFirst = (day: Day | null, sign: string): string => (day ?? '').split('-').toReversed().join(sign)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 31-Mar-2026. */
export function namedDay(day: Day | null): string {
  const [year = '', month = '', date = ''] = (day ?? '').split('-')
  return day === null ? '' : `${date}-${MONTHS[Number(month) - 1]}-${year}`
}

/** 3/24/2026. */
export function monthFirst(day: Day | null): string {
  const [year, month, date] = (day ?? '').split('-')
  return day === null ? '' : `${Number(month)}/${Number(date)}/${year}`
}

/** All charges of a detail: of its parcels, and its own. */
export const chargesOf = ({ charges, parcels }: BilledDetail): readonly BilledCharge[] => [
  ...charges,
  ...parcels.flatMap((parcel) => parcel.charges),
]

export const netOfCharges = (charges: readonly BilledCharge[]): Cost => sum(charges.map(({ net }) => net))

/** The sum of the charges of a category. */
export const netOfCategory = (charges: readonly BilledCharge[], category: ChargeCategory): Cost =>
  netOfCharges(charges.filter((charge) => charge.category === category))

/** A fifth, rounded half up to the penny. */
export const vatOf = (net: Cost): Cost => Math.floor(net / 500 + 0.5) * 100

/** The net sum that an invoice states. */
export const statedNet = ({ invoice }: TestInvoice): Cost =>
  invoice.stated.find(({ what }) => what === 'net')?.amount ?? 0

/** The waybill number of what is billed in one row. */
export const waybillOf = ({ parcels, consignmentNumber }: BilledDetail): string =>
  parcels[0]?.trackingNumber ?? consignmentNumber
