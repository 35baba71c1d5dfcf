import type { Costing, MatrixRow, Pricing } from './costing.ts'

/**
 * The prices with an id for each row of a matrix that has none: C1, C2 and so on, beyond every number that the method has
 * had in the prices before, so that no id ever comes to mean another row. Where all rows are as
 * they were, and none has an id, they keep those that they had: anyone who sends the same rows again changes nothing.
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

/** Whether the rows of a costing are those from before, all without ids. */
function isAsWas(costing: Costing | null, before: Costing | null): boolean {
  const [rows, was] = [costing?.costingMatrix ?? [], before?.costingMatrix ?? []]
  return rows.length === was.length && rows.every((row, index) => row.chargeID === '' && isAlike(row, was[index]))
}

/** The prices with the rows from before, which are theirs. */
function named(pricing: Pricing, before: Pricing): Pricing {
  const of = (costing: Costing | null, was: Costing | null) =>
    costing && { ...costing, costingMatrix: was?.costingMatrix ?? [] }
  return {
    ...pricing,
    primaryCosting: of(pricing.primaryCosting, before.primaryCosting),
    secondaryCosting: of(pricing.secondaryCosting, before.secondaryCosting),
  }
}

/** Whether two rows say the same, whatever they are called. */
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
