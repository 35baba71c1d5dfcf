import { describe, expect, test } from 'vitest'
import { firstOf, known, numbered } from '../../testing/invoice-files.ts'
import { guessLayout } from '../column-mapping/guess/guess-layout.ts'
import type { Layout } from '../column-mapping/layout.ts'
import { findAmountDoubts } from './amount-doubts.ts'

const NUMBERS = ['15507209466611', '15506651910401', '15501099566166']
/** A file whose rows have these amounts after the number of their parcel. */
const fileOf = (names: string, amounts: readonly string[]) =>
  numbered([
    ['Invoice', 'Parcel', ...names.split(';')],
    ...amounts.map((row, index) => ['F-1', NUMBERS[index] ?? '', ...row.split(';')]),
  ])

/** The doubts if these columns are read as charges, and this one as tax. */
function doubtsOf(names: string, amounts: readonly string[], { charges, tax }: { charges: string; tax?: string }) {
  const rows = fileOf(names, amounts)
  const layout: Layout = {
    code: 'mapped',
    version: 1,
    carrier: 'Merlin',
    title: 'Merlin, mapped here',
    row: 'parcel',
    header: rows[0]?.cells ?? [],
    fields: {
      invoiceNumber: { names: ['Invoice'] },
      trackingNumber: { names: ['Parcel'] },
      ...(tax !== undefined && { rowTax: { names: [tax] } }),
    },
    charges: charges
      .split(';')
      .map((name) => ({ column: { names: [name] }, code: name, text: name, category: 'base' })),
    amounts: { decimal: '.' },
    dates: 'day-first',
    currency: 'GBP',
  }
  return findAmountDoubts(known(rows, [layout]), firstOf(rows))
}

describe('amounts that are read twice are reported', () => {
  test.each<[string, string, string[], { charges: string; tax?: string }, RegExp]>([
    [
      'a total beside the columns that it sums up',
      'Freight;Fuel;Total',
      ['5.00;0.50;5.50', '6.00;0.60;6.60'],
      { charges: 'Freight;Fuel;Total' },
      /‘Total’ holds the money of ‘Freight’ and ‘Fuel’ in each row/,
    ],
    [
      'a total beside some of them',
      'Freight;Fuel;Carriage;Remote',
      ['5.00;0.50;5.50;2.00', '6.00;0.60;6.60;0.00'],
      { charges: 'Freight;Fuel;Carriage;Remote' },
      /‘Carriage’ holds the money of ‘Freight’ and ‘Fuel’/,
    ],
    [
      'gross beside net and tax',
      'Net;VAT;Gross',
      ['5.00;1.00;6.00', '6.00;1.20;7.20'],
      { charges: 'Net;Gross', tax: 'VAT' },
      /‘Gross’ holds the money of ‘Net’ and ‘VAT’/,
    ],
    [
      'gross beside net, if the tax is not read',
      'Net;VAT;Gross',
      ['5.00;1.00;6.00', '6.00;1.20;7.20'],
      { charges: 'Net;Gross' },
      /‘Gross’ holds the money of ‘Net’ and ‘VAT’/,
    ],
    [
      'gross beside net, without a column of tax',
      'Net;Gross',
      ['5.00;6.00', '6.13;7.36', '8.21;9.85'],
      { charges: 'Net;Gross' },
      /‘Gross’ holds the money of ‘Net’/,
    ],
    [
      'gross beside its own tax',
      'Net;VAT;Gross',
      ['5.00;1.00;6.00', '6.00;1.20;7.20'],
      { charges: 'Gross', tax: 'VAT' },
      /‘Gross’ holds the money of ‘VAT’ and ‘Net’/,
    ],
    [
      'the same amount under two names',
      'Amount;Total',
      ['5.00;5.00', '5.00;5.00'],
      { charges: 'Amount;Total' },
      /‘Total’ holds the money of ‘Amount’/,
    ],
    [
      'a net amount beside its list price and discount',
      'List;Discount;Net charge',
      ['5.00;-1.00;4.00', '6.00;-1.50;4.50'],
      { charges: 'List;Discount;Net charge' },
      /‘Net charge’ holds the money of ‘List’ and ‘Discount’/,
    ],
  ])('%s', (_what, names, amounts, read, text) => {
    expect(doubtsOf(names, amounts, read)).toEqual([expect.stringMatching(text)])
  })
})

test('a total in the row that the charges do not add up to is reported', () => {
  const [doubt] = doubtsOf('Freight;Fuel;Total', ['5.00;0.50;5.50', '6.00;0.60;6.60'], { charges: 'Freight' })
  expect(doubt).toBe(
    'On line 2 the charges total 5.00, but Total says 5.50. A charge column may be missing or doubled.',
  )
})

test.each<[string, string, string[], { charges: string; tax?: string }]>([
  [
    'charges beside their total',
    'Freight;Fuel;Total',
    ['5.00;0.50;5.50', '6.00;0.60;6.60'],
    { charges: 'Freight;Fuel' },
  ],
  ['charges, tax and gross', 'Net;VAT;Gross', ['5.00;1.00;6.00', '6.00;1.20;7.20'], { charges: 'Net', tax: 'VAT' }],
  [
    'fees that are equal by chance',
    'Freight;Fuel;Toll',
    ['5.00;0.50;0.50', '6.00;0.50;0.50'],
    { charges: 'Freight;Fuel;Toll' },
  ],
  ['a total of the invoice in each row', 'Freight;Total', ['5.00;11.00', '6.00;11.00'], { charges: 'Freight' }],
])('reports nothing for %s', (_what, names, amounts, read) => {
  expect(doubtsOf(names, amounts, read)).toEqual([])
})

describe('the guess reads no amount twice', () => {
  test.each<[string, string, string[], string[]]>([
    ['a total with tax', 'Delivery charge;VAT;Total cost', ['5.00;1.00;6.00', '6.00;1.20;7.20'], ['Delivery charge']],
    ['a total of one charge', 'Delivery charge;Total cost', ['5.00;5.00', '6.00;6.00'], ['Delivery charge']],
    [
      'a total of some charges',
      'Freight charge;Fuel surcharge;Carriage cost;Remote area surcharge',
      ['5.00;0.50;5.50;2.00', '6.00;0.60;6.60;0.00', '7.00;0.70;7.70;0.00'],
      ['Freight charge', 'Fuel surcharge', 'Remote area surcharge'],
    ],
    [
      'surcharges of the same percentage stay',
      'Freight charge;Fuel surcharge;Peak surcharge',
      ['5.00;0.50;0.50', '6.00;0.60;0.60', '7.00;0.70;0.70'],
      ['Freight charge', 'Fuel surcharge', 'Peak surcharge'],
    ],
    ['gross and net prices', 'Price net;Price gross', ['5.00;6.00', '6.13;7.36', '8.21;9.85'], ['Price net']],
    ['a price with tax', 'Price;Price incl. VAT', ['5.00;6.00', '6.13;7.36', '8.21;9.85'], ['Price']],
  ])('%s', (_what, names, amounts, charges) => {
    const { layout } = guessLayout(firstOf(fileOf(names, amounts)), { headerRow: 0, carrier: 'Merlin' })
    expect(layout.charges?.map(({ text }) => text)).toEqual(charges)
    // No amount with tax is taken for the tax.
    expect(layout.fields.rowTax ?? null).toEqual(names.includes(';VAT;') ? { names: ['VAT'] } : null)
  })
})
