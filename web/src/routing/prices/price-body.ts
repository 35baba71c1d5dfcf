import type { amendedMatrix, amendedSingle } from '@despatch/contract/routing/prices/prices'
import { isBand, type Pricing } from '@despatch/domain/routing/prices/costing'
import { matrixRow, singleCosting } from '@despatch/contract/routing/prices/costing'
import { NO_CHARGE, pricingOf, type WrittenPricing } from '@despatch/domain/routing/prices/written-pricing'
import type { z } from 'zod'
import { typedDay } from '../../kit/form/typed/typed-day.ts'
import type { CostingValues, PriceValues, RowValues } from './price-shape.ts'
import { type PriceReader, priceReader } from './typed-price.ts'

/**
 * Parses a price into a decimal string: '£1,000.50 ' becomes '1000.50'. Invalid text is sent as typed, to be refused.
 */
function plain(read: PriceReader, field: 'baseCost' | 'incrementalCost', text: string): string {
  const typed = read(field, text)
  return 'plain' in typed ? typed.plain : text
}
type Quantity = 'fromParcel' | 'from' | 'to' | 'incrementStart' | 'increment'
/** Parses a number; NaN, which every shape refuses, if invalid. */
function figure(read: PriceReader, field: Quantity, text: string): number {
  const typed = read(field, text)
  return 'plain' in typed && typed.plain !== '' ? Number(typed.plain) : Number.NaN
}
/** Parses a number, 0 if the field is empty. */
const figureOrZero = (read: PriceReader, field: Quantity, text: string) =>
  text.trim() === '' ? 0 : figure(read, field, text)
/** Parses a day; invalid text is sent as typed, to be refused. */
const day = (text: string) => typedDay(text) ?? text.trim()

function charge(
  read: PriceReader,
  { baseCost, incrementalCost, incrementStart, increment }: Omit<CostingValues, 'fromParcel' | 'costingMatrix'>,
) {
  return {
    baseCost: plain(read, 'baseCost', baseCost),
    incrementalCost: plain(read, 'incrementalCost', incrementalCost) || '0.00',
    incrementStart: figureOrZero(read, 'incrementStart', incrementStart),
    increment: figureOrZero(read, 'increment', increment),
  }
}

function row(read: PriceReader, { chargeID, from, to, effectiveFrom, betweenFrom, betweenTo, ...cost }: RowValues) {
  const isBetween = betweenFrom.trim() !== '' || betweenTo.trim() !== ''
  return {
    chargeID,
    from: figure(read, 'from', from),
    to: to.trim() === '' ? null : figure(read, 'to', to),
    ...charge(read, cost),
    effectiveFrom: effectiveFrom.trim() === '' ? null : day(effectiveFrom),
    effectiveBetween: isBetween ? { from: day(betweenFrom), to: day(betweenTo) } : null,
  }
}

const heldFrom = (text: string) => (text.trim() === '' ? {} : { holdsFrom: day(text) })

/** The fields that the review of the changes adds. */
type ReviewField = 'note' | 'acknowledged'

/** The body of the single form, in the client's currency. With the pricing method None there are no costings. */
export function singleBody(values: PriceValues, currency: string): Omit<z.infer<typeof amendedSingle>, ReviewField> {
  const { version, pricingMethod, chargedFor, primaryCosting, hasSecondary, secondaryCosting, holdsFrom } = values
  const read = priceReader(currency, pricingMethod)
  const costing = ({ fromParcel, costingMatrix: _rows, ...cost }: CostingValues) => ({
    fromParcel: figure(read, 'fromParcel', fromParcel),
    ...charge(read, cost),
  })
  const isPriced = pricingMethod !== 'None'
  return {
    version,
    pricingMethod,
    chargedFor,
    primaryCosting: isPriced ? costing(primaryCosting) : null,
    secondaryCosting: isPriced && hasSecondary ? costing(secondaryCosting) : null,
    ...heldFrom(holdsFrom),
  }
}

/** The body of the matrix form, in the client's currency. */
export function matrixBody(values: PriceValues, currency: string): Omit<z.infer<typeof amendedMatrix>, ReviewField> {
  const { version, pricingMethod, chargedFor, primaryCosting, hasSecondary, secondaryCosting, holdsFrom } = values
  const read = priceReader(currency, pricingMethod)
  const costing = ({ fromParcel, costingMatrix }: CostingValues) => ({
    fromParcel: figure(read, 'fromParcel', fromParcel),
    costingMatrix: costingMatrix.map((one) => row(read, one)),
  })
  return {
    version,
    pricingMethod,
    chargedFor,
    primaryCosting: costing(primaryCosting),
    secondaryCosting: hasSecondary ? costing(secondaryCosting) : null,
    ...heldFrom(holdsFrom),
  }
}

/** The valid bands of a matrix, with their rows. */
export function readableBands(rows: readonly RowValues[], read: PriceReader) {
  return rows.flatMap((values, index) => {
    const { from, to, effectiveFrom, effectiveBetween } = row(read, values)
    const isReadable = from >= 0 && isBand(from, to)
    return isReadable ? [{ index, from, to, effectiveFrom, effectiveBetween }] : []
  })
}

/** The positions of the valid rows in the form (from 0). */
export type ReadableRows = { readonly primary: readonly number[]; readonly secondary: readonly number[] }

/** The prices for the engine from the valid fields, and the rows they come from. undefined if nothing is valid. */
export function readablePricing(
  values: PriceValues,
  currency: string,
): { pricing: Pricing; rows: ReadableRows } | undefined {
  const { pricingMethod, chargedFor, form } = values
  const written = form === 'matrix' ? matrixBody(values, currency) : singleBody(values, currency)
  const rowsOf = (costing: typeof written.primaryCosting) =>
    costing && 'costingMatrix' in costing
      ? costing.costingMatrix.flatMap((one, index) => (matrixRow.safeParse(one).success ? [index] : []))
      : []
  const readCosting = (costing: typeof written.primaryCosting): WrittenPricing['primaryCosting'] => {
    if (!costing || !singleCosting.shape.fromParcel.safeParse(costing.fromParcel).success) return null
    if ('costingMatrix' in costing) {
      const readable = new Set(rowsOf(costing))
      const rows = costing.costingMatrix.filter((_, index) => readable.has(index))
      return rows.length > 0 ? { fromParcel: costing.fromParcel, ...NO_CHARGE, costingMatrix: rows } : null
    }
    return singleCosting.safeParse(costing).success ? { ...costing, costingMatrix: [] } : null
  }
  const primaryCosting = readCosting(written.primaryCosting)
  if (pricingMethod === 'None' || !primaryCosting) return undefined
  return {
    pricing: pricingOf({
      pricingMethod,
      chargedFor,
      primaryCosting,
      secondaryCosting: readCosting(written.secondaryCosting),
    }),
    rows: { primary: rowsOf(written.primaryCosting), secondary: rowsOf(written.secondaryCosting) },
  }
}
