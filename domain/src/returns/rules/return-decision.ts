import type { Day } from '../../calendar/day.ts'
import type { RuleMask } from './rule-masks.ts'
import type { CONDITIONS } from './compile-returns-book.ts'
import type { Destination, Exemption, OutcomeName, Resolution, ReturnAnswer } from './returns-book.ts'

/** Why a line has its answer. 'rule': a rule says so; 'no-rule': none does, so it needs a manual review. */
export const WHYS = [
  'rule',
  'no-rule',
  'too-late',
  'no-such-line',
  'not-sent',
  'already-returned',
  'too-many',
  'serial-not-despatched',
  'no-such-reason',
  'other-resolution',
  'no-option',
] as const
export type WhyAnswer = (typeof WHYS)[number]

/** Whether an option is offered for a line; `why` it is not, with the value and the limit in grams or millimetres. */
export type OptionVerdict = {
  readonly id: string
  readonly why: 'offered' | 'not-there' | 'retired' | 'country' | 'region' | 'weight' | 'length'
  readonly value: number | null
  readonly limit: number | null
}

/** The least that would have to be otherwise. `until`: allowed up to and with that day, which may be past. */
export type NearestChange =
  | { readonly kind: 'until'; readonly day: Day }
  | { readonly kind: 'quantity'; readonly atMost: number }
  | { readonly kind: 'resolution'; readonly resolutions: readonly Resolution[] }
  /** The one condition in which this rule, which allows, fails. */
  | { readonly kind: 'condition'; readonly rule: string; readonly condition: (typeof CONDITIONS)[number] }

export type LineDecision = {
  readonly lineNumber: number
  readonly sku: string
  readonly quantity: number
  /** The code that the reason counts as. */
  readonly reason: string
  readonly answer: ReturnAnswer
  readonly why: WhyAnswer
  /** What the rule says to the shopper. */
  readonly text: string
  readonly exemption: Exemption | null
  /** The last day on which it is allowed; null: without end, for all that is known. */
  readonly until: Day | null
  /** Ten-thousandths. */
  readonly fee: number
  readonly resolutions: readonly Resolution[]
  readonly keep: boolean
  readonly options: readonly OptionVerdict[]
  /** null: nothing is sent, or nowhere. */
  readonly destination: Destination | null
  /** The rule that decided each outcome; null: none says anything about it. */
  readonly decidedBy: Readonly<Record<OutcomeName, string | null>>
  /** The rules that each condition lets through, in the order of {@link CONDITIONS}: `failuresOf` reads them. Empty where none was tried. */
  readonly held: readonly RuleMask[]
  readonly change: NearestChange | null
}

export type ReturnDecision = {
  readonly bookVersion: number
  /** The operator's day on which it was decided. */
  readonly day: Day
  /** Of all its lines: 'review' where one of them is, 'part' where some are allowed and some refused. */
  readonly answer: ReturnAnswer | 'part'
  readonly lines: readonly LineDecision[]
  readonly parcels: readonly ReturnParcel[]
  /** What the shopper pays in fees: the highest of each parcel's lines, and of those that are kept. Ten-thousandths. */
  readonly fee: number
}

/** Lines that travel together, with the options that take all of them, cheapest for the shopper first. */
export type ReturnParcel = {
  readonly destination: Destination
  /** Places of its lines among those that were asked. */
  readonly lines: readonly number[]
  readonly options: readonly { readonly id: string; readonly shopperPays: number; readonly cost: number }[]
  /** The highest of its lines' fees: a parcel is charged once. Ten-thousandths. */
  readonly fee: number
}
