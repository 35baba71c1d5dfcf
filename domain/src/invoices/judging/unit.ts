import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail, BilledParcel, Cause, Verdict } from '../invoice.ts'
import { sharesOf } from '../parcel-accounts/shares.ts'
import { minorUnitOf } from '../../money/minor-units.ts'
import { shareOut } from '../../routing/terms/amounts.ts'
import type { CompiledRules } from './compiled-rules.ts'
import type { AgreedSet } from '../../routing/terms/agreed-set.ts'
import type { DespatchedConsignment, DetailFacts, EarlierCharge, RowFacts, RowMatch } from './facts.ts'
import type { JudgedCharge } from './judged.ts'
import { type Lane, laneOf, shippedOf } from './lane.ts'
import type { NotJudgedReason, Reason, Unchecked } from './reasons.ts'

/** The expected costs of a base: as expected, then step by step as the carrier billed it. */
export const STEP = { expected: 0, service: 1, number: 2, weight: 3, billed: 4 } as const
export type Steps = [expected: Cost, service: Cost, number: Cost, weight: Cost, billed: Cost]

/** A parcel of a consignment. */
export type Member = { readonly lane: Lane; readonly index: number }

/** A row while it is judged: a parcel row, or the detail's charges for the whole consignment. */
export type Unit = {
  readonly leg: BilledDetail['leg']
  readonly match: RowMatch
  /** What was billed before for the parcels that it covers, and for all parcels of their consignment. */
  readonly earlier: readonly EarlierCharge[]
  readonly earlierOfConsignment: readonly EarlierCharge[]
  readonly earlierProblem: RowFacts['earlierProblem']
  /** Without tax. */
  readonly charges: readonly BilledCharge[]
  readonly billed: Cost
  /** The sum of base charges less discounts, and the number of their lines. */
  readonly baseBilled: Cost
  readonly baseLines: number
  /** The other charges. */
  readonly others: readonly BilledCharge[]
  readonly service: string
  readonly size: BilledParcel['size']
  /** The minor unit of the invoice's currency, in ten-thousandths. */
  readonly penny: Cost
  /** The parcels that it covers. */
  readonly covered: readonly Member[]
  /** Those of them whose base it bills; empty if another row does. */
  readonly members: readonly Member[]
  /** The number of parcels that it bills. */
  readonly pieces: number
  readonly agreed: AgreedSet | null
  verdict: Verdict | null
  notJudged: NotJudgedReason | null
  /** Why one of its charges cannot be checked; null if all can. */
  unchecked: Unchecked | null
  steps: Steps
  /** In the invoice's currency. */
  readonly causes: Partial<Record<Cause, Cost>>
  readonly judged: JudgedCharge[]
  readonly reasons: Reason[]
  ourChange: Cost
}

/** The parcel rows of a detail, and its own row. */
export type Units = { readonly parcels: readonly Unit[]; readonly own: Unit }

const NONE: RowMatch = { kind: 'none', why: 'unknown' }
const UNKNOWN: RowFacts = { match: NONE, earlier: [] }

const isBase = ({ category }: BilledCharge) => category === 'base' || category === 'discount'

/**
 * Whether a charge is the price of carriage: a base charge without an agreement for its own code, on a leg with a
 * price.
 */
function isPriced(charge: BilledCharge, leg: BilledDetail['leg'], agreed: AgreedSet | null): boolean {
  if (!isBase(charge) || leg === 'return') return false
  return !agreed?.hasCode(charge)
}

/** Prepares a detail for judging: which row bills which parcels, by consignment. */
export function unitsOf(detail: BilledDetail, facts: DetailFacts, rules: CompiledRules): Units {
  const lanes = new Map<DespatchedConsignment, Lane>()
  const lane = (consignment: DespatchedConsignment) => {
    let found = lanes.get(consignment)
    if (!found) lanes.set(consignment, (found = laneOf(consignment, rules, facts.account)))
    return found
  }
  const agreedFor = (consignment: DespatchedConsignment | null, members: readonly Member[]) => {
    if (!consignment) return null
    // An adjustment has the day on which it was made, but the agreements of the despatch day apply.
    const day = (detail.leg === 'adjustment' ? null : detail.shipmentDay) ?? consignment.day
    return rules.terms.agreedOn(facts.carrier, consignment.client, day, () => {
      const of = lane(consignment)
      const indexes = members.length > 0 ? members.map(({ index }) => index) : [...consignment.parcels.keys()]
      return shippedOf(of, indexes, day)
    })
  }
  const rows = detail.parcels.map((parcel, index) => {
    const of = facts.parcels[index] ?? UNKNOWN
    return { parcel, of, members: membersOf(of.match, lane) }
  })
  const first = rows.find(({ members }) => members.length > 0)?.of.match ?? facts.own.match
  const ownMatch = detail.parcels.length === 0 ? facts.own.match : first
  const ownAgreed = agreedFor(consignmentOf(ownMatch), [])
  // If only the detail bills a base, it is that of all its parcels.
  const isOwn = (charge: BilledCharge) => isPriced(charge, detail.leg, ownAgreed)
  const isPricedWhole =
    detail.parcels.length === 0 ||
    (detail.charges.some(isOwn) && !detail.parcels.some(({ charges }) => charges.some(isOwn)))
  const ownMembers = !isPricedWhole
    ? []
    : detail.parcels.length === 0
      ? membersOf(ownMatch, lane)
      : rows.flatMap(({ members }) => members)
  const ownConsignment = consignmentOf(ownMatch)
  const ownCovered =
    detail.parcels.length === 0
      ? ownMembers
      : rows.flatMap(({ members }) => members).filter((one) => one.lane.consignment === ownConsignment)
  for (const { parcel, members } of rows) setBilledGrams(members, parcel)
  const penny = minorUnitOf(facts.currency)
  return {
    parcels: rows.map(({ parcel, of, members }) =>
      unitOf(
        { charges: parcel.charges, leg: detail.leg, service: detail.service, size: parcel.size, penny },
        of,
        { covered: members, members: isPricedWhole ? [] : members },
        piecesOf(detail, of.match) || members.length,
        agreedFor(consignmentOf(of.match), members),
      ),
    ),
    own: unitOf(
      { charges: detail.charges, leg: detail.leg, service: detail.service, size: null, penny },
      { ...facts.own, match: ownMatch },
      { covered: ownCovered, members: ownMembers },
      Math.max(detail.pieces, detail.parcels.length) || ownMembers.length,
      ownAgreed,
    ),
  }
}

/** The number of parcels that a detail's only row bills. Of several rows, each bills only its own parcel. */
function piecesOf({ parcels, pieces }: BilledDetail, match: RowMatch): number {
  if (parcels.length > 1) return 0
  return match.kind === 'parcel' && match.consignment.parcels.length > 1 ? 1 : pieces
}

/** The consignment of a match. */
export const consignmentOf = (match: RowMatch): DespatchedConsignment | null =>
  match.kind === 'parcel' || match.kind === 'consignment' ? match.consignment : null

function membersOf(match: RowMatch, lane: (consignment: DespatchedConsignment) => Lane): readonly Member[] {
  const consignment = consignmentOf(match)
  if (!consignment) return []
  const of = lane(consignment)
  if (match.kind === 'parcel') return [{ lane: of, index: match.index }]
  return consignment.parcels.map((_, index) => ({ lane: of, index }))
}

/**
 * A weight billed for several parcels is distributed by their weights; if the row names no parcel, it is the weight
 * of each (invoice.ts).
 */
function setBilledGrams(members: readonly Member[], { billedWeight, trackingNumber }: BilledParcel) {
  if (billedWeight === null || members.length === 0) return
  const weights = members.map(({ lane, index }) => lane.weights[index]?.grams ?? 0)
  const shares = shareOut(billedWeight, weights.some((weight) => weight > 0) ? weights : weights.map(() => 1), 1)
  for (const [place, { lane, index }] of members.entries())
    lane.billedGrams[index] = trackingNumber === '' ? billedWeight : (shares[place] ?? null)
}

function unitOf(
  row: Pick<Unit, 'leg' | 'service' | 'size' | 'penny'> & { charges: readonly BilledCharge[] },
  { match, earlier, earlierProblem }: RowFacts,
  { covered, members }: Pick<Unit, 'covered' | 'members'>,
  pieces: number,
  agreed: AgreedSet | null,
): Unit {
  const charges = row.charges.filter(({ category }) => category !== 'tax')
  const priced = charges.filter((charge) => isPriced(charge, row.leg, agreed))
  const baseBilled = sumOf(priced)
  // What was billed for the outbound leg does not count for the return.
  const ofLeg =
    earlier.length === 0 ? earlier : earlier.filter((one) => (one.leg === 'return') === (row.leg === 'return'))
  return {
    leg: row.leg,
    match,
    earlier: sharesOf(ofLeg, covered, row.penny),
    earlierOfConsignment: ofLeg,
    earlierProblem: row.leg === 'return' ? undefined : earlierProblem,
    charges,
    billed: sumOf(charges),
    baseBilled,
    baseLines: priced.length,
    others: priced.length === charges.length ? [] : charges.filter((charge) => !priced.includes(charge)),
    service: row.service,
    size: row.size,
    penny: row.penny,
    covered,
    members,
    pieces,
    agreed,
    verdict: null,
    notJudged: null,
    unchecked: null,
    steps: [0, 0, 0, 0, baseBilled],
    causes: {},
    judged: [],
    reasons: [],
    ourChange: 0,
  }
}

export const sumOf = (charges: readonly { readonly net: Cost }[]): Cost =>
  charges.reduce((sum, { net }) => sum + net, 0)

/** Adds to the amount that a cause explains. */
export function addCause({ causes }: Unit, cause: Cause, amount: Cost) {
  if (amount === 0) return
  const sum = (causes[cause] ?? 0) + amount
  if (sum === 0) delete causes[cause]
  else causes[cause] = sum
}
