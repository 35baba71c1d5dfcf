import { expect, test } from 'vitest'
import { countryMatches } from './countries.ts'

test.each([
  ['Poland', 'PL'],
  ['pol', 'PL'],
  ['niger', 'NE'],
  ['guinea', 'GN'],
  ['uk', 'GB'],
  ['DE', 'DE'],
  ['kingdom', 'GB'],
  ['nowhere', undefined],
  [' ', undefined],
])('%j matches %j first', (text, code) => {
  expect(countryMatches(text)[0]?.value).toBe(code)
})

test.each([
  ['England', 'United Kingdom'],
  ['UK', 'United Kingdom'],
  ['holland', 'Netherlands'],
  ['Éire', 'Ireland'],
])('%s is found as %s', (typed, label) => expect(countryMatches(typed)[0]?.label).toBe(label))
