import { rulePlace } from '../served-places.ts'
import type { PriceGap } from '../prices/compile-pricing.ts'
import type { Cost } from '../prices/costing.ts'
import type { Decision } from './allocate.ts'
import { capacityOn, type CompiledBook, usedOn } from '../rule-book/compile-book.ts'
import { type CostParts, sumOfParts } from '../terms/cost-parts.ts'
import { partsOfCost } from '../terms/candidate-cost.ts'
import { type Change, changesToAdmit, gapOf } from './changes.ts'
import type { Consignment, Usage } from './consignment.ts'
import { BIT, CONSTRAINTS, type Constraint } from './constraints.ts'
import { clockCutOff, minuteText, readyText } from '../cut-offs/cut-off.ts'
import { stopOf } from '../carrier-stops/carrier-stop.ts'
import { isLimit, measured } from './measures.ts'
import type { Method } from '../rule-book/rule-book.ts'

/** The result of one constraint for one candidate. */
export type Verdict = {
  readonly constraint: Constraint
  readonly isMet: boolean
  /** Millimetres, cubic centimetres, parcels or grams; days and codes are strings. */
  readonly actual: number | string | null
  readonly limit: number | string | readonly string[] | null
  /** The id of the method, carrier or fixed route that sets the limit; '' if none does. */
  readonly rule: string
  /** For a missing price: the quantity that the current bands do not cover. */
  readonly gap?: PriceGap | undefined
}

export type Candidate = {
  readonly clientMethodID: string
  readonly carrier: string
  readonly carrierService: string
  readonly methodDescription: string
  readonly transitDays: number
  readonly isEligible: boolean
  /** The whole cost, in ten-thousandths of the currency's main unit; null without a price. */
  readonly cost: Cost | null
  /** What the whole cost consists of; missing if it is the price alone. */
  readonly costParts?: CostParts | undefined
  /** 1 for the best candidate; null for ineligible ones. */
  readonly rank: number | null
  readonly verdicts: readonly Verdict[]
  /** The changes that together would make it eligible. */
  readonly changes: readonly Change[]
}

/** A decision with its reasons: every candidate with every constraint, rank and nearest changes. */
export type Explanation = {
  readonly ruleBookVersion: number
  readonly chosen: string | null
  readonly candidates: readonly Candidate[]
}

/**
 * Explains a decision from its inputs. Candidates are sorted by rank; ineligible ones follow by number of failed
 * constraints.
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
  // Methods are in the order that breaks ties, and sorting is stable.
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
      const costParts = partsOfCost(compiled, consignment, index)
      const whole = costParts ? sumOfParts(costParts) : cost(index)
      return {
        clientMethodID: method.clientMethodID,
        carrier: method.carrier,
        carrierService: method.carrierService,
        methodDescription: method.methodDescription,
        transitDays: method.transitDays,
        isEligible: rank > 0,
        cost: whole < 0 ? null : whole,
        ...(costParts && { costParts }),
        rank: rank || null,
        verdicts: CONSTRAINTS.map((constraint) => ({
          constraint,
          isMet: (failing(index) & BIT[constraint]) === 0,
          ...verdictDetails(
            compiled,
            consignment,
            usage,
            { method, index, cost: costParts?.price ?? whole },
            constraint,
          ),
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

type VerdictDetails = Pick<Verdict, 'actual' | 'limit' | 'rule' | 'gap'>

function cutOffDetails({ clock, despatchDay }: Consignment, method: Method): VerdictDetails {
  const minute = clockCutOff(clock, method, despatchDay)?.minute ?? null
  if (!clock || minute === null) return { actual: null, limit: null, rule: '' }
  return { actual: readyText(clock), limit: minuteText(minute), rule: method.carrier }
}

function verdictDetails(
  compiled: CompiledBook,
  consignment: Consignment,
  usage: Usage,
  { method, index, cost }: { method: Method; index: number; cost: Cost },
  constraint: Constraint,
): VerdictDetails {
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
    case 'stopped': {
      const stop = stopOf(consignment.stops, method, despatchDay)
      return { actual: despatchDay, limit: stop ? `${stop.from}/${stop.to ?? ''}` : null, rule: method.carrier }
    }
    case 'cutOff':
      return cutOffDetails(consignment, method)
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
