import { type Consignment, type HandChoice, holdKey } from '../consignment.ts'
import { type Constraint, mayBeOverruled } from '../constraints.ts'
import { isLimit, measured } from '../measures.ts'

/** What of a consignment a constraint looks at: of a limit how much, otherwise what it is. Millimetres, cm³, parcels, grams. */
export type OverruledValue = number | string

/** What is overruled of a consignment where some constraints are: a choice by hand holds for no more than that. */
export function boundsOf(
  consignment: Consignment,
  overruled: readonly Constraint[],
): Partial<Record<Constraint, OverruledValue>> {
  return Object.fromEntries(overruled.map((constraint) => [constraint, valueOf(consignment, constraint)]))
}

/**
 * The constraints that a choice by hand overrules of a consignment: of a limit, as long as it is passed by no more than was
 * overruled; of anything else, as long as it is what it was then. Choices from before bounds were kept have none.
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
      return consignment.despatchDay
    case 'fixedRouting':
      return holdKey(consignment.heldTo)
    // A carrier is active or not, and the others are never overruled.
    case 'carrierActive':
    case 'capacity':
    case 'price':
      return ''
  }
}
