import type { Pricing } from '../costing/costing.ts'

/**
 * The prices with an id for each row of a matrix that has none: C1, C2 and so on, beyond every number that the method has
 * had in the prices before, so that no id ever comes to mean another row.
 */
export function withChargeIds(pricing: Pricing, before: Pricing): Pricing {
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
