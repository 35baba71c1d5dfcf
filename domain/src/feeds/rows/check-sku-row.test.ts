import { expect, test } from 'vitest'
import { skuRowCheck } from './check-sku-row.ts'

const check = skuRowCheck({
  cellOf: { SKU: 0, weight: 1 },
  values: {},
  leaveOut: [],
  timeZone: 'Europe/London',
  now: new Date('2026-07-10T12:00:00Z'),
})

test.each([
  ['1.25', 1250],
  ['1,25', 1250],
  ['0,350 kg', 350],
  ['1.250', 1250],
  ['1,2500', 1250],
])('a weight of %s is %i g', (weight, grams) =>
  expect(check(['RED', weight], 2)).toMatchObject({ is: 'taken', row: { weight: grams } }),
)

test.each(['1,250', '12,000 g', '1,234,567'])('a weight of %s is refused as ambiguous', (weight) =>
  expect(check(['RED', weight], 2)).toMatchObject({
    is: 'refused',
    field: 'weight',
    reason: expect.stringContaining('may be thousands or decimals'),
  }),
)

test.each(['-1', '1,', '1,2,3', 'heavy'])('a weight of %s is refused', (weight) =>
  expect(check(['RED', weight], 2)).toMatchObject({
    is: 'refused',
    reason: expect.stringContaining('looks like 1.25'),
  }),
)
