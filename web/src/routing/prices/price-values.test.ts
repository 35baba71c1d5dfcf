import type { Price } from '@despatch/contract/routing/prices/prices'
import { pricingOf } from '@despatch/domain/routing/prices/written-pricing'
import { describe, expect, test } from 'vitest'
import { conflictsOf } from '../../kit/form/conflict.ts'
import { matrixBody, readableBands, readablePricing, singleBody } from './price-body.ts'
import { mergedPrices, shownPrices } from './price-conflict.ts'
import type { PriceValues } from './price-shape.ts'
import { BLANK_ROW, priceValuesIn, valuesOf } from './price-values.ts'
import { priceReader } from './typed-price.ts'

const charge = { baseCost: '4.50', incrementalCost: '0.25', incrementStart: 1, increment: 0.5 }
const single = {
  version: 3,
  pricingMethod: 'By Weight Matrix',
  chargedFor: 'consignment',
  primaryCosting: { fromParcel: 1, ...charge, costingMatrix: [] },
  secondaryCosting: null,
} as unknown as Price
const band = { chargeID: 'a', from: 0, to: 5, ...charge, effectiveFrom: '2026-01-05', effectiveBetween: null }
const matrix = {
  ...single,
  primaryCosting: {
    ...single.primaryCosting,
    costingMatrix: [
      band,
      {
        ...band,
        chargeID: 'b',
        from: 5,
        to: null,
        effectiveFrom: null,
        effectiveBetween: { from: '2026-12-01', to: '2026-12-24' },
      },
    ],
  },
} as Price
const withRow = (given: Partial<typeof BLANK_ROW>): PriceValues => {
  const values = valuesOf(matrix)
  const [first = BLANK_ROW] = values.primaryCosting.costingMatrix
  return { ...values, primaryCosting: { ...values.primaryCosting, costingMatrix: [{ ...first, ...given }] } }
}
const wrong = (values: PriceValues) => {
  const checked = priceValuesIn('GBP').safeParse(values)
  return checked.success
    ? {}
    : Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

test('an invalid value is left out of the chart', () => {
  const costOf = (baseCost: string) => ({
    ...valuesOf(single),
    primaryCosting: { ...valuesOf(single).primaryCosting, baseCost },
  })
  expect(['-4', '1000000.01', '4.12345'].map((text) => readablePricing(costOf(text), 'GBP'))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(readablePricing(costOf('6.005'), 'GBP')?.pricing.primaryCosting?.baseCost).toBe(60_050)
  const values = valuesOf(matrix)
  const [first = BLANK_ROW, second = BLANK_ROW] = values.primaryCosting.costingMatrix
  const typed = { ...values.primaryCosting, costingMatrix: [{ ...first, baseCost: '-4' }, second] }
  expect(readablePricing({ ...values, primaryCosting: typed }, 'GBP')?.rows.primary).toEqual([1])
})

describe('loaded values are sent unchanged', () => {
  test('single', () => {
    const { pricingMethod, chargedFor, secondaryCosting, version } = single
    expect(singleBody(valuesOf(single), 'GBP')).toEqual({
      pricingMethod,
      chargedFor,
      secondaryCosting,
      version,
      primaryCosting: { fromParcel: 1, ...charge },
    })
  })
  test('matrix', () => {
    expect(matrixBody(valuesOf(matrix), 'GBP').primaryCosting).toEqual({
      fromParcel: 1,
      costingMatrix: matrix.primaryCosting?.costingMatrix,
    })
  })
  test('the first day, if given', () => {
    for (const body of [singleBody, matrixBody]) {
      expect(body(valuesOf(matrix), 'GBP')).not.toHaveProperty('holdsFrom')
      expect(body({ ...valuesOf(matrix), holdsFrom: '1 Nov 2026' }, 'GBP').holdsFrom).toBe('2026-11-01')
    }
    expect(wrong({ ...valuesOf(single), holdsFrom: 'soon' })).toHaveProperty('holdsFrom')
  })
  test('None has no costings', () => {
    expect(singleBody({ ...valuesOf(single), pricingMethod: 'None', hasSecondary: true }, 'GBP')).toMatchObject({
      primaryCosting: null,
      secondaryCosting: null,
    })
  })
})

test('spreadsheet numbers and typed days are accepted; optional empty fields are zero', () => {
  const values = withRow({ baseCost: '£1,250.50', incrementalCost: '', increment: ' ', effectiveFrom: '6/1/26' })
  expect(matrixBody(values, 'GBP').primaryCosting.costingMatrix[0]).toMatchObject({
    baseCost: '1250.50',
    incrementalCost: '0.00',
    increment: 0,
    effectiveFrom: '2026-01-06',
  })
})

test.each<[string, Price['pricingMethod'], Partial<typeof BLANK_ROW>, object]>([
  [
    'EUR',
    'By Weight Matrix',
    { baseCost: '€4.50', incrementalCost: 'EUR 0.125' },
    { baseCost: '4.50', incrementalCost: '0.125' },
  ],
  ['EUR', 'By Weight Matrix', { baseCost: '£4.50' }, { baseCost: '£4.50' }],
  ['JPY', 'By Weight Matrix', { baseCost: '450.00' }, { baseCost: '450.00' }],
  ['KWD', 'By Weight Matrix', { baseCost: '1,250' }, { baseCost: '1,250' }],
  ['GBP', 'By Weight Matrix', { from: '2,500' }, { from: Number.NaN }],
  ['GBP', 'By Weight Matrix', { from: '2.500', to: '£5' }, { from: 2.5, to: Number.NaN }],
  ['GBP', 'By Parcel', { from: '2.000', to: '2,000' }, { from: Number.NaN, to: 2000 }],
  ['GBP', 'By Parcel', { incrementStart: '1.5', increment: '1' }, { incrementStart: Number.NaN, increment: 1 }],
])('in %s, %s, a row of %j is sent as %j', (currency, pricingMethod, given, sent) => {
  const values = { ...withRow(given), pricingMethod }
  expect(matrixBody(values, currency).primaryCosting.costingMatrix[0]).toMatchObject(sent)
})

test.each(['2.000', '1.5'])('%s is not a valid first parcel', (fromParcel) => {
  const values = valuesOf(single)
  const body = singleBody({ ...values, primaryCosting: { ...values.primaryCosting, fromParcel } }, 'GBP')
  expect(body.primaryCosting?.fromParcel).toBeNaN()
})

test.each<[Partial<typeof BLANK_ROW>, Record<string, string>]>([
  [{ from: 'x' }, { 'primaryCosting.costingMatrix.0.from': 'From is not a number: write one, like 12' }],
  [{ to: '0' }, { 'primaryCosting.costingMatrix.0.to': 'To is not less than from, and more than 0' }],
  [{ from: '3', to: '2' }, { 'primaryCosting.costingMatrix.0.to': 'To is not less than from, and more than 0' }],
  [{ from: '3', to: '3' }, {}],
  [{ baseCost: '' }, { 'primaryCosting.costingMatrix.0.baseCost': 'Enter a base cost' }],
  [{ effectiveFrom: 'soon' }, { 'primaryCosting.costingMatrix.0.effectiveFrom': 'A date looks like 2026-01-05' }],
  [
    { effectiveFrom: '', betweenFrom: '5 Jan 2026', betweenTo: '4 Jan 2026' },
    { 'primaryCosting.costingMatrix.0.effectiveBetween.to': 'The end date is before the start date' },
  ],
  [{}, {}],
])('a row with %j: %j', (given, problems) => expect(wrong(withRow(given))).toEqual(problems))

test('pricing problems are shown at their cells', () => {
  const { primaryCosting, ...values } = withRow({ effectiveFrom: '5 Jan 1926' })
  expect(Object.keys(wrong({ ...values, primaryCosting: { ...primaryCosting, fromParcel: '2' } }))).toEqual([
    'primaryCosting.fromParcel',
    'primaryCosting.costingMatrix.0.effectiveFrom',
  ])
})

test('invalid rows are left out of the chart', () => {
  const values = valuesOf(matrix)
  const { costingMatrix: rows } = values.primaryCosting
  const half = {
    ...values,
    primaryCosting: { ...values.primaryCosting, costingMatrix: [{ ...BLANK_ROW, from: '9' }, ...rows] },
  }
  expect(readablePricing(half, 'GBP')?.pricing.primaryCosting?.costingMatrix.map(({ chargeID }) => chargeID)).toEqual([
    'a',
    'b',
  ])
  // Rows keep their position in the form.
  expect(readablePricing(half, 'GBP')?.rows).toEqual({ primary: [1, 2], secondary: [] })
  expect(
    readableBands(half.primaryCosting.costingMatrix, priceReader('GBP', 'By Weight Matrix')).map(({ index }) => index),
  ).toEqual([0, 1, 2])
  expect(readablePricing(valuesOf(single), 'GBP')?.pricing).toEqual(pricingOf(single))
  const { primaryCosting } = valuesOf(single)
  expect(
    readablePricing({ ...valuesOf(single), primaryCosting: { ...primaryCosting, baseCost: '' } }, 'GBP'),
  ).toBeUndefined()
})

describe('two editors', () => {
  const base = valuesOf(single)
  const mine = { ...base, primaryCosting: { ...base.primaryCosting, baseCost: '5.00' } }
  const theirs = { ...base, version: 4, primaryCosting: { ...base.primaryCosting, baseCost: '6.00', increment: '2' } }
  test('field by field', () => {
    const fields = conflictsOf({ base: shownPrices(base), mine: shownPrices(mine), theirs: shownPrices(theirs) })
    expect(fields.map(({ title, isBoth }) => [title, isBoth])).toEqual([
      ['Primary: base cost', true],
      ['Primary: increment', false],
    ])
    expect(mergedPrices(mine, theirs, new Set(['primaryCosting.increment']))).toMatchObject({
      version: 4,
      primaryCosting: { baseCost: '5.00', increment: '2' },
    })
  })
  test('taking the other form includes its rows', () => {
    const merged = mergedPrices(mine, { ...valuesOf(matrix), version: 4 }, new Set(['form']))
    expect(merged).toMatchObject({ form: 'matrix', primaryCosting: { costingMatrix: [{ from: '0' }, { from: '5' }] } })
  })
})
