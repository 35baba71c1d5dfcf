import { expect, test } from 'vitest'
import { methodProblems } from './method-problems.ts'

const known = { isCountry: (code: string) => ['GB', 'IE'].includes(code), regions: new Set(['AB', 'SW']) }

test.each<[countries: string[], regions: string[], expected: [path: string, message: RegExp][]]>([
  [[], [], []],
  [[], ['AB'], []],
  [['GB', 'IE'], ['AB', 'SW'], []],
  [['XX'], [], [['countries', /^There is no country XX$/]]],
  [['GB', 'XX', 'YY'], [], [['countries', /^There are no countries XX, YY$/]]],
  [['GB'], ['ZZ'], [['regions', /^There is no region ZZ$/]]],
  [['IE'], ['AB'], [['regions', /^Regions need GB/]]],
])('%j with regions %j', (countries, regions, expected) => {
  const found = methodProblems({ countries, regions }, known)
  expect(found.map(({ path }) => path)).toEqual(expected.map(([path]) => path))
  for (const [index, [, words]] of expected.entries()) expect(found[index]?.message).toMatch(words)
})
