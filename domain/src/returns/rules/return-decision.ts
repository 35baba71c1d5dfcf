import type { Day } from '../../calendar/day.ts'
import type { RuleMask } from './rule-masks.ts'
import type { CONDITIONS } from './compile-returns-book.ts'
import type { Destination, Exemption, OutcomeName, Resolution, ReturnAnswer } from './returns-book.ts'

/** Why a line has its answer. 'rule': a rule says so; 'no-rule': no rule matches, so it needs a manual review. */
export const ANSWER_REASONS = [
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
export type AnswerReason = (typeof ANSWER_REASONS)[number]

/** Whether an option is offered for a line; if not, `why`, with the value and the limit in grams or millimetres. */
export type OptionVerdict = {
  readonly id: string
  readonly why: 'offered' | 'not-there' | 'retired' | 'country' | 'region' | 'weight' | 'length'
  readonly value: number | null
  readonly limit: number | null
}

/** The smallest change that would change the answer. `until`: allowed up to and including that day, which can be past. */
export type NearestChange =
  | { readonly kind: 'until'; readonly day: Day }
  | { readonly kind: 'quantity'; readonly atMost: number }
  | { readonly kind: 'resolution'; readonly resolutions: readonly Resolution[] }
  /** This allowing rule fails in one condition only. */
  | { readonly kind: 'condition'; readonly rule: string; readonly condition: (typeof CONDITIONS)[number] }

export type LineDecision = {
  readonly lineNumber: number
  readonly sku: string
  readonly quantity: number
  /** The code after merges. */
  readonly reason: string
  readonly answer: ReturnAnswer
  readonly why: AnswerReason
  /** The rule's text for the shopper. */
  readonly text: string
  readonly exemption: Exemption | null
  /** The last day on which it is allowed; null: no known end. */
  readonly until: Day | null
  /** Ten-thousandths. */
  readonly fee: number
  readonly resolutions: readonly Resolution[]
  readonly keep: boolean
  readonly options: readonly OptionVerdict[]
  /** null: nothing is sent, or no option takes it. */
  readonly destination: Destination | null
  /** The rule that decided each outcome; null: no rule sets it. */
  readonly decidedBy: Readonly<Record<OutcomeName, string | null>>
  /**
   * The rules that each condition accepts, in the order of {@link CONDITIONS}; `failuresOf` reads them. Empty if no
   * rule was tried.
   */
  readonly held: readonly RuleMask[]
  readonly change: NearestChange | null
}

export type ReturnDecision = {
  readonly bookVersion: number
  /** The day of the decision in the operator's calendar. */
  readonly day: Day
  /** 'review' if any line is; 'part' if some lines are allowed and some refused. */
  readonly answer: ReturnAnswer | 'part'
  readonly lines: readonly LineDecision[]
  readonly parcels: readonly ReturnParcel[]
  /**
   * Total of returns fees, in ten-thousandths: the highest fee of each parcel's lines, plus the highest fee of kept
   * lines.
   */
  readonly fee: number
}

/** Lines that travel together, with the options that take all of them, cheapest for the shopper first. */
export type ReturnParcel = {
  readonly destination: Destination
  /** Indexes of its lines in the decision. */
  readonly lines: readonly number[]
  readonly options: readonly { readonly id: string; readonly shopperPays: number; readonly cost: number }[]
  /** The highest fee of its lines: a parcel is charged once. Ten-thousandths. */
  readonly fee: number
}
