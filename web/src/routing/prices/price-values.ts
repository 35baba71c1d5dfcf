import type { Price } from '@despatch/contract/routing/prices/prices'
import { amendedMatrix, amendedSingle } from '@despatch/contract/routing/prices/prices'
import type { Costing } from '@despatch/contract/routing/prices/costing'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { pricingProblems } from '@despatch/domain/routing/prices/pricing-problems'
import { NO_CHARGE } from '@despatch/domain/routing/prices/written-pricing'
import { matrixBody, singleBody } from './price-body.ts'
import { type CostingValues, priceShape, type PriceValues, type RowValues } from './price-shape.ts'

/** The typed values of the single and matrix forms in a currency, validated as the body to send. */
export const priceValuesIn = (currency: string) =>
  priceShape.superRefine((values, context) => {
    for (const { path, message } of problemsOf(values, currency)) context.addIssue({ code: 'custom', path, message })
  })
type Problem = { readonly path: (string | number)[]; readonly message: string }

/** The problems that the contract and the pricing rules find in the body. */
function problemsOf(values: PriceValues, currency: string): Problem[] {
  const isMatrix = isMatrixForm(values)
  const checked = isMatrix
    ? amendedMatrix.safeParse(matrixBody(values, currency))
    : amendedSingle.safeParse(singleBody(values, currency))
  if (!checked.success) return checked.error.issues.map(({ path, message }) => ({ path: path.map(part), message }))
  const { pricingMethod: method, primaryCosting, secondaryCosting } = checked.data
  const written = (one: typeof primaryCosting) => one && { ...NO_CHARGE, costingMatrix: [], ...one }
  return pricingProblems({
    pricingMethod: method,
    primaryCosting: written(primaryCosting),
    secondaryCosting: written(secondaryCosting),
  }).map(({ path, message }) => ({
    path: path.split('.').map((text) => (/^\d+$/.test(text) ? Number(text) : text)),
    message,
  }))
}

const part = (of: PropertyKey) => (typeof of === 'number' ? of : String(of))

/** Whether the form saves a matrix. 'None' has no prices of either kind. */
export const isMatrixForm = ({ form, pricingMethod: method }: PriceValues) => form === 'matrix' && method !== 'None'

export const BLANK_ROW: RowValues = {
  chargeID: '',
  from: '',
  to: '',
  baseCost: '',
  incrementalCost: '',
  incrementStart: '',
  increment: '',
  effectiveFrom: '',
  betweenFrom: '',
  betweenTo: '',
}
const blankCosting = (fromParcel: string): CostingValues => ({
  fromParcel,
  baseCost: '',
  incrementalCost: '0.00',
  incrementStart: '0',
  increment: '0',
  costingMatrix: [],
})

export const PRICE_LABELS = {
  form: 'single or matrix',
  pricingMethod: 'pricing method',
  chargedFor: 'what the prices are for',
  primaryCosting: 'primary costing',
  hasSecondary: 'whether there is a secondary costing',
  secondaryCosting: 'secondary costing',
  holdsFrom: 'first day that they hold for',
} as const

/** A method's prices as form values. */
export function valuesOf(price: Price): PriceValues {
  const { version, pricingMethod: method, chargedFor, primaryCosting, secondaryCosting } = price
  const hasRows = [primaryCosting, secondaryCosting].some((one) => (one?.costingMatrix.length ?? 0) > 0)
  return {
    version,
    form: hasRows ? 'matrix' : 'single',
    pricingMethod: method,
    chargedFor,
    primaryCosting: primaryCosting ? costingValues(primaryCosting) : blankCosting('1'),
    hasSecondary: secondaryCosting !== null,
    secondaryCosting: secondaryCosting ? costingValues(secondaryCosting) : blankCosting('2'),
    holdsFrom: '',
  }
}

function costingValues({ fromParcel, costingMatrix, ...charge }: Costing): CostingValues {
  const hasRows = costingMatrix.length > 0
  return {
    ...(hasRows ? blankCosting('') : chargeValues(charge)),
    fromParcel: String(fromParcel),
    costingMatrix: costingMatrix.map(({ chargeID, from, to, effectiveFrom, effectiveBetween, ...cost }) => ({
      chargeID,
      from: String(from),
      to: to === null ? '' : String(to),
      ...chargeValues(cost),
      effectiveFrom: dayText(effectiveFrom),
      betweenFrom: dayText(effectiveBetween?.from),
      betweenTo: dayText(effectiveBetween?.to),
    })),
  }
}

const chargeValues = ({
  baseCost,
  incrementalCost,
  incrementStart,
  increment,
}: Omit<Costing, 'fromParcel' | 'costingMatrix'>) => ({
  baseCost,
  incrementalCost,
  incrementStart: String(incrementStart),
  increment: String(increment),
})
const dayText = (day: string | null | undefined) => (day ? formatDayShort(day) : '')
