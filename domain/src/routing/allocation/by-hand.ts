import type { Visibility } from '../../administration/clients/visibility.ts'
import { formatPrice } from '../../money/money.ts'
import type { Cost } from '../prices/costing.ts'
import { type Consignment, type HandChoice, type Hold, holdKey } from './consignment.ts'
import { type Constraint, mayBeOverruled } from './constraints.ts'
import type { Explanation } from './explain.ts'
import { overruledOf } from './overrule/overrules.ts'
import type { PlannedConsignment } from './plan-consignments.ts'
import { listLabel, methodText, type Named, type Wording } from './decision-labels.ts'
import { refusalText } from './text.ts'
import { costText } from './units.ts'
import { CONSTRAINT_TITLES } from './verdict-text.ts'

/** A method and its carrier with their names when it was chosen or passed over. */
export type NamedMethod = Pick<Named, 'clientMethodID' | 'carrier' | 'methodDescription'> & {
  readonly carrierName: string
}

/** A choice by hand as stored with its consignment. */
export type StoredChoice = HandChoice & {
  readonly by: string
  /** ISO 8601 timestamp. */
  readonly at: string
  readonly reason: string
  readonly method: NamedMethod
  /** The method that allocation would have chosen and its cost; null if no method was eligible. */
  readonly instead: (NamedMethod & { readonly cost: Cost }) | null
  /** The cost of the chosen method at the time, in ten-thousandths of the currency's main unit. */
  readonly cost: Cost
  /** The number of consignments of the order. */
  readonly of: number
  /** Why the choice no longer applies, for people; missing while it applies. */
  readonly ended?: string | undefined
}

/** Whether a candidate may be chosen by hand. */
export type ChoiceVerdict =
  | { readonly kind: 'eligible' }
  /** Only by overruling these constraints. */
  | { readonly kind: 'overrules'; readonly constraints: readonly Constraint[] }
  /** Not by anyone: these constraints cannot be overruled. */
  | { readonly kind: 'never'; readonly constraints: readonly Constraint[] }

type Judged = { readonly verdicts: readonly { readonly constraint: Constraint; readonly isMet: boolean }[] }

/** Says who may choose a candidate: any user who may choose, only users who may overrule, or nobody. */
export function choiceVerdict({ verdicts }: Judged): ChoiceVerdict {
  const unmet = verdicts.filter(({ isMet }) => !isMet).map(({ constraint }) => constraint)
  if (unmet.length === 0) return { kind: 'eligible' }
  const never = unmet.filter((constraint) => !mayBeOverruled(constraint))
  return never.length > 0 ? { kind: 'never', constraints: never } : { kind: 'overrules', constraints: unmet }
}

/** Describes failed constraints: 'Consignment weight 23 kg is over the limit of 20 kg'. */
export function unmetText(
  { verdicts }: Parameters<typeof refusalText>[0],
  constraints: readonly Constraint[],
  wording: Wording,
): string {
  return refusalText({ verdicts: verdicts.filter(({ constraint }) => constraints.includes(constraint)) }, wording)
}

/** 'Consignment weight and Region'. */
export const constraintsText = (constraints: readonly Constraint[]) =>
  listLabel(constraints.map((name) => CONSTRAINT_TITLES[name]))

/** What makes a method selectable that fails constraints nobody can overrule: 'raise its capacity'. */
export const remedyText = (never: readonly Constraint[]) =>
  listLabel([
    ...(never.includes('stopped') ? ['end its stop'] : []),
    ...(never.includes('capacity') ? ['raise its capacity'] : []),
    ...(never.includes('price') ? ['give it a price'] : []),
  ])

/** Why nobody can choose a method: 'Capacity can’t be overruled. First raise its capacity.' */
export const cannotOverruleText = (never: readonly Constraint[]) =>
  `${constraintsText(never)} can’t be overruled. First ${remedyText(never)}.`

/** '+£0.42', '−£1.10' or 'the same price', from ten-thousandths of the currency's main unit. */
export function differenceText(by: Cost, currency: string): string {
  if (by === 0) return 'the same price'
  return `${by > 0 ? '+' : '−'}${formatPrice(costText(Math.abs(by)), currency)}`
}

/** A choice without the fields that the viewer may not see. */
type VisibleChoice = Pick<StoredChoice, 'by'> & {
  readonly [Part in 'reason' | 'overruled' | 'ended']?: StoredChoice[Part] | undefined
} & {
  readonly instead?: (NamedMethod & { readonly difference?: Cost | undefined }) | null | undefined
}

/**
 * A choice in a sentence without full stop: 'Chosen by hand by ops.user, reason ‘Customer asked’, instead of Evri
 * Standard (Evri), +£0.42'. Missing fields are left out.
 */
export function choiceText({ by, reason, instead, overruled = [], ended }: VisibleChoice, currency: string): string {
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

/** Why a choice ended, as a viewer may see it: the full text can contain capacities and prices. */
export const redactEndedText = (ended: string, sees: Visibility): string =>
  ended === '' || (sees.costs && sees.capacities && sees.otherMethods) ? ended : 'Its carrier was chosen again'

/** A stored choice in a sentence, as a viewer may see it. */
export function storedChoiceText(choiceMade: StoredChoice, sees: Visibility, currency: string): string {
  const by = sees.staffNames ? choiceMade.by : ''
  if (choiceMade.ended) return redactEndedText(choiceMade.ended, sees)
  if (!sees.otherMethods) return choiceText({ by }, currency)
  const { instead, cost, ...visible } = choiceMade
  return choiceText(
    {
      ...visible,
      by,
      instead: instead && { ...instead, ...(sees.costs && { difference: cost - instead.cost }) },
    },
    currency,
  )
}

/** Explains why a choice no longer applies to a consignment. */
export function endedText(
  choice: StoredChoice,
  consignment: Consignment,
  { candidates }: Pick<Explanation, 'candidates'>,
  wording: Wording,
): string {
  const candidate = candidates.find(({ clientMethodID }) => clientMethodID === choice.clientMethodID)
  const overruled = overruledOf(choice, consignment)
  const unmet = candidate?.verdicts.filter(({ constraint, isMet }) => !isMet && !overruled.includes(constraint))
  const why = unmet ? refusalText({ verdicts: unmet }, wording) : 'it is no longer among the client’s methods'
  return endedFor(choice, why)
}

/** The reason if the order is now split differently. */
export const splitChangedText = (choice: StoredChoice) => endedFor(choice, 'the order is split otherwise now')

// Without the user's name: viewers of this text may not be allowed to see names of staff.
const endedFor = ({ method }: StoredChoice, why: string) =>
  `${methodText(method)}, chosen by hand, no longer holds: ${why}; allocation chose again`

/** The choices of an order's current or last consignments, with the hold of each consignment. */
export type ChoicesBefore = {
  /** The number of consignments that it had. */
  readonly consignments: number
  readonly choices: readonly { readonly heldTo: Hold | null; readonly choice: StoredChoice }[]
}

export const NO_CHOICES: ChoicesBefore = { consignments: 0, choices: [] }

/**
 * Matches earlier choices to the consignments of a new plan, by index. A single consignment takes the choice of a
 * single one; otherwise equal holds match, because orders are split by hold. `lost` has the choices without a
 * consignment.
 */
export function matchChoices(
  planned: readonly Pick<PlannedConsignment, 'heldTo'>[],
  { consignments, choices }: ChoicesBefore,
): { readonly of: readonly (StoredChoice | undefined)[]; readonly lost: readonly StoredChoice[] } {
  const isOne = planned.length === 1 && consignments === 1
  const of = planned.map(
    ({ heldTo }) => choices.find((before) => isOne || holdKey(before.heldTo) === holdKey(heldTo))?.choice,
  )
  return { of, lost: choices.map(({ choice }) => choice).filter((choice) => !of.includes(choice)) }
}

/** Adds a choice by hand to a consignment if it still applies. */
export function withChoice(
  consignment: PlannedConsignment,
  choice: StoredChoice | null | undefined,
): PlannedConsignment {
  if (!choice || choice.ended !== undefined) return consignment
  const { clientMethodID, overruled, bounds } = choice
  return { ...consignment, byHand: { clientMethodID, overruled, ...(bounds && { bounds }) } }
}
