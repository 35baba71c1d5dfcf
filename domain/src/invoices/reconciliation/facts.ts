import type { Day } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledDetail, ChargeCategory } from '../invoice.ts'
import type { JudgedRow } from './judged.ts'
import type { Problem } from './reasons.ts'

/** A parcel that left, as the warehouse said. */
export type DespatchedParcel = {
  readonly trackingNumber: string
  /** Milliseconds since 1970: the methods that the client had then carry it. */
  readonly despatchedAt: number
  /** Grams: as despatched, and as planned where every SKU of it is known. Null where nobody knows. */
  readonly weight: number | null
  readonly plannedWeight: number | null
  /** Cubic centimetres as planned; counts only where a volumetric divisor or a charge by size is agreed. */
  readonly volume: number | null
  /** Millimetres of its longest product; only where a charge by size is agreed. */
  readonly length?: number | null
  /** Whether it came back undelivered. */
  readonly isReturned: boolean
}

/** What is judged together: the parcels of one order that left on one day, in London, by one service of a carrier. */
export type DespatchedConsignment = {
  readonly client: string
  readonly orderNumber: string
  /** Code of the carrier it left with. */
  readonly carrier: string
  /** The client's method that was allocated; '' where nobody knows. Of another carrier where the warehouse changed it. */
  readonly clientMethodID: string
  /** The client's methods that it may have been allocated to, where nobody knows which. */
  readonly allocated?: readonly string[] | undefined
  /** The service as the warehouse calls it; '' where it does not say. */
  readonly carrierService: string
  readonly day: Day
  /** What was asked for: finds the method where the warehouse changed the carrier. */
  readonly service: DispatchService
  readonly country: string
  readonly region: string | null
  /** Where it went, which is where it comes from on its way back; '' where nobody knows. */
  readonly postcode?: string
  /** In order of despatch, later ones behind: a parcel's cost is what it adds to those before it. */
  readonly parcels: readonly DespatchedParcel[]
  /** What routing decided on; null where the order was never allocated. */
  readonly decision: Decision | null
}

/** An allocation: method, day and version, and the grams of the parcels that it planned. */
export type Decision = {
  readonly clientMethodID: string
  readonly version: number
  readonly day: Day
  readonly grams: readonly number[]
}

/** What a billed row was found to be. */
export type RowMatch =
  /** One parcel of a consignment, by its index there. */
  | { readonly kind: 'parcel'; readonly consignment: DespatchedConsignment; readonly index: number }
  /** All parcels of a consignment, billed in one row. */
  | { readonly kind: 'consignment'; readonly consignment: DespatchedConsignment }
  /** The order is known; no parcel of it left with that carrier. */
  | { readonly kind: 'order'; readonly client: string; readonly orderNumber: string }
  | { readonly kind: 'none'; readonly why: 'unknown' | 'several clients' }

/** A charge of a parcel, or of its consignment, in an earlier row; deleted ones and those of rejected invoices are left out. */
export type EarlierCharge = {
  /** Names the row that bills it; several rows of a file may have one line. */
  readonly row?: string
  readonly invoiceNumber: string
  readonly line: number
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  /** In the currency of the invoice that is judged. */
  readonly net: Cost
  readonly leg: BilledDetail['leg']
  readonly shipmentDay: Day | null
  /** The numbers of the despatched parcels that its row covers; absent where it covers those of the row that is judged. */
  readonly parcels?: readonly string[]
}

export type RowFacts = {
  readonly match: RowMatch
  /** What was billed before of the parcels of the row's consignment: on earlier invoices, and on earlier rows of this one. */
  readonly earlier: readonly EarlierCharge[]
  /** Why nobody knows what earlier rows come to: there is no rate for their currency. */
  readonly earlierProblem?: Problem | undefined
  /** What the row was judged as when somebody decided on it: it stays so. */
  readonly decided?: JudgedRow | undefined
}

/** All that is known of a billed detail. */
export type DetailFacts = {
  /** Code of the invoice's carrier. */
  readonly carrier: string
  /** The account that the carrier bills, which may be the reference of a contract. */
  readonly account?: string | undefined
  /** ISO code of the invoice's currency. */
  readonly currency: string
  /** Millionths of the invoice's currency for one of another, such as the client's; null where nobody gave it. */
  readonly rateOf: (currency: string) => number | null
  /** One for each parcel row, in their order. */
  readonly parcels: readonly RowFacts[]
  /**
   * Of the detail itself: what it matches where it has no parcel rows, and what was billed of its consignment before. Beside
   * parcel rows it covers their parcels.
   */
  readonly own: RowFacts
}
