import { rulePlace } from '../served-places.ts'
import type { PriceGap } from '../prices/compile-pricing.ts'
import type { Cost } from '../prices/costing.ts'
import type { Decision } from './allocate.ts'
import { capacityOn, type CompiledBook, usedOn } from '../rule-book/compile-book.ts'
import { type Change, changesToAdmit, gapOf } from './changes.ts'
import type { Consignment, Usage } from './consignment.ts'
import { BIT, CONSTRAINTS, type Constraint } from './constraints.ts'
import { isLimit, measured } from './measures.ts'
import type { Method } from '../rule-book/rule-book.ts'

/** What one constraint says of one candidate: whether it is met, what was found, what is allowed, and what said so. */
export type Verdict = {
  readonly constraint: Constraint
  readonly isMet: boolean
  /** Millimetres, cubic centimetres, parcels, grams; days and codes as texts. */
  readonly actual: number | string | null
  readonly limit: number | string | readonly string[] | null
  /** What of the rule book said so, by its id: a method, a carrier, a fixed route; '' where nothing does. */
  readonly rule: string
  /** Of a price that is not there: the quantity that has none, where bands that are in force leave it out. */
  readonly gap?: PriceGap | undefined
}

export type Candidate = {
  readonly clientMethodID: string
  readonly carrier: string
  readonly carrierService: string
  readonly methodDescription: string
  readonly transitDays: number
  readonly isEligible: boolean
  /** In ten-thousandths of the currency's main unit; null where no price exists. */
  readonly cost: Cost | null
  /** 1 for the chosen one; null for those that are not eligible. */
  readonly rank: number | null
  readonly verdicts: readonly Verdict[]
  /** What would have admitted it, all together. */
  readonly changes: readonly Change[]
}

/** The decision with its reasons: every candidate, every constraint, the ranking, the nearest changes. */
export type Explanation = {
  readonly ruleBookVersion: number
  readonly chosen: string | null
  readonly candidates: readonly Candidate[]
}

/**
 * Says why: given what the decision was made from, and the decision. Candidates stand in their ranking, those that are
 * not eligible after them, by how many constraints they fail.
 */
export function explain(
  compiled: CompiledBook,
  consignment: Consignment,
  usage: Usage,
  decision: Decision,
): Explanation {
  const indices = compiled.methods.map((_method, index) => index)
  const failing = (index: number) => decision.failing[index] ?? 0
  const cost = (index: number) => decision.costs[index] ?? -1
  // Methods stand in the order that breaks ties, and sorting keeps the order of equals.
  const eligible = indices.filter((index) => failing(index) === 0).toSorted((one, other) => cost(one) - cost(other))
  const others = indices
    .filter((index) => failing(index) !== 0)
    .toSorted((one, other) => bits(failing(one)) - bits(failing(other)))
  return {
    ruleBookVersion: compiled.book.version,
    chosen: compiled.methods[decision.chosen]?.clientMethodID ?? null,
    candidates: [...eligible, ...others].flatMap((index) => {
      const method = compiled.methods[index]
      if (!method) return []
      const rank = eligible.indexOf(index) + 1
      return {
        clientMethodID: method.clientMethodID,
        carrier: method.carrier,
        carrierService: method.carrierService,
        methodDescription: method.methodDescription,
        transitDays: method.transitDays,
        isEligible: rank > 0,
        cost: cost(index) < 0 ? null : cost(index),
        rank: rank || null,
        verdicts: CONSTRAINTS.map((constraint) => ({
          constraint,
          isMet: (failing(index) & BIT[constraint]) === 0,
          ...found(compiled, consignment, usage, { method, index, cost: cost(index) }, constraint),
        })),
        changes: changesToAdmit(compiled, consignment, usage, index),
      }
    }),
  }
}

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left; left &= left - 1) count++
  return count
}

const placeOf = ({ book }: CompiledBook, consignment: Consignment) => rulePlace(consignment, book.homeCountry)

type Found = Pick<Verdict, 'actual' | 'limit' | 'rule' | 'gap'>

function found(
  compiled: CompiledBook,
  consignment: Consignment,
  usage: Usage,
  { method, index, cost }: { method: Method; index: number; cost: Cost },
  constraint: Constraint,
): Found {
  const { despatchDay, heldTo } = consignment
  const id = method.clientMethodID
  const carrier = compiled.carriers[compiled.carrierOf[index] ?? 0]
  if (isLimit(constraint))
    return { actual: measured(consignment, constraint), limit: method.limits[constraint], rule: id }
  switch (constraint) {
    case 'service':
      return { actual: consignment.service, limit: method.serviceTypes, rule: id }
    case 'country':
      return { actual: placeOf(compiled, consignment).country, limit: method.countries, rule: id }
    case 'region':
      return { actual: placeOf(compiled, consignment).region, limit: method.regions, rule: id }
    case 'carrierActive':
      return { actual: carrier?.active ?? 'N', limit: 'Y', rule: method.carrier }
    case 'activeDates':
      return {
        actual: despatchDay,
        limit: (carrier?.activeDates ?? []).map(({ from, to }) => `${from}/${to ?? ''}`),
        rule: method.carrier,
      }
    case 'capacity': {
      const slot = compiled.rulesOn(despatchDay).slots[compiled.carrierOf[index] ?? 0] ?? Number.POSITIVE_INFINITY
      const used = usedOn(compiled, usage, despatchDay)[compiled.carrierOf[index] ?? 0] ?? 0
      const capacity = capacityOn(compiled.book.capacities, method.carrier, despatchDay)
      return {
        actual: used + consignment.parcels.length,
        limit: Number.isFinite(slot) ? slot : null,
        rule: capacity ? method.carrier : '',
      }
    }
    case 'fixedRouting':
      return {
        actual: id,
        limit: heldTo ? (heldTo.clientMethodID ?? heldTo.carrier) : null,
        rule: heldTo?.customPreferenceIDs.join(',') ?? '',
      }
    case 'price': {
      if (cost >= 0) return { actual: cost, limit: null, rule: id }
      const gap = gapOf(compiled, consignment, index)
      return { actual: null, limit: null, rule: id, ...(gap && { gap }) }
    }
  }
}
