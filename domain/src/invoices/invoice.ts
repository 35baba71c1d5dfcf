import type { Day } from '../calendar/day.ts'
import type { Cost } from '../routing/prices/costing.ts'
import type { ChargeCategory } from '../routing/terms/charge-category.ts'

/**
 * Statuses of details and parcel rows. Specification 9: 'Invoice statuses: Rejected and Imported'; Accepted is our
 * addition.
 */
export const INVOICE_STATUSES = ['Imported', 'Accepted', 'Rejected'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** One amount that a carrier bills. */
export type BilledCharge = {
  /** The carrier's own code and text. In layouts with columns of charges, the text is the column's name. */
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  /** Net of tax, in ten-thousandths of the invoice's currency; negative for a discount or credit. */
  readonly net: Cost
  /** The line of the file, counted from 1. */
  readonly line: number
}

/** What an invoice bills for one parcel. */
export type BilledParcel = {
  /**
   * As the carrier writes it. Empty if the layout bills no single parcels: then the row stands for all pieces of the
   * detail, and its weights are those of one piece.
   */
  readonly trackingNumber: string
  readonly line: number
  /** In grams: as charged and as declared to the carrier; null if the file does not say. */
  readonly billedWeight: number | null
  readonly declaredWeight: number | null
  /** Length, width and height in millimetres. */
  readonly size: readonly [number, number, number] | null
  readonly charges: readonly BilledCharge[]
  /** In ten-thousandths; null if the file states no tax for the row. */
  readonly tax: Cost | null
}

/** What an invoice bills for one consignment. */
export type BilledDetail = {
  readonly consignmentNumber: string
  /** The shipper's own references; one of them may be the order's number. */
  readonly references: readonly string[]
  readonly leg: 'outbound' | 'return' | 'adjustment'
  /** The carrier's name or code for its service. */
  readonly service: string
  readonly shipmentDay: Day | null
  /** ISO code; empty if the file does not say. */
  readonly country: string
  readonly postcode: string
  /** The number of parcels or items that the row bills. Layouts without parcel rows state it only here. */
  readonly pieces: number
  readonly parcels: readonly BilledParcel[]
  /** Charges of the whole consignment. */
  readonly charges: readonly BilledCharge[]
  readonly line: number
}

/** A total that an invoice states about itself, in ten-thousandths. */
export type StatedSum = {
  readonly what: 'net' | 'tax' | 'gross'
  readonly amount: Cost
  /** The first line that states it. */
  readonly line: number
}

/** One document with a number, of one carrier and account. A file may contain many. */
export type BilledInvoice = {
  readonly number: string
  /** The carrier's account that is billed. */
  readonly account: string
  /** From the file, otherwise the last day of shipment; null if the file has no day. */
  readonly day: Day | null
  readonly dueDay: Day | null
  /** ISO code; empty if neither the file nor the layout says. */
  readonly currency: string
  /** Totals that the document states about itself; they may contradict each other. */
  readonly stated: readonly StatedSum[]
  /** Charges of the whole invoice: collections, minimum charges, an invoice fee. */
  readonly charges: readonly BilledCharge[]
  /** The tax of its rows and its own charges, as far as the file states it. */
  readonly tax: Cost
}

/** The results of judging a billed row; the first that fits applies. */
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

/** What a difference can come from, in the order of calculation. */
export const CAUSES = ['service', 'number of parcels', 'weight or size', 'price', 'charges', 'rounding'] as const
export type Cause = (typeof CAUSES)[number]
