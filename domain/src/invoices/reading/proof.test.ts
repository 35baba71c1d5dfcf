import { expect, test } from 'vitest'
import { ProofTally } from './proof.ts'

test('a row that differs from its totals with and without tax is one wrong row', () => {
  const tally = new ProofTally()
  tally.checkOwnTotal('Net', 2, { stated: 79_000, billed: 9_500 })
  tally.checkOwnTotal('Gross', 2, { stated: 106_200, billed: 27_200 })
  tally.checkOwnTotal('Net', 3, { stated: 9_500, billed: 9_500 })
  tally.checkOwnTotal('Gross', 4, { stated: 106_200, billed: 27_200 })
  expect(tally.proof().ownTotals).toMatchObject({ checked: 4, wrong: 2 })
})

test.for<[what: string, untaxed: number, stated: number, tax: number, verdict: string]>([
  ['the invoice’s own fee, whose tax no row states', 50_000, 28_000, 28_000, 'adds up'],
  ['the same fee credited', -50_000, 8_000, 8_000, 'adds up'],
  ['no charges of its own', 0, 28_000, 18_000, 'does not add up'],
  ['a fee below its tax', 9_000, 28_000, 18_000, 'does not add up'],
])('the tax of a document with %s', ([, untaxed, stated, tax, verdict]) => {
  const tally = new ProofTally()
  tally.addTax(18_000)
  tally.untaxed = untaxed
  tally.state('tax', stated, 1)
  expect(tally.proof()).toMatchObject({ tax, verdict })
})
