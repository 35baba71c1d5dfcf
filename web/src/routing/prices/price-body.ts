import type { amendedMatrix, amendedSingle } from '@despatch/contract/routing/prices/prices'
import { isBand, type Pricing } from '@despatch/domain/routing/prices/costing'
import { matrixRow, singleCosting } from '@despatch/contract/routing/prices/costing'
import { NO_CHARGE, pricingOf, type WrittenPricing } from '@despatch/domain/routing/prices/written-pricing'
import type { z } from 'zod'
import { typedDay } from '../../kit/form/typed/typed-day.ts'
import type { CostingValues, PriceValues, RowValues } from './price-shape.ts'
import { type PriceReader, priceReader } from './typed-price.ts'

/** A price as a decimal text: '£1,000.50 ' is '1000.50'. What cannot be read is sent as it is, to be refused. */
function plain(read: PriceReader, field: 'baseCost' | 'incrementalCost', text: string): string {
  const typed = read(field, text)
  return 'plain' in typed ? typed.plain : text
}
type Quantity = 'fromParcel' | 'from' | 'to' | 'incrementStart' | 'increment'
/** The number of a text; NaN, which no shape takes, where it is none. */
function figure(read: PriceReader, field: Quantity, text: string): number {
  const typed = read(field, text)
  return 'plain' in typed && typed.plain !== '' ? Number(typed.plain) : Number.NaN
}
/** The same of a field that may be left empty: then it is zero. */
const figureOrZero = (read: PriceReader, field: Quantity, text: string) =>
  text.trim() === '' ? 0 : figure(read, field, text)
/** What cannot be read as a day is sent as it is, to be refused in the shape's words. */
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

/** What is said of prices beside them, once what they change was looked at. */
type Looked = 'note' | 'acknowledged'

/** What the single form sends, of a client of that currency. With the pricing method None there are no costings. */
export function singleBody(values: PriceValues, currency: string): Omit<z.infer<typeof amendedSingle>, Looked> {
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

/** What the matrix form sends, of a client of that currency. */
export function matrixBody(values: PriceValues, currency: string): Omit<z.infer<typeof amendedMatrix>, Looked> {
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

/** The bands of a matrix as far as they can be read, each with its row. */
export function readableBands(rows: readonly RowValues[], read: PriceReader) {
  return rows.flatMap((values, index) => {
    const { from, to, effectiveFrom, effectiveBetween } = row(read, values)
    const isReadable = from >= 0 && isBand(from, to)
    return isReadable ? [{ index, from, to, effectiveFrom, effectiveBetween }] : []
  })
}

/** At which places of the form (from 0) the rows stand that can be read. */
export type ReadableRows = { readonly primary: readonly number[]; readonly secondary: readonly number[] }

/**
 * What the engine would reckon with, as far as the contract takes what is typed, and which rows that are: those that a field
 * refuses are left out. Undefined where nothing can be read.
 */
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
