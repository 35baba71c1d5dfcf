import { dayProblems } from '../active-dates/active-dates.ts'
import { bandProblems } from './band-problems.ts'
import type { WrittenPricing } from './written-pricing.ts'

type Problem = { readonly path: string; readonly message: string }
type CostingField = 'primaryCosting' | 'secondaryCosting'
type Costing = NonNullable<WrittenPricing[CostingField]>

/**
 * Finds the problems of a method's prices by field: unexpected or missing costings (specification 9: 'Pricing methods
 * seen: By Weight Matrix, None'), a first parcel without a costing, fractions of parcels, overlapping bands,
 * implausible days and repeated charge ids. Gaps between bands are allowed here; the check of the rule book reports
 * them.
 */
export function pricingProblems(pricing: WrittenPricing): Problem[] {
  const { pricingMethod, primaryCosting, secondaryCosting } = pricing
  if (pricingMethod === 'None') {
    const message = 'Pricing method None has no costings. Choose another method, or remove the costing'
    return (['primaryCosting', 'secondaryCosting'] as const).flatMap((path) =>
      pricing[path] ? [{ path, message }] : [],
    )
  }
  if (!primaryCosting) return [{ path: 'primaryCosting', message: `Pricing ${pricingMethod} needs a primary costing` }]
  return [
    ...(primaryCosting.fromParcel > 1
      ? [
          {
            path: 'primaryCosting.fromParcel',
            message: 'The primary costing must start at parcel 1',
          },
        ]
      : []),
    ...ofCosting('primaryCosting', primaryCosting, pricing),
    ...(secondaryCosting ? ofCosting('secondaryCosting', secondaryCosting, pricing) : []),
    ...repeatedIds(pricing),
  ]
}

function ofCosting(costingField: CostingField, costing: Costing, { pricingMethod }: WrittenPricing): Problem[] {
  const rows = costing.costingMatrix
  const isWhole = pricingMethod === 'By Parcel'
  return [
    ...(isWhole ? fractions(costingField, costing) : []),
    ...rows.flatMap((row, index) => daysOf(`${costingField}.costingMatrix.${index}`, row)),
    ...rows.flatMap((row, index) => (isWhole ? fractions(`${costingField}.costingMatrix.${index}`, row) : [])),
    ...bandProblems(rows).map(({ row, field, message }) => ({
      path: `${costingField}.costingMatrix.${row}.${field}`,
      message,
    })),
  ]
}

/** Reports implausible days. */
function daysOf(
  path: string,
  { effectiveFrom: from, effectiveBetween: between }: Costing['costingMatrix'][number],
): Problem[] {
  return [
    ...(from === null ? [] : dayProblems(from, `${path}.effectiveFrom`)),
    ...(between
      ? [
          ...dayProblems(between.from, `${path}.effectiveBetween.from`),
          ...dayProblems(between.to, `${path}.effectiveBetween.to`),
        ]
      : []),
  ]
}

const QUANTITIES = { from: 'From', to: 'To', incrementStart: 'Increment start', increment: 'Increment' } as const

function fractions(path: string, of: { readonly [Field in keyof typeof QUANTITIES]?: number | null }): Problem[] {
  return Object.entries(QUANTITIES).flatMap(([field, name]) =>
    Number.isInteger(of[field as keyof typeof QUANTITIES] ?? 0)
      ? []
      : [{ path: `${path}.${field}`, message: `${name} is in whole parcels` }],
  )
}

/** Reports charge ids that occur twice in a method. */
function repeatedIds(pricing: WrittenPricing): Problem[] {
  const seen = new Set<string>()
  return (['primaryCosting', 'secondaryCosting'] as const).flatMap((costingField) =>
    (pricing[costingField]?.costingMatrix ?? []).flatMap(({ chargeID }, index) => {
      const isRepeated = chargeID !== '' && seen.has(chargeID)
      seen.add(chargeID)
      return isRepeated
        ? [
            {
              path: `${costingField}.costingMatrix.${index}.chargeID`,
              message: `Another row has charge ID ${chargeID}. Leave it empty to get a new one`,
            },
          ]
        : []
    }),
  )
}
