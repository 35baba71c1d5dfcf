import { type Consignment, type HandChoice, holdKey } from '../consignment.ts'
import { type Constraint, mayBeOverruled } from '../constraints.ts'
import { isLimit, measured } from '../measures.ts'

/** The value that a constraint checks: an amount for limits (mm, cm³, parcels, grams), otherwise a code. */
export type OverruledValue = number | string

/** The values that a choice by hand overrules now; the choice applies only within these bounds. */
export function boundsOf(
  consignment: Consignment,
  overruled: readonly Constraint[],
): Partial<Record<Constraint, OverruledValue>> {
  return Object.fromEntries(overruled.map((constraint) => [constraint, valueOf(consignment, constraint)]))
}

/**
 * The constraints that a choice by hand overrules for a consignment: limits up to the overruled amount, other
 * constraints only for the same value. Older choices have no bounds.
 */
export function overruledOf({ overruled, bounds = {} }: HandChoice, consignment: Consignment): Constraint[] {
  return overruled.filter((constraint) => {
    const [bound, value] = [bounds[constraint], valueOf(consignment, constraint)]
    if (!mayBeOverruled(constraint)) return false
    if (bound === undefined || bound === value) return true
    return typeof bound === 'number' && typeof value === 'number' && value < bound
  })
}

function valueOf(consignment: Consignment, constraint: Constraint): OverruledValue {
  if (isLimit(constraint)) return measured(consignment, constraint)
  switch (constraint) {
    case 'service':
      return consignment.service
    case 'country':
      return consignment.country
    case 'region':
      return consignment.region ?? ''
    case 'activeDates':
    case 'cutOff':
      return consignment.despatchDay
    case 'fixedRouting':
      return holdKey(consignment.heldTo)
    // A carrier is active or not, and the others cannot be overruled.
    case 'carrierActive':
    case 'stopped':
    case 'capacity':
    case 'price':
      return ''
  }
}
