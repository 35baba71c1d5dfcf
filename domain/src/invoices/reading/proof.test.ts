import { expect, test } from 'vitest'
import { ProofTally } from './proof.ts'

test('a row that is off its total without tax and its total with tax is one wrong row', () => {
  const tally = new ProofTally()
  tally.checkOwnTotal('Net', 2, { stated: 79_000, billed: 9_500 })
  tally.checkOwnTotal('Gross', 2, { stated: 106_200, billed: 27_200 })
  tally.checkOwnTotal('Net', 3, { stated: 9_500, billed: 9_500 })
  tally.checkOwnTotal('Gross', 4, { stated: 106_200, billed: 27_200 })
  expect(tally.proof().ownTotals).toMatchObject({ checked: 4, wrong: 2 })
})
