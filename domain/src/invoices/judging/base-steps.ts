import type { Money } from '../parcel-accounts/consignment-charges.ts'
import { type Quantities, quantitiesOf } from '../../routing/prices/compile-pricing.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { sameName } from '../../text/same-name.ts'
import { convert, isRounding, shareOut } from '../../routing/terms/amounts.ts'
import type { CompiledRules } from './compiled-rules.ts'
import { isNamed, serves } from '../../routing/despatch-methods.ts'
import { isProblem, type Lane, marginalCost, type Priced, pricedOtherwise, rowsUsed } from './lane.ts'
import type { DayMethod } from './rules.ts'
import { type Member, STEP, type Unit } from './unit.ts'

/** What a detail is judged by. */
export type Judging = {
  readonly carrier: string
  /** The rate from the client's currency to the invoice's; null if they are the same. */
  readonly rate: number | null
  readonly money: Money
  readonly rules: CompiledRules
}

/**
 * Explains the base of a row by the carrier's service, then the number of parcels, then their weights. A step without
 * a price takes the whole rest, and so does one that leaves nothing.
 */
export function fillSteps(unit: Unit, judging: Judging) {
  const [expected, , , , billed] = unit.steps
  unit.steps = [expected, expected, expected, expected, billed]
  if (isSettled(unit, expected) || unit.members.length === 0) return
  const { by, cost: byService } = serviceStep(unit, expected, judging)
  unit.steps = [expected, byService, byService, byService, billed]
  if (isSettled(unit, byService)) return
  const priced = pricedBy(by, judging)
  const byNumber = numberStep(unit, byService, priced, judging)
  unit.steps = [expected, byService, byNumber, byNumber, billed]
  if (isSettled(unit, byNumber)) return
  unit.steps = [expected, byService, byNumber, weightStep(unit, byNumber, priced, judging), billed]
}

/** Whether an expected cost leaves nothing but rounding to explain. */
const isSettled = ({ steps, baseLines, penny }: Unit, by: Cost) => isRounding(steps[STEP.billed] - by, baseLines, penny)

type PricedMember = (member: Member) => Priced | undefined

/** Prices each parcel by its own method, or by another. */
const pricedBy =
  (by: DayMethod | null, { rules }: Judging): PricedMember =>
  ({ lane, index }) => {
    if (by) return pricedOtherwise(lane, index, by, rules)
    const own = lane.priced[index]
    return own && !isProblem(own) ? own : undefined
  }

/** The billed service, if it differs from the despatched one. */
function serviceStep(unit: Unit, expected: Cost, judging: Judging): { by: DayMethod | null; cost: Cost } {
  const [first] = unit.members
  const lane = first?.lane
  const own = lane?.priced[first?.index ?? 0]
  const name = unit.service.trim()
  if (!lane || !own || isProblem(own) || name === '') return { by: null, cost: expected }
  const { consignment } = lane
  const names = judging.rules.servicesNamed(judging.carrier, name)
  const isCalled = ({ method }: DayMethod) => names.some((one) => isNamed(method, one))
  if (isCalled(own.by) || names.includes(sameName(consignment.carrierService.trim())))
    return { by: null, cost: expected }
  const called = judging.rules.books
    .methodsOn(consignment.client, consignment.day, consignment.parcels[first?.index ?? 0]?.despatchedAt ?? 0)
    .filter((one) => one.method.carrier === judging.carrier && isCalled(one))
  const serving = called.filter(({ method }) => serves(method, consignment))
  const costs = (serving.length > 0 ? serving : called).map((by) => ({
    by,
    cost: costOfMembers(unit, pricedBy(by, judging), unit.members.length, knownOf, judging),
  }))
  const found = costs.find(({ cost }) => cost === unit.steps[STEP.billed]) ?? costs[0]
  const cost = found?.cost ?? unit.steps[STEP.billed]
  unit.reasons.push({
    kind: 'service',
    billed: name,
    despatched: own.by.method.methodDescription || own.by.method.carrierService,
    method: found ? found.by.method.methodDescription || found.by.method.clientMethodID : null,
    amount: cost - expected,
  })
  return { by: found?.by ?? null, cost }
}

/** As many parcels as are billed: the despatched ones, in order of despatch, and further ones without weight. */
function numberStep(unit: Unit, before: Cost, priced: PricedMember, judging: Judging): Cost {
  const despatched = unit.members.length
  if (unit.pieces === despatched) return before
  const cost = costOfMembers(unit, priced, unit.pieces, knownOf, judging) ?? unit.steps[STEP.billed]
  unit.reasons.push({ kind: 'number', billed: unit.pieces, despatched, amount: cost - before })
  return cost
}

/** The billed weights, if the price depends on weight. */
function weightStep(unit: Unit, before: Cost, pricedOf: PricedMember, judging: Judging): Cost {
  const weighed = unit.members.flatMap((member) => {
    const [billed, used] = [member.lane.billedGrams[member.index], member.lane.weights[member.index]]
    return typeof billed === 'number' && used ? [{ billed, used }] : []
  })
  const last = unit.members.at(-1)
  const priced = last && pricedOf(last)
  if (!last || !priced?.pricing.byWeight || weighed.every(({ billed, used }) => billed === used.grams)) return before
  const cost = costOfMembers(unit, pricedOf, unit.pieces, billedOf, judging) ?? unit.steps[STEP.billed]
  const billed = weighed.reduce((sum, one) => sum + one.billed, 0)
  const used = weighed.reduce((sum, one) => sum + one.used.grams, 0)
  unit.reasons.push({
    kind: 'weight',
    billed,
    used,
    from: weighed[0]?.used.from ?? 'despatched',
    amount: cost - before,
    row: rowsUsed(priced, billedOf(last.lane, 0), last.index).at(-1) ?? null,
    isSizeUnagreed: unit.size !== null && last.lane.divisor === undefined && billed > used,
  })
  return cost
}

type QuantitiesOf = (lane: Lane, more: number) => Quantities

/** The weights of a consignment's parcels, and zeros for further ones. */
const knownOf: QuantitiesOf = (lane, more) =>
  more === 0 ? lane.known : quantitiesOf([...lane.weights.map((weight) => weight?.grams ?? 0), ...nothing(more)])
const billedOf: QuantitiesOf = (lane, more) =>
  quantitiesOf([
    ...lane.weights.map((weight, index) => lane.billedGrams[index] ?? weight?.grams ?? 0),
    ...nothing(more),
  ])
const nothing = (count: number) => Array.from({ length: count }, () => 0)

/** What so many parcels add to the cost, in the invoice's currency: a row's own, then further ones after the last. */
function costOfMembers(
  { members, penny }: Unit,
  pricedOf: PricedMember,
  count: number,
  quantities: QuantitiesOf,
  { rate }: Judging,
): Cost | null {
  let sum = 0
  const add = (member: Member, index: number, of: Quantities) => {
    const priced = pricedOf(member)
    const cost = priced ? marginalCost(priced, of, index, member.lane.penny) : null
    if (cost === null) return false
    sum += cost
    return true
  }
  for (const member of members.slice(0, count)) if (!add(member, member.index, quantities(member.lane, 0))) return null
  const last = members.at(-1)
  const more = count - members.length
  if (!last || more <= 0) return convert(sum, rate, penny)
  const of = quantities(last.lane, more)
  for (let extra = 0; extra < more; extra++) if (!add(last, last.lane.weights.length + extra, of)) return null
  return convert(sum, rate, penny)
}

/**
 * If a carrier distributes the cost of a consignment over its parcels differently, and the total equals one of the
 * expected costs, each row is expected to have the carrier's share. A rounding difference is distributed by billed
 * lines.
 *
 * @returns the rows that only bill charges, and whose price no other row of the consignment bills
 */
export function acceptSpread(units: readonly Unit[], judging: Judging): ReadonlySet<Unit> {
  const unpriced = new Set<Unit>()
  for (const all of rowsOfOneConsignment(units)) {
    const ofChargesAlone = all.filter(billsChargesAlone)
    const isEven = (rows: readonly Unit[], step: number) => isRounding(leftOf(rows, step), linesOf(rows), pennyOf(rows))
    const priced = all.filter((row) => !ofChargesAlone.includes(row))
    const rows = !isEven(all, STEP.expected) && isEven(priced, STEP.expected) ? priced : all
    const before = ofChargesAlone.map(({ reasons }) => reasons.length)
    if (!isEven(rows, STEP.expected)) for (const row of rows) fillSteps(row, judging)
    const step = [STEP.expected, STEP.weight].find((one) => isEven(rows, one))
    if (step === undefined || rows === priced)
      for (const [index, row] of ofChargesAlone.entries()) {
        row.reasons.splice(before[index] ?? 0)
        unpriced.add(row)
      }
    if (step === undefined || rows.every((row) => isSettled(row, row.steps[step]))) continue
    const rest = shareOut(
      leftOf(rows, step),
      rows.map(({ baseLines }) => baseLines),
      pennyOf(rows),
    )
    for (const [index, row] of rows.entries()) {
      const [expected, service, number, weight, billed] = row.steps
      const by = billed - row.steps[step] - (rest[index] ?? 0)
      row.steps = [expected + by, service + by, number + by, weight + by, billed]
      if (by !== 0) row.reasons.push({ kind: 'spread' })
    }
  }
  return unpriced
}

const billsChargesAlone = ({ leg, baseLines, billed, members }: Unit) =>
  leg === 'outbound' && baseLines === 0 && billed !== 0 && members.length > 0

const leftOf = (rows: readonly Unit[], step: number): Cost =>
  rows.reduce((sum, { steps }) => sum + steps[STEP.billed] - (steps[step] ?? 0), 0)
const linesOf = (rows: readonly Unit[]) => rows.reduce((sum, { baseLines }) => sum + baseLines, 0)
const pennyOf = (rows: readonly Unit[]): Cost => rows[0]?.penny ?? 1

/**
 * If each row of a detail bills the expected cost, and the detail itself a difference beside them: the part of that
 * difference explained by the billed weight of all of them. The weight of one item is an average, and is not compared
 * with any parcel.
 */
export function explainOwnByWeight(own: Unit, units: readonly Unit[], judging: Judging) {
  const rows = units.filter((unit) => unit !== own)
  const members = rows.flatMap((row) => row.members)
  const difference = own.steps[STEP.billed]
  if (own.members.length > 0 || own.baseLines === 0 || members.length === 0) return
  if (rows.some((row) => !isSettled(row, row.steps[STEP.expected]))) return
  const used = members.reduce((sum, { lane, index }) => sum + (lane.weights[index]?.grams ?? 0), 0)
  const billed = members.reduce((sum, { lane, index }) => sum + (lane.billedGrams[index] ?? 0), 0)
  if (used === 0 || Math.abs(billed - used) <= members.length) return
  const scaled: QuantitiesOf = (lane) =>
    quantitiesOf(lane.weights.map((weight) => Math.round(((weight?.grams ?? 0) * billed) / used)))
  const costs = rows.map((row) => costOfMembers(row, pricedBy(null, judging), row.members.length, scaled, judging))
  const by = rows.reduce(
    (sum, row, index) => sum + (costs[index] ?? row.steps[STEP.expected]) - row.steps[STEP.expected],
    0,
  )
  if (Math.sign(by) !== Math.sign(difference)) return
  const amount = Math.abs(by) < Math.abs(difference) ? by : difference
  own.steps = [0, 0, 0, amount, difference]
  const from = members[0]?.lane.weights[members[0].index]?.from ?? 'despatched'
  own.reasons.push({ kind: 'weight', billed, used, from, amount, row: null, isSizeUnagreed: false })
}

function rowsOfOneConsignment(units: readonly Unit[]): Unit[][] {
  if (units.length === 1) return [[...units]]
  const byLane = new Map<Lane, Unit[]>()
  for (const unit of units) {
    const lane = unit.members[0]?.lane
    if (!lane) continue
    const rows = byLane.get(lane)
    if (rows) rows.push(unit)
    else byLane.set(lane, [unit])
  }
  return [...byLane.values()]
}
