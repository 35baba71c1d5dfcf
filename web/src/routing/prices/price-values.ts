import type { Price } from '@despatch/contract/routing/prices/prices'
import { amendedMatrix, amendedSingle } from '@despatch/contract/routing/prices/prices'
import type { Costing } from '@despatch/contract/routing/prices/costing'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { pricingProblems } from '@despatch/domain/routing/prices/pricing-problems'
import { NO_CHARGE } from '@despatch/domain/routing/prices/written-pricing'
import { matrixBody, singleBody } from './price-body.ts'
import { type CostingValues, priceShape, type PriceValues, type RowValues } from './price-shape.ts'

/** What is typed in the forms of a method's prices, single and matrix, in a currency. It is checked as the body that is sent. */
export const priceValuesIn = (currency: string) =>
  priceShape.superRefine((values, context) => {
    for (const { path, message } of problemsOf(values, currency)) context.addIssue({ code: 'custom', path, message })
  })
type Problem = { readonly path: (string | number)[]; readonly message: string }

/** What the contract and the rules say of the body that would be sent. */
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

/** Whether the matrix is what is saved. 'None' has no prices of either kind. */
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

/** The prices of a method, as the forms show them. */
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
