import { addDays, type Day, formatDayShort } from '../calendar/day.ts'
import type { Cost } from '../routing/prices/costing.ts'

/** What goods are claimed at: what the shopper paid, or what the client paid for them. */
export const CLAIM_BASES = ['selling price', 'cost price'] as const
export type ClaimBasis = (typeof CLAIM_BASES)[number]

/** What a carrier pays, and until when it may be asked. Days are calendar days, amounts ten-thousandths of the limits’ currency. */
export type ClaimRules = {
  /** Days without an event after which a parcel counts as lost; null where the carrier pays nothing for lost parcels. */
  readonly lostAfterDays: number | null
  /** From the despatch to the deadline for a lost parcel. */
  readonly lostWithinDays: number
  /** From the delivery to the deadline for a damaged parcel; null where the carrier pays nothing for damage. */
  readonly damagedWithinDays: number | null
  /** Days past the promise from which carriage is paid back; null where it never is. */
  readonly lateAfterDays: number | null
  /** From the delivery to the deadline for a late parcel. */
  readonly lateWithinDays: number
  /** The most that is paid for a parcel, and for each kilogram of it; null is without limit. */
  readonly mostPerParcel: Cost | null
  readonly mostPerKg: Cost | null
  /** The currency of these: 'GBP'. Goods in another are claimed in full, for there is no rate to cut them by. */
  readonly limitCurrency: string
  readonly basis: ClaimBasis
  /** At cost price: what part of the selling price that is. */
  readonly costPercent: number
  /** Whether carriage is paid back beside the goods. */
  readonly isCarriagePaid: boolean
  /** What the carrier asks to see. */
  readonly evidence: readonly string[]
  /** The claims office: its email, its postal address, the address of its form. */
  readonly email: string
  readonly address: string
  readonly form: string
}

/** Rules of a carrier's service from day to day, both included. '' is every service without terms of its own. */
export type ClaimTerms = {
  readonly carrier: string
  readonly service: string
  readonly from: Day
  /** null is without end. */
  readonly to: Day | null
  readonly source: string
  readonly rules: ClaimRules
}

type Span = Pick<ClaimTerms, 'from' | 'to'>
type Placed = Pick<ClaimTerms, 'carrier' | 'service' | 'from' | 'to'>

/** The terms that hold for a parcel of a day: those of its service before those of the whole carrier. */
export function termsFor<Terms extends Placed>(
  all: readonly Terms[],
  { carrier, service, day }: { carrier: string; service: string; day: Day },
): Terms | undefined {
  const held = all.filter((one) => one.carrier === carrier && one.from <= day && (one.to === null || day <= one.to))
  const named = service === '' ? undefined : held.find((one) => isSameService(one.service, service))
  return named ?? held.find((one) => one.service === '')
}

const isSameService = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase()

/** The terms of the same carrier and service that hold on some of the same days. */
export const overlapping = <Terms extends Placed>(terms: Placed, others: readonly Terms[]): Terms | undefined =>
  others.find(
    (one) =>
      one.carrier === terms.carrier &&
      one.service.toLowerCase() === terms.service.toLowerCase() &&
      (one.to === null || terms.from <= one.to) &&
      (terms.to === null || one.from <= terms.to),
  )

/** Days between terms of one carrier and service on which none hold. Terms must not overlap. */
export function gapsIn(terms: readonly Span[]): { readonly from: Day; readonly to: Day }[] {
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
