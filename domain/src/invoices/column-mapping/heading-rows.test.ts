import { expect, test } from 'vitest'
import { firstOf, known, numbered, readAll, recognition } from '../../testing/invoice-files.ts'
import { checkLayout } from './check-layout.ts'
import { guessLayout } from './guess/guess-layout.ts'
import { isCompleted } from './heading-rows.ts'

const HEADINGS = [
  ['Invoice', '', 'Shipment', '', '', 'Parcel', 'Charges', '', ''],
  ['Number', 'Date', 'Number', 'Date', 'Weight (kg)', 'Tracking', 'Freight', 'Fuel', 'Net total'],
]
const FIGURES = [
  ['F1', '31/03/2026', 'S1', '05/03/2026', '2.5', '1550123456789A', '8.10', '1.20', '9.30'],
  ['F1', '31/03/2026', 'S2', '06/03/2026', '1.5', '1550123456790B', '6.10', '0.90', '7.00'],
]
const FIELDS = [
  'invoiceNumber',
  'invoiceDay',
  'consignmentNumber',
  'shipmentDay',
  'billedWeight',
  'trackingNumber',
  'charge',
  'charge',
  'rowNet',
]

test.each([
  ['on top', []],
  ['below a title', [['Invoice of Evri Ltd'], []]],
])('headings in two rows %s are joined, and the file is recognised again', (_where, before) => {
  const file = numbered([...before, ...HEADINGS, ...FIGURES])
  const found = recognition(file)
  if (found.isKnown) throw new Error('The file is taken for another')
  expect(found.headerRow).toBe(before.length + 1)
  const { columns, layout } = guessLayout(firstOf(file), { headerRow: found.headerRow, carrier: 'Evri' })
  expect(columns.map(({ name }) => name)).toEqual([
    'Invoice Number',
    'Invoice Date',
    'Shipment Number',
    'Shipment Date',
    'Weight (kg)',
    'Tracking',
    'Freight',
    'Fuel',
    'Net total',
  ])
  expect(columns.map(({ field }) => field)).toEqual(FIELDS)
  expect(layout.preamble).toBeUndefined()
  expect(checkLayout(layout)).toEqual([])
  const { details, invoices, refused } = readAll(file, { file: known(file, [layout]) })
  expect(refused).toEqual([])
  expect(details.map(({ detail }) => [detail.shipmentDay, detail.parcels[0]?.trackingNumber])).toEqual([
    ['2026-03-05', '1550123456789A'],
    ['2026-03-06', '1550123456790B'],
  ])
  expect(invoices[0]?.proof.ownTotals).toMatchObject({ wrong: 0 })
})

const [above = [], header = []] = HEADINGS
const [figures = []] = FIGURES
test.each([
  ['a label and its value', ['Customer', 'Acme'], header, figures],
  ['a label with a colon', ['Customer:', '', 'Acme', '', 'Account:', 'Main'], header, figures],
  ['a title', ['Invoice of Evri Ltd'], header, figures],
  ['a row with figures', ['Invoice', '', 'F1'], header, figures],
  [
    'a row with a name of its own',
    ['Invoice', '', 'Shipment', '', '', 'Parcel'],
    ['Number', 'Date', 'Date', 'Weight', 'Net'],
    figures,
  ],
  ['a header above units', above, ['', '', '', '', 'kg', '', 'GBP', '', ''], figures],
  ['a header above words', above, header, ['Leeds', 'York']],
  ['a header above nothing', above, header, undefined],
])('%s is not a row of headings', (_what, first, second, third) => {
  expect(isCompleted({ cells: first }, { cells: second }, third && { cells: third })).toBe(false)
})
