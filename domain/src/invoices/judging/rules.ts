import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { MethodProfile } from '../../routing/despatch-methods.ts'
import type { Method } from '../../routing/rule-book/rule-book.ts'
import type { AgreedCharge, AgreedDivisor, Percent } from '../../routing/terms/agreed-charge.ts'

/** A version of a client's rule book. */
export type PublishedVersion = {
  readonly version: number
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  readonly by: string
}

/** What judging needs to know about a method. */
export type PricedMethod = MethodProfile & Pick<Method, 'pricing'>

/**
 * A method in a range of versions, up to the one before `toVersion` (null: the newest), as the rule book stores
 * items.
 */
export type MethodSpan = {
  readonly fromVersion: number
  readonly toVersion: number | null
  /**
   * The first day that its prices apply to; null: every day. A span that does not change prices has that of the one
   * before.
   */
  readonly holdsFrom: Day | null
  readonly method: PricedMethod
}

/** A method at the time of despatch, with the prices of that day. */
export type DayMethod = {
  readonly method: PricedMethod
  /** The version that entered the prices, and the first day that they apply to; null: every day. */
  readonly enteredIn: PublishedVersion
  readonly holdsFrom: Day | null
  /** Whether it was contracted only after that. */
  readonly isLater: boolean
}

/** All prices of a client that were published by a time: {@link PriceBooks} knows no others. */
export type PriceHistory = {
  readonly client: string
  /** ISO code of the prices. */
  readonly currency: string
  readonly versions: readonly PublishedVersion[]
  readonly methods: readonly MethodSpan[]
}

/** The allowed difference: both limits apply; null means no limit. Money is in the invoice's currency. */
export type Allowance = { readonly money: Cost | null; readonly percent: Percent | null }

/** Without a tolerance, only a difference of zero is allowed. */
export type Tolerance = {
  readonly carrier: string
  /** Null: for clients without their own. */
  readonly client: string | null
  readonly row: Allowance
  readonly charge: Allowance
  /** The limit for the sum of an invoice's differences within tolerance; null: no limit. */
  readonly invoice: Cost | null
}

/** A name by which a carrier bills one of its services. */
export type ServiceName = { readonly carrier: string; readonly name: string; readonly carrierService: string }

/** The rules for judging. */
export type JudgingRules = {
  readonly prices: readonly PriceHistory[]
  readonly agreedCharges: readonly AgreedCharge[]
  readonly divisors: readonly AgreedDivisor[]
  readonly tolerances: readonly Tolerance[]
  readonly serviceNames: readonly ServiceName[]
}
