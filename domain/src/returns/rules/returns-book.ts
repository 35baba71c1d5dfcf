import type { Day } from '../../calendar/day.ts'

/**
 * Everything that decides returns of one client. Plain data: a published version never changes, so the engine gives the
 * same decision for it again. Money is a decimal text in the client's currency, weights are kilograms, lengths
 * centimetres.
 */
export type ReturnsBook = {
  readonly client: string
  readonly version: number
  /** The country whose regions matter: specification 9, 'Default country: GB'. */
  readonly homeCountry: string
  readonly law: LawCode
  /** In the order of evaluation. */
  readonly rules: readonly ReturnRule[]
  readonly options: readonly ReturnOption[]
  readonly reasons: readonly ReasonCode[]
}

/** Laws that a client's returns can be under. Counsel confirms what `return-law.ts` says of each. */
export const LAW_CODES = ['GB', 'EU'] as const
export type LawCode = (typeof LAW_CODES)[number]

/** Whose fault a return is. Size and fit are neither side's. */
export const FAULTS = ['shopper', 'fit', 'retailer', 'carrier', 'warehouse'] as const
export type Fault = (typeof FAULTS)[number]

/** Why something comes back. The code never changes; the title can. */
export type ReasonCode = {
  readonly id: string
  readonly code: string
  readonly title: string
  /** The code of its group; null for a group, or a reason in no group. Groups are never offered. */
  readonly parent: string | null
  readonly fault: Fault
  readonly asksComment: boolean
  readonly asksPhoto: boolean
  /** Inactive codes are no longer offered; existing returns keep them. */
  readonly active: boolean
  /** The code that this one was merged into; existing returns then count under that code. */
  readonly mergedInto: string | null
}

/** Both ends are included; null is unbounded. */
export type Range<Value> = { readonly from: Value | null; readonly to: Value | null }

/** The day that counting starts from: delivery of the order's last item, despatch, or order. */
export const COUNTED_FROM = ['delivery', 'despatch', 'order'] as const
export type CountedFrom = (typeof COUNTED_FROM)[number]

/** Conditions of a rule. null and empty lists are not checked; all others must hold. */
export type ReturnConditions = {
  /** Elapsed days; 0 is the day itself. */
  readonly days: ({ readonly since: CountedFrom } & Range<number>) | null
  /** The order date, for example over Christmas. */
  readonly ordered: Range<Day> | null
  readonly skus: readonly string[]
  readonly categories: readonly string[]
  /** ISO codes. */
  readonly countries: readonly string[]
  /** Regions of the home country; never met elsewhere. */
  readonly regions: readonly string[]
  /** Decimal texts. */
  readonly lineValue: Range<string> | null
  readonly orderValue: Range<string> | null
  /** Reason codes; a group covers all of its members. */
  readonly reasons: readonly string[]
  readonly quantity: Range<number> | null
  /** Number of returns that the shopper made in the last `days` days. */
  readonly earlierReturns: ({ readonly days: number } & Range<number>) | null
  readonly serialNumbered: boolean | null
  /** Whether a parcel of the order had a delivery exception. */
  readonly deliveryException: boolean | null
  readonly customer: CustomerKind | null
}

export const CUSTOMER_KINDS = ['consumer', 'trade'] as const
export type CustomerKind = (typeof CUSTOMER_KINDS)[number]

export const RETURN_ANSWERS = ['allowed', 'refused', 'review'] as const
export type ReturnAnswer = (typeof RETURN_ANSWERS)[number]

export const RESOLUTIONS = ['refund', 'exchange'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Legal grounds for refusing a cancellation in time. */
export const EXEMPTIONS = ['made-to-measure', 'perishable', 'hygiene-seal-broken', 'unsealed-recording'] as const
export type Exemption = (typeof EXEMPTIONS)[number]

/** Outcomes of a rule. null leaves an outcome to later rules. */
export type ReturnOutcomes = {
  readonly answer: {
    readonly answer: ReturnAnswer
    /** Text for the shopper. */
    readonly text: string
    readonly exemption: Exemption | null
  } | null
  /** The end of the window: `days` after the start or `day`, whichever is later. */
  readonly until: { readonly since: CountedFrom; readonly days: number | null; readonly day: Day | null } | null
  /** Returns fee in addition to postage; a decimal text. */
  readonly fee: string | null
  readonly resolutions: readonly Resolution[] | null
  /** Option ids, preferred first. If no rule sets them, all options for the country are offered. */
  readonly options: readonly string[] | null
  /** The shopper keeps the goods. */
  readonly keep: boolean | null
}
export type OutcomeName = keyof ReturnOutcomes
export const OUTCOMES = ['answer', 'until', 'fee', 'resolutions', 'options', 'keep'] as const satisfies OutcomeName[]

export type ReturnRule = {
  readonly id: string
  readonly name: string
  readonly active: boolean
  readonly conditions: ReturnConditions
  readonly outcomes: ReturnOutcomes
}

export const RETURN_SERVICES = ['drop-off', 'collection', 'own-postage'] as const
export type ReturnService = (typeof RETURN_SERVICES)[number]

export const DESTINATIONS = ['returns-centre', 'supplier', 'quarantine', 'destroy'] as const
export type Destination = (typeof DESTINATIONS)[number]

export const PAYERS = ['shopper', 'retailer'] as const

/** A way to send goods back, and their destination. */
export type ReturnOption = {
  readonly id: string
  readonly name: string
  readonly active: boolean
  readonly service: ReturnService
  /** Empty: all countries. */
  readonly countries: readonly string[]
  /** Regions of the home country, not checked elsewhere. Empty: all. */
  readonly regions: readonly string[]
  /** Kilograms of the parcel; null is no limit. */
  readonly maxWeight: number | null
  /** Centimetres of the longest side; null is no limit. */
  readonly maxLength: number | null
  readonly destination: Destination
  readonly payer: (typeof PAYERS)[number]
  /** What it costs the `payer`; a decimal text. */
  readonly price: string
  readonly gives: OptionGives
}

/** What the shopper gets to send the parcel with. */
export type OptionGives =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'link'; readonly link: string }
  /** A label from an uploaded pool. */
  | { readonly kind: 'label'; readonly pool: string }

/** Conditions of a new rule. */
export const NO_CONDITIONS: ReturnConditions = {
  days: null,
  ordered: null,
  skus: [],
  categories: [],
  countries: [],
  regions: [],
  lineValue: null,
  orderValue: null,
  reasons: [],
  quantity: null,
  earlierReturns: null,
  serialNumbered: null,
  deliveryException: null,
  customer: null,
}
export const NO_OUTCOMES: ReturnOutcomes = {
  answer: null,
  until: null,
  fee: null,
  resolutions: null,
  options: null,
  keep: null,
}
