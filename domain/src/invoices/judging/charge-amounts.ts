import type { Cost } from '../../routing/prices/costing.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { OfOthers } from '../../routing/terms/dues.ts'
import { minorUnitOf } from '../../money/minor-units.ts'
import { type Exchange, isRounding, shareOut } from '../../routing/terms/amounts.ts'
import { amountOf, basis, type ByCategory, isInMoney } from '../../routing/terms/charge-money.ts'
import { evaluateConditions } from '../../routing/terms/conditions.ts'
import { shippedOf } from './lane.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { type Member, STEP, type Steps, type Unit } from './unit.ts'

/** What one row billed for an agreed charge. */
export type BilledAs = { readonly unit: Unit; net: Cost; lines: number; text: string; code: string }

/** The rows for which an agreed charge is calculated together. */
export type Group = Exchange & {
  /** All rows that can be judged, including the detail's own. */
  readonly units: readonly Unit[]
  /** The detail's own row, if it also has parcel rows. */
  readonly own: Unit | null
  readonly expected: ReadonlyMap<Unit, ByCategory>
  /** What was billed before, for other parcels, of a charge that a consignment owes once. */
  readonly ofOthers: (agreed: AgreedCharge) => OfOthers
}

/** The currencies of the agreed charges of a row: of those always due, and those it bills. */
export function agreedCurrencies({ agreed, others, leg }: Unit): string[] {
  if (!agreed) return []
  const billed = new Set(others.map((charge) => agreed.find(charge)))
  const isDue = (one: AgreedCharge) => billed.has(one) || (one.when === 'always' && leg === 'outbound')
  return agreed.inOrder.flatMap((one) => (isDue(one) && isInMoney(one) ? [one.currency] : []))
}

const NUMBERS = [STEP.expected, STEP.service, STEP.number, STEP.weight, STEP.billed] as const

/** The amount of an agreed charge in each row, at each step of the base; rows that do not bear it are omitted. */
export function agreedAmounts(
  agreed: AgreedCharge,
  billed: readonly BilledAs[],
  group: Group,
): ReadonlyMap<Unit, Steps> {
  const { amount } = agreed
  if (amount.kind === 'percent') return percentAmounts(agreed, amount.of, billed, group)
  if (amount.kind === 'money' && amount.per === 'parcel') return parcelAmounts(agreed, billed, group)
  if (amount.kind === 'money' && amount.per === 'detail') {
    const bearer = billed[0]?.unit ?? group.units.find(({ members }) => members.length > 0) ?? group.units[0]
    const money = Math.max(0, amountOf(agreed, 0, group) - group.ofOthers(agreed).billed)
    return new Map(bearer ? [[bearer, steady(money)]] : [])
  }
  return new Map()
}

const steady = (money: Cost): Steps => [money, money, money, money, money]

/** Whether only the detail bills it, for its parcels. */
const isBilledWhole = (billed: readonly BilledAs[], { own }: Group) =>
  own !== null && billed.length > 0 && billed.every(({ unit }) => unit === own)

/** The number of parcels that an agreed charge applies to: of several, each by its own weight and size. */
export function countOf({ conditions }: AgreedCharge, members: readonly Member[]): number {
  if (!conditions || members.length <= 1) return members.length
  const { weight, length, volume } = conditions
  const ofParcel = { countries: [], postcodes: [], zones: [], services: [], weekdays: [], weight, length, volume }
  return members.filter(
    ({ lane, index }) => evaluateConditions(ofParcel, shippedOf(lane, [index], lane.consignment.day)) === true,
  ).length
}

/** Amounts per parcel; billing too many parcels belongs to the step that counts them. */
function parcelAmounts(agreed: AgreedCharge, billed: readonly BilledAs[], group: Group) {
  const each = amountOf(agreed, 0, group)
  const of = (count: number, pieces: number): Steps => [
    each * count,
    each * count,
    each * pieces,
    each * pieces,
    each * pieces,
  ]
  if (isBilledWhole(billed, group)) {
    const sum = (count: (unit: Unit) => number) => group.units.reduce((total, unit) => total + count(unit), 0)
    const own = billed[0]?.unit
    const count = sum((unit) => countOf(agreed, unit.members))
    return new Map(
      own
        ? [
            [
              own,
              of(
                count,
                sum((unit) =>
                  unit.members.length > 0 ? unit.pieces - unit.members.length + countOf(agreed, unit.members) : 0,
                ),
              ),
            ],
          ]
        : [],
    )
  }
  const bearers =
    agreed.when === 'always' && billed.every(({ unit }) => unit.members.length > 0)
      ? group.units.filter(({ members }) => members.length > 0)
      : billed.map(({ unit }) => unit)
  return new Map(
    bearers.map((unit) => {
      const count = countOf(agreed, unit.members)
      return [unit, of(Math.max(1, count), Math.max(1, unit.pieces - unit.members.length + count))] as const
    }),
  )
}

/** A percentage is calculated for all rows together and rounded once; its shares add up to it. */
function percentAmounts(
  agreed: AgreedCharge,
  of: readonly ChargeCategory[],
  billed: readonly BilledAs[],
  group: Group,
): ReadonlyMap<Unit, Steps> {
  const penny = minorUnitOf(group.currency)
  const isWhole = isBilledWhole(billed, group)
  const billing = billed.map(({ unit }) => unit)
  const counted = agreed.when === 'always' || isWhole ? group.units : billing
  const basisOf = (unit: Unit, step: number) => basis(of, baseAt(unit, step), group.expected.get(unit))
  const hasBasis = (unit: Unit) => NUMBERS.some((step) => basisOf(unit, step) !== 0)
  // If the rows that bill it have no basis for a percentage, they share it as they billed it.
  const isElsewhere = billing.length > 0 && !billing.some(hasBasis)
  const based = counted.filter(hasBasis)
  const bearers = isWhole || isElsewhere || based.length === 0 ? [...new Set(billing)] : based
  const wanted = bearers.map((unit) => billed.find((one) => one.unit === unit)?.net ?? 0)
  const isSteady = counted.every(({ steps }) => steps.every((step) => step === steps[0]))
  const others = group.ofOthers(agreed)
  const totalAt = (step: number) => {
    const total = counted.reduce((sum, unit) => sum + basisOf(unit, step), 0)
    if (total === 0 && billed.length === 0) return 0
    const due = amountOf(agreed, total + basis(of, others.base, undefined), group)
    return others.billed === 0 ? due : Math.max(0, due - others.billed)
  }
  const weightOf = (unit: Unit, place: number, step: number) =>
    isElsewhere ? (wanted[place] ?? 0) : isWhole ? 1 : basisOf(unit, step)
  // Each step distributes what it adds, so that a row with the same base keeps its share.
  const shares =
    bearers.length === 0
      ? []
      : shareOut(
          totalAt(0),
          bearers.map((unit, place) => weightOf(unit, place, 0)),
          penny,
          wanted,
        )
  const amounts = new Map<Unit, Steps>(bearers.map((unit, place) => [unit, steady(shares[place] ?? 0)]))
  if (isSteady) return amounts
  for (const step of NUMBERS.slice(1)) {
    const added = totalAt(step) - totalAt(step - 1)
    if (added === 0) continue
    const weights = bearers.map((unit, place) =>
      isElsewhere || isWhole ? weightOf(unit, place, step) : basisOf(unit, step) - basisOf(unit, step - 1),
    )
    for (const [place, share] of shareOut(added, weights, penny).entries()) {
      const steps = amounts.get(bearers[place] as Unit)
      if (steps) for (const later of NUMBERS.slice(step)) steps[later] += share
    }
  }
  return amounts
}

/** The base at a step; a rounding difference does not change percentages, because the carrier rounds those too. */
function baseAt({ steps, baseLines, penny }: Unit, step: number): Cost {
  const isRounded = step === STEP.billed && isRounding(steps[STEP.billed] - steps[STEP.weight], baseLines, penny)
  return steps[isRounded ? STEP.weight : step] ?? 0
}
