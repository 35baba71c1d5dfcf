import { readTypedCount, readTypedFigure, readTypedMoney, type TypedNumber } from '@despatch/domain/money/typed-number'
import { type PricingMethod, unitLabel } from '@despatch/domain/routing/prices/costing'
import type { CostingValues, RowValues } from './price-shape.ts'

/** Prices have more decimals than payments. */
export const PRICE_DECIMALS = 4
/** Kilograms, to the gram. */
export const KG_DECIMALS = 3

type NumberFieldName = Exclude<
  keyof CostingValues | keyof RowValues,
  'costingMatrix' | 'chargeID' | 'effectiveFrom' | 'betweenFrom' | 'betweenTo'
>
/** Parses a typed price field. */
export type PriceReader = (field: NumberFieldName, text: string) => TypedNumber

export const isCost = (field: string): field is 'baseCost' | 'incrementalCost' =>
  field === 'baseCost' || field === 'incrementalCost'

/** Costs are in the client's currency, quantities in the unit of the pricing method; a first parcel is a count. */
export const priceReader =
  (currency: string, method: PricingMethod): PriceReader =>
  (field, text) => {
    if (isCost(field)) return readTypedMoney(text, currency, PRICE_DECIMALS)
    const isWeight = field !== 'fromParcel' && unitLabel(method) === 'KG'
    return isWeight ? readTypedFigure(text, KG_DECIMALS) : readTypedCount(text)
  }
