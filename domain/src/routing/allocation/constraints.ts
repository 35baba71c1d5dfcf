/** What every candidate has to meet, in the order in which an explanation lists it. domain.md, Allocation 3 and 4. */
export const CONSTRAINTS = [
  'service',
  'country',
  'region',
  'carrierActive',
  'activeDates',
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

/** The bit of each constraint in the mask of those that a candidate fails. */
export const BIT = Object.fromEntries(CONSTRAINTS.map((name, index) => [name, 1 << index])) as Readonly<
  Record<Constraint, number>
>

/** What nobody may overrule: a day takes no more than its slot, and what has no price cannot be told from its invoice. */
const NEVER_OVERRULED: readonly Constraint[] = ['capacity', 'price']
export const mayBeOverruled = (constraint: Constraint) => !NEVER_OVERRULED.includes(constraint)

/** The bits of some constraints. */
export const maskOf = (constraints: readonly Constraint[]) => constraints.reduce((mask, name) => mask | BIT[name], 0)

/** The constraints of a mask, in their order. */
export function constraintsOf(mask: number): Constraint[] {
  return CONSTRAINTS.filter((name) => (mask & BIT[name]) !== 0)
}
