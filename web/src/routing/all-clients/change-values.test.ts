import { expect, test } from 'vitest'
import { changeOf, newChange } from './change-values.ts'

test.each([
  ['NumberOfParcels', '2,000', 2000],
  ['NumberOfParcels', '2.000', undefined],
  ['ParcelWeight', '2.5', 2.5],
  ['ParcelWeight', '2,500', undefined],
] as const)('a limit for all clients, %s of ‘%s’: %s', (type, text, most) => {
  const values = newChange('limits')
  const { change } = changeOf({ ...values, limits: { ...values.limits, [type]: text } })
  expect(change).toEqual(most && { change: 'limits', limits: { [type]: most } })
})
