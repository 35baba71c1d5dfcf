/** The constraints of every candidate, in the order of an explanation. domain.md, Allocation 3 and 4. */
export const CONSTRAINTS = [
  'service',
  'country',
  'region',
  'carrierActive',
  'activeDates',
  'stopped',
  'cutOff',
  'Length',
  'Volume',
  'NumberOfParcels',
  'ParcelWeight',
  'ConsignmentWeight',
  'capacity',
  'fixedRouting',
  'price',
] as const
export type Constraint = (typeof CONSTRAINTS)[number]

/** Each constraint's bit in the mask of failed constraints. */
export const BIT = Object.fromEntries(CONSTRAINTS.map((name, index) => [name, 1 << index])) as Readonly<
  Record<Constraint, number>
>

/**
 * Nobody may overrule these: a stopped carrier collects nothing, a day's capacity is fixed, and without a price an invoice
 * cannot be checked.
 */
const NEVER_OVERRULED: readonly Constraint[] = ['stopped', 'capacity', 'price']
export const mayBeOverruled = (constraint: Constraint) => !NEVER_OVERRULED.includes(constraint)

export const maskOf = (constraints: readonly Constraint[]) => constraints.reduce((mask, name) => mask | BIT[name], 0)

export function constraintsOf(mask: number): Constraint[] {
  return CONSTRAINTS.filter((name) => (mask & BIT[name]) !== 0)
}
