import { addDays, type Day, formatDayShort } from '../calendar/day.ts'
import type { Cost } from '../routing/prices/costing.ts'

/** The price at which goods are claimed: what the shopper paid, or what the client paid for them. */
export const CLAIM_BASES = ['selling price', 'cost price'] as const
export type ClaimBasis = (typeof CLAIM_BASES)[number]

/**
 * What a carrier pays, and the deadlines for claims. Days are calendar days; amounts are ten-thousandths of the
 * limits' currency.
 */
export type ClaimRules = {
  /** Days without an event after which a parcel counts as lost; null if the carrier does not pay for lost parcels. */
  readonly lostAfterDays: number | null
  /** Days from despatch to the deadline for a lost parcel. */
  readonly lostWithinDays: number
  /** Days from delivery to the deadline for a damaged parcel; null if the carrier does not pay for damage. */
  readonly damagedWithinDays: number | null
  /** Days after the promised day from which carriage is refunded; null if it never is. */
  readonly lateAfterDays: number | null
  /** Days from delivery to the deadline for a late parcel. */
  readonly lateWithinDays: number
  /** The limits per parcel and per kilogram; null is unlimited. */
  readonly mostPerParcel: Cost | null
  readonly mostPerKg: Cost | null
  /**
   * The currency of the limits, such as 'GBP'. Goods in another currency are claimed in full, because there is no
   * exchange rate for the limits.
   */
  readonly limitCurrency: string
  readonly basis: ClaimBasis
  /** The cost price as a percentage of the selling price. */
  readonly costPercent: number
  /** Whether carriage is refunded beside the goods. */
  readonly isCarriagePaid: boolean
  /** The evidence that the carrier requires. */
  readonly evidence: readonly string[]
  /** The claims office: its email, its postal address, the address of its form. */
  readonly email: string
  readonly address: string
  readonly form: string
}

/** Rules for a carrier's service over a period, both days included. '' means every service without its own terms. */
export type ClaimTerms = {
  readonly carrier: string
  readonly service: string
  readonly from: Day
  /** Null is without end. */
  readonly to: Day | null
  readonly source: string
  readonly rules: ClaimRules
}

type Span = Pick<ClaimTerms, 'from' | 'to'>
type Placed = Pick<ClaimTerms, 'carrier' | 'service' | 'from' | 'to'>

/** Finds the terms for a parcel on a day: those of its service before those of the whole carrier. */
export function termsFor<Terms extends Placed>(
  all: readonly Terms[],
  { carrier, service, day }: { carrier: string; service: string; day: Day },
): Terms | undefined {
  const held = all.filter((one) => one.carrier === carrier && one.from <= day && (one.to === null || day <= one.to))
  const named = service === '' ? undefined : held.find((one) => isSameService(one.service, service))
  return named ?? held.find((one) => one.service === '')
}

const isSameService = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase()

/** Finds terms of the same carrier and service that overlap. */
export const findOverlap = <Terms extends Placed>(terms: Placed, others: readonly Terms[]): Terms | undefined =>
  others.find(
    (one) =>
      one.carrier === terms.carrier &&
      one.service.toLowerCase() === terms.service.toLowerCase() &&
      (one.to === null || terms.from <= one.to) &&
      (terms.to === null || one.from <= terms.to),
  )

/** Finds the periods between a carrier's or service's terms that none cover. Terms must not overlap. */
export function findGaps(terms: readonly Span[]): { readonly from: Day; readonly to: Day }[] {
  const inOrder = terms.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return inOrder.flatMap(({ to }, index) => {
    const next = inOrder[index + 1]
    if (!next || to === null) return []
    const first = addDays(to, 1)
    return first < next.from ? [{ from: first, to: addDays(next.from, -1) }] : []
  })
}

/** '1 Jan 2026 onwards', '1 Jan 2026 to 31 Mar 2026'. */
export const termsDays = ({ from, to }: Span) =>
  to === null ? `from ${formatDayShort(from)}` : `from ${formatDayShort(from)} to ${formatDayShort(to)}`
