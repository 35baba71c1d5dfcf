import { describe, expect, test } from 'vitest'
import { firstOf, known, numbered, readAll } from '../../testing/invoice-files.ts'
import { checkLayout } from '../column-mapping/check-layout.ts'
import { guessLayout } from '../column-mapping/guess/guess-layout.ts'
import type { Layout } from '../column-mapping/layout.ts'

const HEADER = ['Account', 'Statement date', 'Label number', 'Mailing date', 'Postage']
const NUMBERS = ['9205590100000000000011', '9205590100000000000028', '9205590100000000000035']
const named = (name: string) => ({ names: [name] })
const LAYOUT: Layout = {
  code: 'own-usps',
  version: 1,
  carrier: 'USPS',
  title: 'USPS, mapped here',
  row: 'parcel',
  isNumberedByDays: true,
  header: HEADER,
  fields: {
    account: named('Account'),
    trackingNumber: named('Label number'),
    shipmentDay: named('Mailing date'),
  },
  charges: [{ column: named('Postage'), code: 'POSTAGE', text: 'Postage', category: 'base' }],
  amounts: { decimal: '.' },
  dates: 'year-first',
  currency: 'USD',
}
const byStatement = { ...LAYOUT, fields: { ...LAYOUT.fields, invoiceDay: named('Statement date') } }

/** Rows with these days: of the statement, and of shipment. */
function read(days: readonly (readonly [string, string])[], layout = LAYOUT) {
  const rows = numbered([
    HEADER,
    ...days.map(([statement, shipped], index) => ['77', statement, NUMBERS[index] ?? '', shipped, '4.50']),
  ])
  const { invoices, refused } = readAll(rows, { file: known(rows, [layout]) })
  return { numbers: invoices.map(({ billed }) => billed.number), refused: refused.map(({ row }) => row.reason) }
}

describe('a file without an invoice number', () => {
  test.each<[string, (readonly [string, string])[], Layout, string[]]>([
    [
      'is identified by its days of shipment',
      [
        ['', '2026-06-03'],
        ['', '2026-06-01'],
        ['', '2026-06-07'],
      ],
      LAYOUT,
      ['2026-06-01 to 2026-06-07'],
    ],
    [
      'is identified by its only day of shipment',
      [
        ['', '2026-06-03'],
        ['', '2026-06-03'],
      ],
      LAYOUT,
      ['2026-06-03'],
    ],
    [
      'is an invoice for each invoice date',
      [
        ['2026-06-30', '2026-06-03'],
        ['2026-06-30', '2026-06-04'],
        ['2026-05-31', '2026-05-04'],
      ],
      byStatement,
      ['2026-06-30', '2026-05-31'],
    ],
  ])('%s', (_what, days, layout, numbers) => {
    expect(read(days, layout)).toEqual({ numbers, refused: [] })
  })

  test('refuses rows that have no date either', () => {
    expect(
      read([
        ['', '2026-06-03'],
        ['', ''],
      ]),
    ).toEqual({
      numbers: ['2026-06-03'],
      refused: ['The row has no date to identify its invoice'],
    })
  })

  test('can be mapped only if the user says so and a date identifies the invoice', () => {
    expect(checkLayout(LAYOUT)).toEqual([])
    const { isNumberedByDays: _none, ...unsaid } = LAYOUT
    expect(checkLayout(unsaid)).toEqual([
      expect.stringMatching(/^Choose the invoice number’s column.*No invoice number in the file/),
    ])
    const { shipmentDay: _day, ...fields } = LAYOUT.fields
    expect(checkLayout({ ...LAYOUT, fields })).toEqual([expect.stringContaining('It identifies the invoice')])
  })
})

describe("numbers that differ in most rows are not the invoice's", () => {
  const guessOf = (text: string, headerRow: number) =>
    guessLayout(firstOf(numbered(text.split('\n').map((line) => line.split(';')))), { headerRow, carrier: 'Merlin' })
  const rows = `1001;15507209466611;5.16
1002;15506651910401;5.16
1003;15501099566166;5.68
1003;15501099566167;0.50`

  test.each(['Document number', 'Bill number', 'Inv No', 'Invoice item'])('in a column named ‘%s’', (name) => {
    const { columns } = guessOf(`${name};Tracking number;Charge\n${rows}`, 0)
    expect(columns.map(({ field }) => field)).not.toContain('invoiceNumber')
  })

  test('in a column named ‘Invoice number’, if one is above all rows', () => {
    const { layout } = guessOf(`Invoice number:;M-77;\n\nInvoice number;Tracking number;Charge\n${rows}`, 2)
    expect(layout.fields.invoiceNumber).toBeUndefined()
    expect(layout.preamble).toEqual([{ label: 'Invoice number', field: 'invoiceNumber' }])
    expect(layout.references).toEqual([{ names: ['Invoice number'] }])
  })

  test('but they are in a file of many invoices with that name', () => {
    const { layout } = guessOf(`Invoice number;Tracking number;Charge\n${rows}`, 0)
    expect(layout.fields.invoiceNumber).toEqual({ names: ['Invoice number'] })
  })
})
