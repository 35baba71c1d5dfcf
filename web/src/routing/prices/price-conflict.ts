import type { ShownField, ShownFields } from '../../kit/form/conflict.ts'
import type { CostingValues, PriceValues, RowValues, CostingName } from './price-shape.ts'

const CHARGE_TITLES = {
  fromParcel: 'from parcel',
  baseCost: 'base cost',
  incrementalCost: 'incremental cost',
  incrementStart: 'increment start',
  increment: 'increment',
} as const
type ChargeField = keyof typeof CHARGE_TITLES
const CHARGE_FIELDS = Object.keys(CHARGE_TITLES) as ChargeField[]

/** The prices for people, by field; a matrix is one field. */
export function shownPrices(values: PriceValues): ShownFields {
  const { pricingMethod, chargedFor, form, hasSecondary } = values
  return {
    pricingMethod: { title: 'Pricing method', text: pricingMethod },
    chargedFor: {
      title: 'Prices are',
      text: chargedFor === 'parcel' ? 'For each parcel' : 'For the consignment',
    },
    form: { title: 'Form', text: form === 'matrix' ? 'Matrix' : 'Single' },
    ...costingFields('primaryCosting', 'Primary', values.primaryCosting, values),
    hasSecondary: { title: 'Secondary costing', text: hasSecondary ? 'Yes' : 'None' },
    ...(hasSecondary && costingFields('secondaryCosting', 'Secondary', values.secondaryCosting, values)),
  }
}

function costingFields(which: CostingName, name: string, costing: CostingValues, { form }: PriceValues): ShownFields {
  const fields = form === 'matrix' ? (['fromParcel'] as const) : CHARGE_FIELDS
  const shown = fields.map((field): [string, ShownField] => [
    `${which}.${field}`,
    { title: `${name}: ${CHARGE_TITLES[field]}`, text: costing[field] },
  ])
  if (form === 'matrix')
    shown.push([
      `${which}.costingMatrix`,
      { title: `${name}: rows`, text: costing.costingMatrix.map(rowText).join('; ') },
    ])
  return Object.fromEntries(shown)
}

function rowText({ from, to, baseCost, incrementalCost, incrementStart, increment, ...when }: RowValues): string {
  const { effectiveFrom, betweenFrom, betweenTo } = when
  return [
    `${from} to ${to || 'any'}: ${baseCost}`,
    Number(increment) > 0 && `+ ${incrementalCost} each ${increment} beyond ${incrementStart}`,
    effectiveFrom && `from ${effectiveFrom}`,
    betweenFrom && `${betweenFrom} to ${betweenTo}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Merges the user's values with another user's for some fields, and takes the other's version. */
export function mergedPrices(mine: PriceValues, theirs: PriceValues, fromTheirs: ReadonlySet<string>): PriceValues {
  const merged = (which: CostingName): CostingValues => {
    const taken = Object.entries(theirs[which]).filter(([field]) => fromTheirs.has(`${which}.${field}`))
    return { ...mine[which], ...Object.fromEntries(taken) }
  }
  const either = <Field extends keyof PriceValues>(field: Field) => (fromTheirs.has(field) ? theirs : mine)[field]
  // Fields of the other kind of form come with it.
  const isOtherForm = fromTheirs.has('form') && mine.form !== theirs.form
  return {
    version: theirs.version,
    pricingMethod: either('pricingMethod'),
    chargedFor: either('chargedFor'),
    form: either('form'),
    hasSecondary: either('hasSecondary'),
    primaryCosting: isOtherForm ? theirs.primaryCosting : merged('primaryCosting'),
    secondaryCosting: isOtherForm ? theirs.secondaryCosting : merged('secondaryCosting'),
    holdsFrom: mine.holdsFrom,
  }
}
