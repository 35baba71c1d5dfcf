import { expect, test } from 'vitest'
import { billedDetail, billedParcel, charge } from '../../testing/judging-samples.ts'
import { InvoiceRounding, roundedProof } from './invoice-rounding.ts'
import type { Proof } from './proof.ts'

const linesOf = (amounts: readonly number[], currency: string) => {
  const rounding = new InvoiceRounding(currency)
  return amounts.flatMap((amount) =>
    rounding
      .round(billedDetail([billedParcel('P1', [charge('base', amount)])]))
      .parcels.flatMap(({ charges }) => charges.map(({ net }) => net / 10_000)),
  )
}

test.each([
  ['GBP', [10.005], [10.01]],
  ['GBP', [10.005, 10.005], [10.01, 10]],
  ['GBP', [0.125, 0.125, 0.125, 0.125], [0.13, 0.12, 0.13, 0.12]],
  ['GBP', [3.26, 4.5, -1.24], [3.26, 4.5, -1.24]],
  ['JPY', [100.4, 100.4, 100.4], [100, 101, 100]],
  ['KWD', [1.0005, 1.0005], [1.001, 1]],
  ['', [10.005], [10.005]],
])('lines of an invoice in %s of %j are stored as %j', (currency, amounts, kept) => {
  expect(linesOf(amounts, currency)).toEqual(kept)
})

const proof = (net: number, stated: number): Proof => ({
  verdict: net === stated ? 'adds up' : 'does not add up',
  rowsTaken: 2,
  rowsRefused: 0,
  net,
  tax: null,
  statements: [{ what: 'net', amount: stated, line: 1, rows: 1, difference: net - stated }],
  ownTotals: { checked: 0, wrong: 0, first: [] },
  repeats: [],
})

test.each([
  ['a rounded total', 200_050, 200_100, 'adds up', 0],
  ['a total one penny below', 200_050, 200_000, 'does not add up', 100],
  ['a total with equal precision', 200_050, 200_050, 'adds up', 0],
])('%s', (_what, net, stated, verdict, difference) => {
  const rounded = roundedProof(proof(net, stated), 'GBP')
  expect(rounded.verdict).toBe(verdict)
  expect(rounded.net).toBe(200_100)
  expect(rounded.statements[0]?.difference).toBe(difference)
})
