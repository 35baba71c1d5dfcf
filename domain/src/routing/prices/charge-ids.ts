import type { Costing, MatrixRow, Pricing } from './costing.ts'

/**
 * Gives each matrix row without an id a new one: C1, C2 and so on, above all numbers of the previous prices, so that an
 * id never gets a new meaning. If no row has an id and all rows are unchanged, they keep their previous ids, so that
 * sending the same rows again changes nothing.
 */
export function withChargeIds(pricing: Pricing, before: Pricing): Pricing {
  if (
    isAsWas(pricing.primaryCosting, before.primaryCosting) &&
    isAsWas(pricing.secondaryCosting, before.secondaryCosting)
  )
    return named(pricing, before)
  const costings = [before, pricing].flatMap(({ primaryCosting, secondaryCosting }) => [
    primaryCosting,
    secondaryCosting,
  ])
  const numbers = costings.flatMap((costing) =>
    (costing?.costingMatrix ?? []).map(({ chargeID }) => Number(/^C(\d{1,9})$/.exec(chargeID)?.[1] ?? 0)),
  )
  let last = numbers.reduce((most, number) => Math.max(most, number), 0)
  const filled = (costing: Pricing['primaryCosting']) =>
    costing && {
      ...costing,
      costingMatrix: costing.costingMatrix.map((row) => (row.chargeID ? row : { ...row, chargeID: `C${++last}` })),
    }
  return {
    ...pricing,
    primaryCosting: filled(pricing.primaryCosting),
    secondaryCosting: filled(pricing.secondaryCosting),
  }
}

/** Whether the rows of a costing equal the previous ones but have no ids. */
function isAsWas(costing: Costing | null, before: Costing | null): boolean {
  const [rows, was] = [costing?.costingMatrix ?? [], before?.costingMatrix ?? []]
  return rows.length === was.length && rows.every((row, index) => row.chargeID === '' && isAlike(row, was[index]))
}

/** The prices with the previous rows and their ids. */
function named(pricing: Pricing, before: Pricing): Pricing {
  const of = (costing: Costing | null, was: Costing | null) =>
    costing && { ...costing, costingMatrix: was?.costingMatrix ?? [] }
  return {
    ...pricing,
    primaryCosting: of(pricing.primaryCosting, before.primaryCosting),
    secondaryCosting: of(pricing.secondaryCosting, before.secondaryCosting),
  }
}

/** Whether two rows are equal apart from their ids. */
function isAlike(row: MatrixRow, other: MatrixRow | undefined): boolean {
  const [between, beside] = [row.effectiveBetween, other?.effectiveBetween]
  return (
    row.from === other?.from &&
    row.to === other.to &&
    row.baseCost === other.baseCost &&
    row.incrementalCost === other.incrementalCost &&
    row.incrementStart === other.incrementStart &&
    row.increment === other.increment &&
    row.effectiveFrom === other.effectiveFrom &&
    between?.from === beside?.from &&
    between?.to === beside?.to
  )
}
