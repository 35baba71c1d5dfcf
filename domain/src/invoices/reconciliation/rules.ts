import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { MethodProfile } from '../../routing/despatch-methods.ts'
import type { Method } from '../../routing/rule-book/rule-book.ts'
import type { ChargeCategory } from '../invoice.ts'
import type { Conditions } from '../settings/conditions.ts'

/** Ten-thousandths of a per cent: 125_000 is 12.5%. */
export type Percent = number
export const ONE_PERCENT: Percent = 10_000

/** A version of a client's rule book. */
export type PublishedVersion = {
  readonly version: number
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  readonly by: string
}

/** What judging needs of a method. */
export type PricedMethod = MethodProfile & Pick<Method, 'pricing'>

/** A method in the versions from one on, up to the one before `toVersion` (null: the newest), as items of a book are kept. */
export type MethodSpan = {
  readonly fromVersion: number
  readonly toVersion: number | null
  /** The first day that its prices hold for; null: every day. A span that leaves the prices alone has that of the one before. */
  readonly holdsFrom: Day | null
  readonly method: PricedMethod
}

/** A method as it was when something left, with the prices that hold on that day. */
export type DayMethod = {
  readonly method: PricedMethod
  /** The version with which the prices were entered, and the first day that they hold for; null: every day. */
  readonly enteredIn: PublishedVersion
  readonly holdsFrom: Day | null
  /** Whether it was contracted only after that. */
  readonly isLater: boolean
}

/** All prices that a client had, as far as they had been published by a time: {@link PriceBooks} knows of no others. */
export type PriceHistory = {
  readonly client: string
  /** ISO code: prices are in it. */
  readonly currency: string
  readonly versions: readonly PublishedVersion[]
  readonly methods: readonly MethodSpan[]
}

/** For whom and when something is agreed with a carrier. */
type Agreement = {
  readonly id: string
  /** The carrier's code. */
  readonly carrier: string
  /** null: for all clients. */
  readonly client: string | null
  /** By shipment day, both included; null: without end. */
  readonly from: Day
  readonly to: Day | null
  /** Who agreed it, for people. */
  readonly by: string
}

export const CHARGE_UNITS = ['parcel', 'detail', 'invoice', 'week', 'collection'] as const
export type ChargeUnit = (typeof CHARGE_UNITS)[number]

/** How much an agreed charge is. Money is in ten-thousandths of the agreed charge's currency. */
export type AgreedAmount =
  | {
      readonly kind: 'percent'
      readonly percent: Percent
      readonly of: readonly ChargeCategory[]
      readonly per: 'detail' | 'invoice'
    }
  | { readonly kind: 'money'; readonly money: Cost; readonly per: ChargeUnit }
  /** The least that an invoice, or a week's invoices, come to: the carrier bills what is short of it. */
  | { readonly kind: 'minimum'; readonly money: Cost; readonly per: 'invoice' | 'week' }

/** What a carrier may bill beside the price. */
export type AgreedCharge = Agreement & {
  /** The carrier's code, or its text where it gives no code; '' is every charge of the category that has none of its own. */
  readonly code: string
  readonly category: ChargeCategory
  readonly text: string
  readonly amount: AgreedAmount
  /** 'always' is expected even where it is not billed. */
  readonly when: 'always' | 'if billed'
  readonly least: Cost | null
  readonly most: Cost | null
  /** ISO code. */
  readonly currency: string
  /** Of which parcels; all of them where it is not given. */
  readonly conditions?: Conditions | undefined
}

/** The volumetric divisor: cubic centimetres that count as a kilogram. */
export type AgreedDivisor = Agreement & { readonly divisor: number }

/** What a difference may be: both must hold; null does not limit. Money in the invoice's currency. */
export type Allowance = { readonly money: Cost | null; readonly percent: Percent | null }

/** Without any, a difference of nothing alone is within tolerance. */
export type Tolerance = {
  readonly carrier: string
  /** null: for the clients that have none of their own. */
  readonly client: string | null
  readonly row: Allowance
  readonly charge: Allowance
  /** The most that the differences within tolerance of an invoice may come to; null: no limit. */
  readonly invoice: Cost | null
}

/** A name by which a carrier bills one of its services. */
export type ServiceName = { readonly carrier: string; readonly name: string; readonly carrierService: string }

/** What is judged by. */
export type JudgingRules = {
  readonly prices: readonly PriceHistory[]
  readonly agreedCharges: readonly AgreedCharge[]
  readonly divisors: readonly AgreedDivisor[]
  readonly tolerances: readonly Tolerance[]
  readonly serviceNames: readonly ServiceName[]
}
