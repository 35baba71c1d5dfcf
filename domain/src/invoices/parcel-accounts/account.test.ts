import { expect, test } from 'vitest'
import type { ChargeCategory } from '../invoice.ts'
import type { EarlierCharge } from '../reconciliation/facts.ts'
import { billedOf } from './account.ts'

type Billed = readonly (readonly [category: ChargeCategory, pence: number])[]

const PENNY = 100
const DUE = new Map<ChargeCategory, number>([['base', 1350 * PENNY]])

/** Charges of as many invoices, one after the other. */
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
    name: 'a credit takes from its own category',
    billed: [
      ['peak', 400],
      ['peak', -40],
    ],
    is: { peak: 360 },
  },
  {
    name: 'what it gives beyond its own category it takes from what others billed too much',
    billed: [
      ['base', -1350],
      ['peak', 400],
    ],
    is: { peak: 0, base: -950 },
  },
  {
    name: 'a credit of the category itself goes before one of another',
    billed: [
      ['base', -1350],
      ['peak', 400],
      ['peak', -40],
    ],
    is: { peak: 0, base: -990 },
  },
  {
    name: 'whatever the order in which they came',
    billed: [
      ['peak', -40],
      ['peak', 400],
      ['base', -1350],
    ],
    is: { peak: 0, base: -990 },
  },
  {
    name: 'a credit without a category takes what was billed too much',
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
