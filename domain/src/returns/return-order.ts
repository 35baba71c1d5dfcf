import type { Day } from '../calendar/day.ts'
import type { CustomerKind, Resolution } from './rules/returns-book.ts'

/** What a decision looks at of an order. It is plain data, kept with the decision. Amounts are ten-thousandths. */
export type ReturnOrder = {
  readonly orderNumber: string
  readonly customer: CustomerKind
  /** The operator's days. */
  readonly orderedOn: Day
  readonly despatchedOn: Day | null
  /** Of the order's last item; null where not all is known to be delivered. */
  readonly deliveredOn: Day | null
  readonly country: string
  /** Postcode area; null abroad, and where it is not known. */
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
  /** Of one unit: grams, and millimetres of the longest side; null where it is not measured. */
  readonly weight: number | null
  readonly length: number | null
  readonly serialNumbered: boolean
}

/** What was known beside the order when it was decided; kept with the decision too. */
export type ReturnFacts = {
  readonly hadDeliveryException: boolean
  /** The days on which this shopper announced returns before. */
  readonly earlierReturns: readonly Day[]
  readonly lines: readonly {
    readonly lineNumber: number
    /** Pieces that are still there to return. */
    readonly returnable: number
    /** Pieces that were sent; left out where nobody knows. */
    readonly sent?: number
    /** Serial numbers that were despatched. */
    readonly serials: readonly string[]
  }[]
}

/** What the shopper asks. */
export type AskedReturn = {
  readonly lines: readonly AskedLine[]
  /** All in one parcel: it goes to the returns centre. */
  readonly oneParcel?: boolean
}
export type AskedLine = {
  readonly lineNumber: number
  readonly quantity: number
  /** A code. */
  readonly reason: string
  readonly resolution?: Resolution
  readonly serials?: readonly string[]
}
