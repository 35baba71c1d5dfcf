import type { Day } from '../calendar/day.ts'
import type { CustomerKind, Resolution } from './rules/returns-book.ts'

/** The parts of an order that a decision uses: plain data, stored with the decision. Amounts are ten-thousandths. */
export type ReturnOrder = {
  readonly orderNumber: string
  readonly customer: CustomerKind
  /** Days in the operator's calendar. */
  readonly orderedOn: Day
  readonly despatchedOn: Day | null
  /** Delivery of the order's last item; null if delivery of some is not known. */
  readonly deliveredOn: Day | null
  readonly country: string
  /** Postcode area; null abroad or if unknown. */
  readonly region: string | null
  readonly value: number
  readonly lines: readonly ReturnOrderLine[]
}

export type ReturnOrderLine = {
  readonly lineNumber: number
  readonly sku: string
  readonly categories: readonly string[]
  readonly quantity: number
  readonly value: number
  /** Of one piece: grams, and millimetres of the longest side; null if not measured. */
  readonly weight: number | null
  readonly length: number | null
  readonly serialNumbered: boolean
}

/** Facts beyond the order at the time of the decision; stored with it. */
export type ReturnFacts = {
  readonly hadDeliveryException: boolean
  /** Days of this shopper's earlier returns. */
  readonly earlierReturns: readonly Day[]
  readonly lines: readonly {
    readonly lineNumber: number
    /** Pieces that can still be returned. */
    readonly returnable: number
    /** Pieces sent; left out if unknown. */
    readonly sent?: number
    readonly serials: readonly string[]
  }[]
}

/** The lines that a shopper wants to return. */
export type ReturnRequest = {
  readonly lines: readonly RequestedLine[]
  /** Send everything in one parcel, to the returns centre. */
  readonly oneParcel?: boolean
}
export type RequestedLine = {
  readonly lineNumber: number
  readonly quantity: number
  /** A reason code. */
  readonly reason: string
  readonly resolution?: Resolution
  readonly serials?: readonly string[]
}
