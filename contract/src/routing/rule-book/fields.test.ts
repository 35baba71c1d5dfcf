import { expect, test } from 'vitest'
import { chosenCarrier, cost } from './fields.ts'

const problemsOf = (text: unknown) =>
  cost('Base cost')
    .safeParse(text)
    .error?.issues.map(({ message }) => message) ?? []
const AMOUNT = 'An amount looks like 12.50, without a sign or currency'

test.each([
  ['0', []],
  ['4.5', []],
  ['0.0001', []],
  ['1000000.00', []],
  ['1000000.0001', ['Base cost is at most 1,000,000.00']],
  ['9999999999', ['Base cost is at most 1,000,000.00']],
  // More digits than any amount: not a number, and it must not throw.
  ['999999999999', [AMOUNT]],
  ['1.23456', [AMOUNT]],
  ['-1', [AMOUNT]],
  ['1e3', [AMOUNT]],
  ['£4', [AMOUNT]],
  ['', ['Enter a base cost']],
  [4.5, ['An amount is a text like 12.50']],
])('a cost of %j', (text, problems) => {
  expect(problemsOf(text)).toEqual(problems)
})

test.each([
  ['EVRI_48', []],
  ['', ['Choose a carrier']],
  ['Evri 48', ['A carrier code is 1 to 20 letters, digits, _ and -']],
])('a chosen carrier of %j', (text, problems) => {
  expect(chosenCarrier.safeParse(text).error?.issues.map(({ message }) => message) ?? []).toEqual(problems)
})
