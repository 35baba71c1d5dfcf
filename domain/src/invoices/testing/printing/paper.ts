import type { Day } from '../../../calendar/day.ts'
import type { Cost } from '../../../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail, ChargeCategory } from '../../invoice.ts'
import { sum, type Style } from '../bill.ts'
import type { Fault } from '../carriage.ts'
import type { MadeInvoice } from '../make-invoices.ts'

/** A file as its carrier sends it, before it is written as text. */
export type PrintedFile = {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** The sign between the cells. */
  readonly delimiter: ',' | ';'
}

/** A charge by its code, or by its text where the carrier gives no code. */
export type NamedCharge = Pick<BilledCharge, 'code' | 'category'>

/** A carrier's way of writing invoices: what it can say, and how it says it. */
export type Printer = {
  /** The code of the layout that reads it. */
  readonly layout: string
  /** A carrier without rows by parcel cannot bill by them. */
  readonly styles: readonly Style[]
  /** Whether no row leaves its service out. */
  readonly namesService?: boolean
  /** Faults that this way of writing cannot show. */
  readonly cannotShow: readonly Fault[]
  /** What is agreed beside price and fuel: for remote areas, and for what came back. */
  readonly remoteArea: NamedCharge
  readonly returned: NamedCharge
  readonly print: (invoices: readonly MadeInvoice[]) => PrintedFile[]
}

/** Amounts in ten-thousandths as text: two decimals, more where there are more. */
export function money(amount: Cost, decimal: '.' | ',' = '.'): string {
  const digits = String(Math.abs(amount)).padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -4)}${decimal}${decimals}`
}

/** Kilograms of grams, to the gram; '' for what was not weighed. */
export const kilograms = (grams: number | null): string => (grams === null ? '' : (grams / 1000).toFixed(3))

export const compactDay = (day: Day | null): string => (day ?? '').replaceAll('-', '')

/** Day, month and year with a sign between them: 31/03/2026. */
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

/** Every charge of a detail: of its parcels, and of itself. */
export const chargesOf = ({ charges, parcels }: BilledDetail): readonly BilledCharge[] => [
  ...charges,
  ...parcels.flatMap((parcel) => parcel.charges),
]

export const netOfCharges = (charges: readonly BilledCharge[]): Cost => sum(charges.map(({ net }) => net))

/** What the charges of a category come to. */
export const netOfCategory = (charges: readonly BilledCharge[], category: ChargeCategory): Cost =>
  netOfCharges(charges.filter((charge) => charge.category === category))

/** A fifth, to the penny, half a penny up. */
export const vatOf = (net: Cost): Cost => Math.floor(net / 500 + 0.5) * 100

/** What an invoice says that it comes to, net. */
export const statedNet = ({ invoice }: MadeInvoice): Cost =>
  invoice.stated.find(({ what }) => what === 'net')?.amount ?? 0

/** The number of the waybill of what is billed in one row. */
export const waybillOf = ({ parcels, consignmentNumber }: BilledDetail): string =>
  parcels[0]?.trackingNumber ?? consignmentNumber
