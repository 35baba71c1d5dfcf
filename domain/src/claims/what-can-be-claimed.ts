import { addDays, type Day, dayOf, formatDayShort } from '../calendar/day.ts'
import { roundMoney } from '../money/minor-units.ts'
import { formatMoney } from '../money/money.ts'
import { costText } from '../routing/allocation/units.ts'
import type { Cost } from '../routing/prices/costing.ts'
import type { ClaimCause } from './claim.ts'
import type { ClaimRules } from './claim-terms.ts'

/** The facts about a parcel from which its claim is judged. Amounts are ten-thousandths of its currency. */
export type ClaimFacts = {
  readonly despatchedOn: Day
  readonly promisedOn: Day
  /** The day of the carrier's last event; null if there was none. */
  readonly lastEventOn: Day | null
  readonly deliveredOn: Day | null
  /** When the carrier or a return reported damage; null if nobody did. */
  readonly damagedOn: Day | null
  /** Whether the carrier itself reports it as lost, or as on its way back. */
  readonly isSaidLost: boolean
  readonly isReturning: boolean
  /** Null if unknown. */
  readonly grams: number | null
  /** The value of its contents at selling prices. */
  readonly goods: Cost
  /** What its account has billed for carriage, less disputed amounts, and whether the carriage itself is disputed. */
  readonly carriage: Cost
  readonly isCarriageDisputed: boolean
  readonly currency: string
  /** The number of its claim, if there is one. */
  readonly claimedAs: string | null
}

/** 'in another currency' means that the limit could not be compared. */
export type ClaimLimit = 'per parcel' | 'per kg' | 'in another currency'

/** What can be claimed for a parcel, how much and until when; or why nothing can be. */
export type ClaimVerdict =
  | {
      readonly can: true
      readonly cause: ClaimCause
      readonly goods: Cost
      readonly carriage: Cost
      readonly amount: Cost
      /** The limit that reduced the goods. */
      readonly limit: ClaimLimit | null
      readonly until: Day
    }
  | {
      readonly can: false
      readonly why: NotClaimableReason
      readonly cause: ClaimCause | null
      /** The first day on which it can be claimed, if it is too early. */
      readonly from: Day | null
      readonly until: Day | null
      /** What could have been claimed before the deadline. */
      readonly missed: Worth
    }

type Worth = { readonly goods: Cost; readonly carriage: Cost; readonly amount: Cost }
const NOTHING: Worth = { goods: 0, carriage: 0, amount: 0 }

export const NOT_CLAIMABLE_REASONS = [
  'claimed',
  'no terms',
  'arrived',
  'returning',
  'too early',
  'not paid for',
  'too late',
  'no value',
] as const
export type NotClaimableReason = (typeof NOT_CLAIMABLE_REASONS)[number]

/**
 * Judges a parcel by its carrier's terms; undefined rules mean a carrier without terms. Damage counts before loss,
 * and loss before lateness. A deadline is the last day on which the carrier accepts the claim.
 */
export function whatCanBeClaimed(facts: ClaimFacts, rules: ClaimRules | undefined, now: Date): ClaimVerdict {
  if (facts.claimedAs !== null) return cannot('claimed')
  if (!rules) return cannot('no terms')
  const today = dayOf(now)
  const found = causeOf(facts, rules)
  if ('why' in found) return found
  const { cause, until, from } = found
  if (from > today) return cannot('too early', { cause, from, until })
  const worth = worthOf(facts, rules, cause)
  if (until < today) return cannot('too late', { cause, until, missed: worth })
  if (worth.amount === 0) return cannot('no value', { cause, until })
  return { can: true, cause, ...worth, until }
}

type Cannot = Extract<ClaimVerdict, { can: false }>
const cannot = (why: NotClaimableReason, details: Partial<Omit<Cannot, 'can' | 'why'>> = {}): Cannot => ({
  can: false,
  why,
  cause: null,
  from: null,
  until: null,
  missed: NOTHING,
  ...details,
})

type CausePeriod = { cause: ClaimCause; from: Day; until: Day } | Cannot

function causeOf(facts: ClaimFacts, rules: ClaimRules): CausePeriod {
  const { deliveredOn, damagedOn, despatchedOn, lastEventOn, promisedOn } = facts
  if (damagedOn !== null) {
    if (rules.damagedWithinDays === null) return cannot('not paid for', { cause: 'damaged' })
    return { cause: 'damaged', from: damagedOn, until: addDays(deliveredOn ?? damagedOn, rules.damagedWithinDays) }
  }
  if (deliveredOn === null) {
    if (facts.isReturning) return cannot('returning')
    const quietSince = lastEventOn ?? despatchedOn
    if (rules.lostAfterDays === null) return cannot('not paid for', { cause: 'lost' })
    return {
      cause: 'lost',
      from: facts.isSaidLost ? quietSince : addDays(quietSince, rules.lostAfterDays),
      until: addDays(despatchedOn, rules.lostWithinDays),
    }
  }
  if (deliveredOn <= promisedOn) return cannot('arrived')
  if (rules.lateAfterDays === null || deliveredOn < addDays(promisedOn, rules.lateAfterDays))
    return cannot('not paid for', { cause: 'late' })
  return { cause: 'late', from: deliveredOn, until: addDays(deliveredOn, rules.lateWithinDays) }
}

function worthOf(facts: ClaimFacts, rules: ClaimRules, cause: ClaimCause) {
  const isCarriagePaid = (cause === 'late' || rules.isCarriagePaid) && !facts.isCarriageDisputed
  const carriage = isCarriagePaid ? Math.max(0, roundMoney(facts.carriage, facts.currency)) : 0
  const { goods: exact, limit } = cause === 'late' ? { goods: 0, limit: null } : goodsOf(facts, rules)
  const goods = roundMoney(exact, facts.currency)
  return { goods, carriage, amount: goods + carriage, limit }
}

/**
 * The value of goods at the price that the carrier pays, reduced to its limits: an unknown weight counts as one
 * kilogram.
 */
function goodsOf({ goods, grams, currency }: ClaimFacts, rules: ClaimRules): { goods: Cost; limit: ClaimLimit | null } {
  const value = rules.basis === 'cost price' ? Math.round((goods * rules.costPercent) / 100) : goods
  if (currency !== rules.limitCurrency) {
    const isLimited = rules.mostPerParcel !== null || rules.mostPerKg !== null
    return { goods: value, limit: isLimited ? 'in another currency' : null }
  }
  const limits = [
    { limit: 'per parcel', most: rules.mostPerParcel },
    {
      limit: 'per kg',
      most: rules.mostPerKg === null ? null : Math.round((rules.mostPerKg * (grams ?? 1000)) / 1000),
    },
  ] as const
  return limits.reduce<{ goods: Cost; limit: ClaimLimit | null }>(
    (least, { limit, most }) => (most !== null && most < least.goods ? { goods: most, limit } : least),
    { goods: value, limit: null },
  )
}

const money = (cost: Cost, currency: string) => formatMoney(costText(cost), currency)
const CAUSE_TEXT: Readonly<Record<ClaimCause, string>> = { lost: 'a lost parcel', damaged: 'damage', late: 'lateness' }

const LIMIT_TEXT: Readonly<Record<ClaimLimit, string>> = {
  'per parcel': ', the limit per parcel',
  'per kg': ', the limit per kg',
  'in another currency': ' (the carrier’s limit is in another currency)',
}

export function claimVerdictText(verdict: ClaimVerdict, currency: string): string {
  if (verdict.can) {
    const cut = verdict.limit ? LIMIT_TEXT[verdict.limit] : ''
    return `${money(verdict.amount, currency)} can be claimed for ${CAUSE_TEXT[verdict.cause]}${cut}, until ${formatDayShort(verdict.until)}.`
  }
  return whyNotText(verdict)
}

/** Explains why nothing can be claimed, in a sentence. */
export function whyNotText({
  why,
  cause,
  from,
  until,
}: {
  readonly why: NotClaimableReason
  readonly cause: ClaimCause | null
  readonly from: Day | null
  readonly until: Day | null
}): string {
  switch (why) {
    case 'claimed':
      return 'This parcel already has a claim.'
    case 'no terms':
      return 'The carrier has no claim terms for this despatch date.'
    case 'arrived':
      return 'This parcel arrived on time and isn’t reported as damaged.'
    case 'returning':
      return 'This parcel is being returned, so it isn’t lost.'
    case 'too early':
      return `It counts as lost on ${formatDayShort(from ?? '')} if there are no more events.`
    case 'not paid for':
      return `The carrier’s terms exclude ${CAUSE_TEXT[cause ?? 'lost']}.`
    case 'too late':
      return `The deadline to claim for this parcel was ${formatDayShort(until ?? '')}.`
    case 'no value':
      return 'This parcel has no value yet. Its contents have no price and its carriage isn’t billed.'
  }
}
