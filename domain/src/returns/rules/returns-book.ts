import type { Day } from '../../calendar/day.ts'

/**
 * All that an answer to a return of one client depends on. It is plain data: a published version never changes, and the
 * engine run again on it gives the same decision. Money is a decimal text of the client's currency, weights are kilograms,
 * lengths centimetres.
 */
export type ReturnsBook = {
  readonly client: string
  readonly version: number
  /** Where regions are told apart: specification 9, 'Default country: GB'. */
  readonly homeCountry: string
  readonly law: LawCode
  /** In the order in which they are tried. */
  readonly rules: readonly ReturnRule[]
  readonly options: readonly ReturnOption[]
  readonly reasons: readonly ReasonCode[]
}

/** Whose law a client’s returns are under. Counsel confirms what `return-law.ts` says of each. */
export const LAW_CODES = ['GB', 'EU'] as const
export type LawCode = (typeof LAW_CODES)[number]

/** Whose fault a return is. Size and fit stand apart: they are neither side's. */
export const FAULTS = ['shopper', 'fit', 'retailer', 'carrier', 'warehouse'] as const
export type Fault = (typeof FAULTS)[number]

/** Why something comes back. Its code never changes; its title may. */
export type ReasonCode = {
  readonly id: string
  readonly code: string
  readonly title: string
  /** The code of the group that it stands in; null stands alone, or is a group itself. A group itself is never offered. */
  readonly parent: string | null
  readonly fault: Fault
  readonly asksComment: boolean
  readonly asksPhoto: boolean
  /** A retired code is asked no more; what was said under it stays. */
  readonly active: boolean
  /** The code that this one was merged into; what was said under this one counts as said under that. */
  readonly mergedInto: string | null
}

/** From and to, both included; null is without end. */
export type Range<Value> = { readonly from: Value | null; readonly to: Value | null }

/** From what day it is counted: the delivery of the order's last item, its despatch, or its ordering. */
export const COUNTED_FROM = ['delivery', 'despatch', 'order'] as const
export type CountedFrom = (typeof COUNTED_FROM)[number]

/** What a rule asks of a line. What is null, or an empty list, is not asked; all that is asked has to hold. */
export type ReturnConditions = {
  /** Days gone by since; 0 is the day itself. */
  readonly days: ({ readonly since: CountedFrom } & Range<number>) | null
  /** When it was ordered, as over Christmas. */
  readonly ordered: Range<Day> | null
  readonly skus: readonly string[]
  readonly categories: readonly string[]
  /** ISO codes. */
  readonly countries: readonly string[]
  /** Of the home country: elsewhere none of them is met. */
  readonly regions: readonly string[]
  /** Decimal texts. */
  readonly lineValue: Range<string> | null
  readonly orderValue: Range<string> | null
  /** Codes; a group stands for all in it. */
  readonly reasons: readonly string[]
  readonly quantity: Range<number> | null
  /** How many returns this shopper has made in so many days before. */
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

/** What lets a trader refuse within the time to cancel. */
export const EXEMPTIONS = ['made-to-measure', 'perishable', 'hygiene-seal-broken', 'unsealed-recording'] as const
export type Exemption = (typeof EXEMPTIONS)[number]

/** What follows, each by itself: null says nothing about it, and leaves it to the rules below. */
export type ReturnOutcomes = {
  readonly answer: {
    readonly answer: ReturnAnswer
    /** What the shopper is told. */
    readonly text: string
    readonly exemption: Exemption | null
  } | null
  /** Until when: so many days after, or up to a day, whichever is later. */
  readonly until: { readonly since: CountedFrom; readonly days: number | null; readonly day: Day | null } | null
  /** What a return costs the shopper beside its way back; a decimal text. */
  readonly fee: string | null
  readonly resolutions: readonly Resolution[] | null
  /** Ids, the preferred first. Without a rule that says so all that serve the order's country. */
  readonly options: readonly string[] | null
  /** Nothing comes back. */
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

/** How something comes back, and where to. */
export type ReturnOption = {
  readonly id: string
  readonly name: string
  readonly active: boolean
  readonly service: ReturnService
  /** Empty serves all. */
  readonly countries: readonly string[]
  /** Of the home country; elsewhere the country decides. Empty serves all. */
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

/** What the shopper is given to send it with. */
export type OptionGives =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'link'; readonly link: string }
  /** A label from a pool that was uploaded. */
  | { readonly kind: 'label'; readonly pool: string }

/** A rule that asks nothing and says nothing: what a new one begins with. */
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
