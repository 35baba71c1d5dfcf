import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LAYOUT_SAMPLES, type LayoutSample } from '../../testing/layout-samples.ts'
import {
  DPD_UK_PREAMBLE,
  dpdEnglishRow,
  dpdGermanRow,
  dpdUkRow,
  fedexRow,
  ROYAL_MAIL_FIRST_HEADER,
  royalMailRow,
  UPS_ROWS,
  upsRow,
} from '../../testing/carrier-rows.ts'
import { known, numbered, readAll, recognition } from '../../testing/invoice-files.ts'
import { columnsOf, isNeeded } from '../reading/read-plan.ts'
import { DPD_ENGLISH, DPD_GERMAN } from './dpd-mainland.ts'
import { DPD_UK } from './dpd-uk.ts'
import { FEDEX_UK } from './fedex-uk.ts'
import type { Layout } from './layout.ts'
import { ROYAL_MAIL } from './royal-mail.ts'

const SAMPLES: LayoutSample[] = [
  ...LAYOUT_SAMPLES,
  { layout: DPD_GERMAN, before: [], rows: [dpdGermanRow({})] },
  { layout: ROYAL_MAIL, before: [ROYAL_MAIL_FIRST_HEADER], rows: [royalMailRow({})] },
]

const headerOf = ({ header }: Layout): string[] => [...(header ?? [])]

/** The events without what depends on the positions of columns. */
const essence = (rows: ReturnType<typeof numbered>): unknown => {
  const { details, invoices, refused } = readAll(rows)
  return { details, invoices: invoices.map(({ billed, proof }) => ({ billed, proof })), refused }
}

describe.each(SAMPLES)('$layout.code', ({ layout, before, rows }) => {
  const header = headerOf(layout)
  const plain = numbered([...before, header, ...rows])

  test('reads the same with columns in another order', () => {
    const order = fc.shuffledSubarray([...header.keys()], { minLength: header.length })
    fc.assert(
      fc.property(order, (places) => {
        // Columns with the same name keep their order.
        const kept = keepOrderOfRepeated(header, places)
        const moved = (row: readonly string[]) => kept.map((place) => row[place] ?? '')
        expect(essence(numbered([...before, moved(header), ...rows.map(moved)]))).toEqual(essence(plain))
      }),
      { numRuns: 10 },
    )
  })

  test('reads the same with a further column, and names it', () => {
    fc.assert(
      fc.property(fc.nat(header.length), (place) => {
        const wider = (row: readonly string[], cell: string) => row.toSpliced(place, 0, cell)
        const file = numbered([...before, wider(header, 'Brand new column'), ...rows.map((row) => wider(row, '7'))])
        const found = recognition(file)
        expect(found.isKnown && found.further).toEqual(['Brand new column'])
        expect(essence(file)).toEqual(essence(plain))
      }),
      { numRuns: 10 },
    )
  })

  test('is recognised with other case and blanks in its names', () => {
    const written = header.map((name) => ` ${name.toUpperCase().replaceAll(' ', '  ')} `)
    expect(known(numbered([...before, written, ...rows])).layout.code).toBe(layout.code)
  })

  test('is not recognised if a column that it reads is renamed, and names that column', () => {
    const names = [
      ...new Set(
        columnsOf(layout).flatMap((column) => ('names' in column && isNeeded(column) ? [column.names[0] ?? ''] : [])),
      ),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        const renamed = header.map((one) => (one === name ? `${one} (new)` : one))
        const found = recognition(numbered([...before, renamed, ...rows]), [layout])
        expect(found.isKnown).toBe(false)
        if (found.isKnown) return
        expect(found.nearest?.layout.code).toBe(layout.code)
        expect(found.nearest?.differs.join('; ')).toContain(name)
      }),
      { numRuns: 20 },
    )
  })

  test('is not recognised if cells are shifted against the header', () => {
    const found = recognition(numbered([...before, header, ...rows.map((row) => ['x', ...row.slice(0, -1)])]), [layout])
    expect(found.isKnown).toBe(false)
    expect(!found.isKnown && found.nearest?.differs.join()).toMatch(/shifted/)
  })
})

function keepOrderOfRepeated(header: readonly string[], places: readonly number[]): number[] {
  const byName = new Map<string, number[]>()
  for (const place of places.toSorted((one, other) => one - other)) {
    const name = header[place] ?? ''
    byName.set(name, [...(byName.get(name) ?? []), place])
  }
  return places.map((place) => byName.get(header[place] ?? '')?.shift() ?? place)
}

test('weights in a column of pieces show that columns were swapped', () => {
  const found = recognition(
    numbered([...DPD_UK_PREAMBLE, headerOf(DPD_UK), dpdUkRow({ Weight: '1', Items: '11.27' })]),
    [DPD_UK],
  )
  expect(!found.isKnown && found.nearest?.differs).toEqual(['Items holds no whole numbers. The columns may be shifted'])
})

test.each([
  ['NXTDAY', false],
  ['Tracked 24', false],
  ['DPD 12:00', false],
  ['3000000001', true],
  ['SO 1234', true],
  ['A1', true],
  ['n/a', true],
  ['', true],
])('%j in the column of consignments: is the file recognised? %s', (Consignment, isKnown) => {
  const found = recognition(
    numbered([...DPD_UK_PREAMBLE, headerOf(DPD_UK), dpdUkRow({ Consignment, 'Service Description': '3000000001' })]),
    [DPD_UK],
  )
  expect(found.isKnown).toBe(isKnown)
  if (!found.isKnown)
    expect(found.nearest?.differs).toEqual(['Consignment holds no consignment numbers. The columns may be shifted'])
})

describe('UPS without a header', () => {
  test('accepts a further column at the end, but not within', () => {
    expect(known(numbered(UPS_ROWS.map((row) => [...row, '']))).layout.code).toBe('ups-without-header')
    for (const place of [3, 20, 40, 50, 60, 75]) {
      const found = recognition(numbered(UPS_ROWS.map((row) => row.toSpliced(place, 0, 'x'))))
      expect(found.isKnown, `a column at ${place}`).toBe(false)
      expect(!found.isKnown && found.nearest?.layout.code).toBe('ups-without-header')
    }
  })

  test('a similar file with other charge classes is not recognised', () => {
    const rows = UPS_ROWS.map(() => upsRow({ 'Charge Classification Code': '01', 'Net Amount': '1.00' }))
    expect(recognition(numbered(rows)).isKnown).toBe(false)
  })
})

test('a file with a repeated name that is read is not recognised', () => {
  const header = [...headerOf(DPD_ENGLISH), 'Base price']
  const found = recognition(numbered([header, [...dpdEnglishRow({}), '9.00']]))
  expect(!found.isKnown && found.nearest?.differs).toEqual(['The column Base price is there more than once'])
})

test('FedEx with fewer charge columns is recognised', () => {
  const width = headerOf(FEDEX_UK).length - 80
  const { invoices } = readAll(numbered([headerOf(FEDEX_UK).slice(0, width), fedexRow({}).slice(0, width)]))
  expect(invoices[0]?.proof.verdict).toBe('adds up')
})

test('a decimal comma is detected if the layout leaves it open', () => {
  const rows = [
    dpdEnglishRow({
      'Base price': '8,62',
      'Energy surcharge': '0,35',
      'Toll surcharge': '0,11',
      'Total other surcharges': '0,72',
      'Total amount': '9,80',
    }),
  ]
  const file = numbered([headerOf(DPD_ENGLISH), ...rows])
  expect(known(file).decimal).toBe(',')
  expect(readAll(file).invoices[0]?.proof.net).toBe(98_000)
})

test('an unknown file has no nearest layout, and its header is found below a preamble', () => {
  const found = recognition(
    numbered([
      ['GLS Italy'],
      ['Estratto', '03/2026'],
      ['Numero fattura', 'Data', 'Lettera di vettura', 'Importo'],
      ['F1', '31/03/2026', 'IT1', '8,10'],
    ]),
  )
  expect(found).toEqual({ isKnown: false, headerRow: 2, nearest: null })
})

test('an empty file is not recognised', () => {
  expect(recognition([])).toEqual({ isKnown: false, headerRow: null, nearest: null })
})
