import { expect, test } from 'vitest'
import { byParcel, consignment, despatched, span } from '../../testing/judging-samples.ts'
import { serves } from './find-method.ts'

test.each([
  [['GB'], [], true],
  [['JE'], [], true],
  [['GB'], ['JE'], true],
  [['GB'], ['AB'], false],
  [['FR'], [], false],
])('a method of the countries %j and regions %j goes to Jersey, as it is written: %s', (countries, regions, goes) => {
  const { method } = span('M', 'RM', byParcel(3, 1))
  const served = { ...method, countries, regions }
  for (const [country, region] of [
    ['GB', 'JE'],
    ['JE', 'JE'],
    ['JE', null],
  ] as const)
    expect(serves(served, { ...consignment([despatched('T1')]), country, region })).toBe(goes)
})
