import type { Visibility } from '../../administration/clients/visibility.ts'
import { formatPrice } from '../../money/money.ts'
import type { Cost } from '../prices/costing.ts'
import { type Consignment, type HandChoice, type Hold, holdKey } from './consignment.ts'
import { type Constraint, mayBeOverruled } from './constraints.ts'
import type { Explanation } from './explain.ts'
import { overruledOf } from './overrule/overrules.ts'
import type { PlannedConsignment } from './plan-consignments.ts'
import { listLabel, methodText, type Named, type Telling } from './telling.ts'
import { refusalText } from './text.ts'
import { costText } from './units.ts'
import { CONSTRAINT_TITLES } from './verdict-text.ts'

/** A method with its carrier, as it was called when it was chosen or passed over. */
export type NamedMethod = Pick<Named, 'clientMethodID' | 'carrier' | 'methodDescription'> & {
  readonly carrierName: string
}

/** A choice by hand as it is kept with its consignment: who chose what, when, why, and instead of what. */
export type KeptChoice = HandChoice & {
  readonly by: string
  /** An instant in ISO's form. */
  readonly at: string
  readonly reason: string
  readonly method: NamedMethod
  /** What allocation would have chosen then, and what it would have cost; null where nothing might carry it. */
  readonly instead: (NamedMethod & { readonly cost: Cost }) | null
  /** What the chosen method cost then, in ten-thousandths of the currency's main unit. */
  readonly cost: Cost
  /** How many consignments the order had. */
  readonly of: number
  /** Why it holds no more, in words: allocation has chosen again. Missing for as long as it holds. */
  readonly ended?: string | undefined
}

/** Whether a candidate may be chosen by hand. */
export type ChoiceVerdict =
  | { readonly kind: 'eligible' }
  /** Only by overruling these. */
  | { readonly kind: 'overrules'; readonly constraints: readonly Constraint[] }
  /** By nobody: the first of these is never overruled. */
  | { readonly kind: 'never'; readonly constraints: readonly Constraint[] }

type Judged = { readonly verdicts: readonly { readonly constraint: Constraint; readonly isMet: boolean }[] }

/** Says by whom a candidate may be chosen: by anyone who chooses, by those who may overrule, or by nobody. */
export function choiceVerdict({ verdicts }: Judged): ChoiceVerdict {
  const unmet = verdicts.filter(({ isMet }) => !isMet).map(({ constraint }) => constraint)
  if (unmet.length === 0) return { kind: 'eligible' }
  const never = unmet.filter((constraint) => !mayBeOverruled(constraint))
  return never.length > 0 ? { kind: 'never', constraints: never } : { kind: 'overrules', constraints: unmet }
}

/** What a candidate fails of some constraints, in words: 'Consignment weight 23 kg is over the limit of 20 kg'. */
export function unmetText(
  { verdicts }: Parameters<typeof refusalText>[0],
  constraints: readonly Constraint[],
  telling: Telling,
): string {
  return refusalText({ verdicts: verdicts.filter(({ constraint }) => constraints.includes(constraint)) }, telling)
}

/** 'Consignment weight and Region'. */
export const constraintsText = (constraints: readonly Constraint[]) =>
  listLabel(constraints.map((name) => CONSTRAINT_TITLES[name]))

/** What has to be done before anyone may choose a method that is held back by what nobody overrules: 'raise its capacity'. */
export const remedyText = (never: readonly Constraint[]) =>
  listLabel([
    ...(never.includes('capacity') ? ['raise its capacity'] : []),
    ...(never.includes('price') ? ['give it a price'] : []),
  ])

/** Why a method can be chosen by nobody: 'Nobody can overrule Capacity: raise its capacity first.' */
export const cannotOverruleText = (never: readonly Constraint[]) =>
  `Nobody can overrule ${constraintsText(never)}: ${remedyText(never)} first.`

/** '+£0.42', '−£1.10', 'the same price'; of ten-thousandths of the currency's main unit. */
export function differenceText(by: Cost, currency: string): string {
  if (by === 0) return 'the same price'
  return `${by > 0 ? '+' : '−'}${formatPrice(costText(Math.abs(by)), currency)}`
}

/** What of a choice may be told: others than its maker may see less of it. */
type ToldChoice = Pick<KeptChoice, 'by'> & {
  readonly [Part in 'reason' | 'overruled' | 'ended']?: KeptChoice[Part] | undefined
} & {
  readonly instead?: (NamedMethod & { readonly difference?: Cost | undefined }) | null | undefined
}

/**
 * A choice in a sentence, without its full stop: 'Chosen by hand by ops.user, reason ‘Customer asked’, instead of Evri
 * Standard (Evri), +£0.42'. What is left out of it is not told.
 */
export function choiceText({ by, reason, instead, overruled = [], ended }: ToldChoice, currency: string): string {
  if (ended) return ended
  return [
    by ? `Chosen by hand by ${by}` : 'Chosen by hand',
    reason && `reason ‘${reason}’`,
    instead && `instead of ${methodText(instead)}`,
    instead && instead.difference !== undefined && differenceText(instead.difference, currency),
    instead === null && 'where allocation found none',
    overruled.length > 0 && `overruling ${constraintsText(overruled)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Why a choice ended, for those who see so much of the operator's business: it may say what is left of a day, and prices. */
export const endedSeen = (ended: string, sees: Visibility): string =>
  ended === '' || (sees.costs && sees.capacities && sees.otherMethods) ? ended : 'Its carrier was chosen again'

/** The same of a choice as it is kept, for those who see so much of the operator's business. */
export function keptChoiceText(kept: KeptChoice, sees: Visibility, currency: string): string {
  const by = sees.staffNames ? kept.by : ''
  if (kept.ended) return endedSeen(kept.ended, sees)
  if (!sees.otherMethods) return choiceText({ by }, currency)
  const { instead, cost, ...told } = kept
  return choiceText(
    {
      ...told,
      by,
      instead: instead && { ...instead, ...(sees.costs && { difference: cost - instead.cost }) },
    },
    currency,
  )
}

/** Why a choice does not hold for a consignment any more, given what allocation found of it. */
export function endedText(
  choice: KeptChoice,
  consignment: Consignment,
  { candidates }: Pick<Explanation, 'candidates'>,
  telling: Telling,
): string {
  const candidate = candidates.find(({ clientMethodID }) => clientMethodID === choice.clientMethodID)
  const overruled = overruledOf(choice, consignment)
  const unmet = candidate?.verdicts.filter(({ constraint, isMet }) => !isMet && !overruled.includes(constraint))
  const why = unmet ? refusalText({ verdicts: unmet }, telling) : 'it is no longer among the client’s methods'
  return endedFor(choice, why)
}

/** Of an order that is split into consignments otherwise than when the choice was made. */
export const splitOtherwiseText = (choice: KeptChoice) => endedFor(choice, 'the order is split otherwise now')

// Without who chose: those who may read why a choice ended may still not see names of staff.
const endedFor = ({ method }: KeptChoice, why: string) =>
  `${methodText(method)}, chosen by hand, no longer holds: ${why}; allocation chose again`

/** The choices of an order as it stands or last stood, with what fixed routing held each consignment to. */
export type ChoicesBefore = {
  /** How many consignments it had. */
  readonly consignments: number
  readonly choices: readonly { readonly heldTo: Hold | null; readonly choice: KeptChoice }[]
}

export const NO_CHOICES: ChoicesBefore = { consignments: 0, choices: [] }

/**
 * Which choice each consignment of a plan takes over, by its place: the only one that of the only one, else the one that the
 * same fixed routing holds, which is what orders are split by. `lost` are choices that no consignment takes over.
 */
export function carriedChoices(
  planned: readonly Pick<PlannedConsignment, 'heldTo'>[],
  { consignments, choices }: ChoicesBefore,
): { readonly of: readonly (KeptChoice | undefined)[]; readonly lost: readonly KeptChoice[] } {
  const isOne = planned.length === 1 && consignments === 1
  const of = planned.map(
    ({ heldTo }) => choices.find((before) => isOne || holdKey(before.heldTo) === holdKey(heldTo))?.choice,
  )
  return { of, lost: choices.map(({ choice }) => choice).filter((choice) => !of.includes(choice)) }
}

/** A consignment as the engine is asked for it: with the choice by hand, for as long as that holds. */
export function withChoice(consignment: PlannedConsignment, choice: KeptChoice | null | undefined): PlannedConsignment {
  if (!choice || choice.ended !== undefined) return consignment
  const { clientMethodID, overruled, bounds } = choice
  return { ...consignment, byHand: { clientMethodID, overruled, ...(bounds && { bounds }) } }
}
