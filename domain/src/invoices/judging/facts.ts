import type { Day } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { ConsignmentTerms } from '../../routing/terms/client-terms.ts'
import type { BilledDetail } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { JudgedRow } from './judged.ts'
import type { Problem } from './reasons.ts'

/** A despatched parcel, as the warehouse reported it. */
export type DespatchedParcel = {
  readonly trackingNumber: string
  /** Milliseconds since 1970: the client's methods at that time carry it. */
  readonly despatchedAt: number
  /** In grams: as despatched, and as planned if every SKU is known. Null if unknown. */
  readonly weight: number | null
  readonly plannedWeight: number | null
  /** In cubic centimetres, as planned; used only with a volumetric divisor or a charge by size. */
  readonly volume: number | null
  /** Millimetres of its longest product; used only with a charge by size. */
  readonly length?: number | null
  /** Whether it came back undelivered. */
  readonly isReturned: boolean
}

/** What is judged together: the parcels of one order despatched on one day (London) by one service of a carrier. */
export type DespatchedConsignment = {
  readonly client: string
  readonly orderNumber: string
  /** The code of the carrier that it left with. */
  readonly carrier: string
  /** The client's allocated method; '' if unknown. It may be of another carrier if the warehouse changed it. */
  readonly clientMethodID: string
  /** The client's methods that it may have been allocated to, if it is unknown which. */
  readonly allocated?: readonly string[] | undefined
  /** The warehouse's name for the service; '' if missing. */
  readonly carrierService: string
  readonly day: Day
  /** The requested service: finds the method if the warehouse changed the carrier. */
  readonly service: DispatchService
  readonly country: string
  readonly region: string | null
  /** The destination, or the origin of a return; '' if unknown. */
  readonly postcode?: string
  /** In order of despatch: a parcel's cost is what it adds to those before it. */
  readonly parcels: readonly DespatchedParcel[]
  /** The routing decision; null if the order was never allocated. */
  readonly decision: Decision | null
}

/** An allocation: method, day and version, and the planned weights of its parcels in grams. */
export type Decision = {
  readonly clientMethodID: string
  readonly version: number
  readonly day: Day
  readonly grams: readonly number[]
  /** The terms that it counted, with the carrier of its method as number 0; missing if it counted none. */
  readonly terms?: ConsignmentTerms | undefined
}

/** The match of a billed row. */
export type RowMatch =
  /** One parcel of a consignment, by its index there. */
  | { readonly kind: 'parcel'; readonly consignment: DespatchedConsignment; readonly index: number }
  /** All parcels of a consignment, billed in one row. */
  | { readonly kind: 'consignment'; readonly consignment: DespatchedConsignment }
  /** The order is known, but none of its parcels left with that carrier. */
  | { readonly kind: 'order'; readonly client: string; readonly orderNumber: string }
  | { readonly kind: 'none'; readonly why: 'unknown' | 'several clients' }

/**
 * A charge of a parcel, or of its consignment, in an earlier row. Deleted rows and those of rejected invoices do not
 * count.
 */
export type EarlierCharge = {
  /** Identifies the row that bills it; several rows of a file may have one line number. */
  readonly row?: string
  readonly invoiceNumber: string
  readonly line: number
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  /** In the currency of the judged invoice. */
  readonly net: Cost
  readonly leg: BilledDetail['leg']
  readonly shipmentDay: Day | null
  /** The tracking numbers that its row covers; absent if it covers the same parcels as the judged row. */
  readonly parcels?: readonly string[]
}

export type RowFacts = {
  readonly match: RowMatch
  /**
   * What was billed before for the parcels of the row's consignment: on earlier invoices, and on earlier rows of this
   * one.
   */
  readonly earlier: readonly EarlierCharge[]
  /** Why the amounts of earlier rows are unknown: there is no rate for their currency. */
  readonly earlierProblem?: Problem | undefined
  /** The verdict at the time of a decision on the row: it stays. */
  readonly decided?: JudgedRow | undefined
}

/** All facts about a billed detail. */
export type DetailFacts = {
  /** The code of the invoice's carrier. */
  readonly carrier: string
  /** The account that the carrier bills; it may be the reference of a contract. */
  readonly account?: string | undefined
  /** ISO code of the invoice's currency. */
  readonly currency: string
  /** The rate from another currency, such as the client's, to the invoice's, in millionths; null if there is none. */
  readonly rateOf: (currency: string) => number | null
  /** One for each parcel row, in their order. */
  readonly parcels: readonly RowFacts[]
  /**
   * The detail itself: its match if it has no parcel rows, and what was billed for its consignment before. Beside
   * parcel rows it covers their parcels.
   */
  readonly own: RowFacts
}
