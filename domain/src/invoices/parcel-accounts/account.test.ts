import { expect, test } from 'vitest'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { EarlierCharge } from '../judging/facts.ts'
import { billedOf } from './account.ts'

type Billed = readonly (readonly [category: ChargeCategory, pence: number])[]

const PENNY = 100
const DUE = new Map<ChargeCategory, number>([['base', 1350 * PENNY]])

/** One charge for each of several invoices, in order. */
const charges = (billed: Billed): EarlierCharge[] =>
  billed.map(([category, pence], index) => ({
    row: `${index} 1`,
    invoiceNumber: `INV-${index}`,
    line: 2,
    code: category,
    text: category,
    category,
    net: pence * PENNY,
    leg: 'outbound',
    shipmentDay: null,
  }))

test.each<{ name: string; billed: Billed; is: Record<string, number> }>([
  {
    name: 'a credit reduces its own category',
    billed: [
      ['peak', 400],
      ['peak', -40],
    ],
    is: { peak: 360 },
  },
  {
    name: 'its surplus reduces what other categories overbilled',
    billed: [
      ['base', -1350],
      ['peak', 400],
    ],
    is: { peak: 0, base: -950 },
  },
  {
    name: 'a credit of the same category comes before others',
    billed: [
      ['base', -1350],
      ['peak', 400],
      ['peak', -40],
    ],
    is: { peak: 0, base: -990 },
  },
  {
    name: 'in any order',
    billed: [
      ['peak', -40],
      ['peak', 400],
      ['base', -1350],
    ],
    is: { peak: 0, base: -990 },
  },
  {
    name: 'a credit without a category reduces overbilled amounts',
    billed: [
      ['base', 1500],
      ['credit', -100],
    ],
    is: { base: 1400 },
  },
])('$name', ({ billed, is }) => {
  const sums = billedOf(charges(billed), null, DUE)
  expect(Object.fromEntries([...sums].map(([category, sum]) => [category, sum / PENNY]))).toEqual(is)
})
