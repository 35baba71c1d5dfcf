import type { Day } from '../calendar/day.ts'
import type { Cost } from '../routing/prices/costing.ts'

/** Statuses of details and parcel rows. Specification 9: 'Invoice statuses: Rejected and Imported'; Accepted is ours. */
export const INVOICE_STATUSES = ['Imported', 'Accepted', 'Rejected'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** What a charge is for, whatever the carrier calls it. */
export const CHARGE_CATEGORIES = [
  'base',
  'fuel',
  'remote area',
  'oversize',
  'overweight',
  'peak',
  'address correction',
  'return to sender',
  'failed collection',
  'cover',
  'customs',
  'tax',
  'discount',
  'credit',
  'other',
] as const
export type ChargeCategory = (typeof CHARGE_CATEGORIES)[number]

/** One amount that a carrier bills. */
export type BilledCharge = {
  /** The carrier's own code and text; a layout that has columns of charges gives the column's name as the text. */
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  /** Net of tax, in ten-thousandths of the invoice's currency; negative for a discount or credit. */
  readonly net: Cost
  /** The line of the file that says it, counted from 1. */
  readonly line: number
}

/** What an invoice bills of one parcel. */
export type BilledParcel = {
  /**
   * As the carrier writes it; empty where the layout bills no single parcels: then the one row stands for all pieces of the
   * detail, and its weights are those of one of them.
   */
  readonly trackingNumber: string
  readonly line: number
  /** Grams, as the carrier charged it and as it was told; null where the file does not say. */
  readonly billedWeight: number | null
  readonly declaredWeight: number | null
  /** Millimetres: length, width, height. */
  readonly size: readonly [number, number, number] | null
  readonly charges: readonly BilledCharge[]
  /** Ten-thousandths; null where the file states no tax for the row. */
  readonly tax: Cost | null
}

/** What an invoice bills of one consignment. */
export type BilledDetail = {
  readonly consignmentNumber: string
  /** The shipper's own references: the order's number is looked for among them. */
  readonly references: readonly string[]
  readonly leg: 'outbound' | 'return' | 'adjustment'
  /** The carrier's name or code of its service. */
  readonly service: string
  readonly shipmentDay: Day | null
  /** ISO code; empty where the file does not say. */
  readonly country: string
  readonly postcode: string
  /** How many parcels or items the row says it bills; a layout without parcel rows has them here alone. */
  readonly pieces: number
  readonly parcels: readonly BilledParcel[]
  /** Charges of the consignment as a whole. */
  readonly charges: readonly BilledCharge[]
  readonly line: number
}

/** A sum that an invoice states of itself, in ten-thousandths. */
export type StatedSum = {
  readonly what: 'net' | 'tax' | 'gross'
  readonly amount: Cost
  /** The line that says it first. */
  readonly line: number
}

/** One document with a number, of one carrier and account. A file may hold many. */
export type BilledInvoice = {
  readonly number: string
  /** The carrier's account that is billed. */
  readonly account: string
  /** As the file says; else the last day of shipment on it; null where it has no day at all. */
  readonly day: Day | null
  readonly dueDay: Day | null
  /** ISO code; empty where neither file nor layout says. */
  readonly currency: string
  /** Sums that the document states of itself; several may contradict each other. */
  readonly stated: readonly StatedSum[]
  /** Charges of the invoice as a whole: collections, minimum charges, an invoice fee. */
  readonly charges: readonly BilledCharge[]
  /** Of its rows and its own charges, as far as the file states any. */
  readonly tax: Cost
}

/** What became of a billed row when it was judged: the first that fits. */
export const VERDICTS = [
  'Not found',
  'Already billed',
  'Not despatched',
  'Not judged',
  'Matched',
  'Within tolerance',
  'Overcharged',
  'Undercharged',
] as const
export type Verdict = (typeof VERDICTS)[number]

/** What a difference comes from, in the order in which they are worked out. */
export const CAUSES = ['service', 'number of parcels', 'weight or size', 'price', 'charges', 'rounding'] as const
export type Cause = (typeof CAUSES)[number]
