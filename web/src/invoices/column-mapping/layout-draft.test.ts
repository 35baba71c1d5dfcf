import { adaptLayout } from '@despatch/domain/invoices/column-mapping/adapt-layout'
import { checkLayout } from '@despatch/domain/invoices/column-mapping/check-layout'
import { columnTitle } from '@despatch/domain/invoices/column-mapping/columns'
import { DHL_EXPRESS } from '@despatch/domain/invoices/column-mapping/dhl-express'
import { DPD_UK } from '@despatch/domain/invoices/column-mapping/dpd-uk'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import { recognise } from '@despatch/domain/invoices/column-mapping/recognise'
import { UPS_WITH_HEADER } from '@despatch/domain/invoices/column-mapping/ups'
import { DHL_ROWS, DPD_UK_PREAMBLE, DPD_UK_ROWS, UPS_ROWS } from '@despatch/domain/testing/carrier-rows'
import { firstOf, known, numbered, readAll } from '@despatch/domain/testing/invoice-files'
import { describe, expect, test } from 'vitest'
import { draftFor, draftLike, type FileRow, guessDraft, meaningOf } from './layout-draft.ts'
import { codeOf, layoutOf } from './layout-of-draft.ts'

const asRows = (cells: readonly (readonly string[])[]): FileRow[] =>
  cells.map((row, index) => ({ line: index + 1, cells: row }))

const NAMED = asRows([
  ['Invoice No', '900123', '', '', ''],
  ['Invoice Date', '01/10/2026', '', '', ''],
  ['Tracking Number', 'Despatch Date', 'Weight (kg)', 'Base Price', 'Fuel Surcharge'],
  ['H0012345678901234', '28/09/2026', '2.5', '4.10', '0.41'],
  ['H0012345678901235', '29/09/2026', '1.0', '3.10', '0.31'],
])

test('an unknown file is guessed with its labels, and recognised by the resulting layout', () => {
  const draft = { ...guessDraft(NAMED, 'Evri'), currency: 'gbp' }
  expect(draft.headerRow).toBe(2)
  expect(draft.fields.invoiceNumber).toEqual({ label: 'Invoice No' })
  expect(draft.fields.trackingNumber).toEqual({ place: 0 })
  expect(draft.charges.map(({ place, category }) => [place, category])).toEqual([
    [3, 'base'],
    [4, 'fuel'],
  ])
  const layout = layoutOf(draft, NAMED)
  expect(checkLayout(layout)).toEqual([])
  expect(layout.currency).toBe('GBP')
  expect(recognise(NAMED, [layout]).isKnown).toBe(true)
})

test("a file without a header is recognised by its columns' shape, and another is not", () => {
  const plain = asRows([
    ['900123', 'H0012345678901234', '4.10'],
    ['900123', 'H0012345678901235', '3.10'],
  ])
  const draft = {
    ...draftFor(plain, null, 'Evri'),
    fields: { invoiceNumber: { place: 0 }, trackingNumber: { place: 1 } },
    row: 'parcel' as const,
    charges: [{ place: 2, text: 'Carriage', category: 'base' as const }],
  }
  const layout = layoutOf(draft, plain)
  expect(recognise(plain, [layout]).isKnown).toBe(true)
  const shifted = asRows([
    ['H0012345678901234', 'not an amount', '900123', '4.10'],
    ['H0012345678901235', 'not an amount', '900123', '3.10'],
  ])
  expect(recognise(shifted, [layout]).isKnown).toBe(false)
})

test('columns with the same name are distinguished by their order', () => {
  const rows = asRows([
    ['Invoice Number', 'Tracking Number', 'Charge', 'Charge'],
    ['900123', 'H0012345678901234', '4.10', '0.41'],
  ])
  const draft = {
    ...draftFor(rows, 0, 'Evri'),
    row: 'parcel' as const,
    charges: [
      { place: 2, text: 'Charge', category: 'base' as const },
      { place: 3, text: 'Charge', category: 'fuel' as const },
    ],
  }
  const { charges = [] } = layoutOf(draft, rows)
  expect(charges.map(({ column, code }) => [column, code])).toEqual([
    [{ names: ['Charge'] }, 'CHARGE'],
    [{ names: ['Charge'], nth: 2 }, 'CHARGE 2'],
  ])
  expect(meaningOf(3, draft)).toBe('Charge: fuel')
})

test('pence, a currency and charges named in rows are guessed and saved', () => {
  const rows = asRows([
    ['Invoice No', 'Parcel Barcode', 'Base (p)', 'Fee Name 1', 'Fee 1 (p)', 'Fee Name 2', 'Fee 2 (p)'],
    ['E-1', 'H0012345678901234', '265', 'Fuel', '21', 'Remote area', '150'],
    ['E-1', 'H0012345678901235', '265', 'Fuel', '21', '', ''],
  ])
  const draft = guessDraft(rows, 'Evri')
  expect(draft.isMinor).toBe(true)
  expect(draft.charges.map(({ place, namedAt }) => [place, namedAt])).toEqual([
    [2, undefined],
    [4, 3],
    [6, 5],
  ])
  expect(meaningOf(3, draft)).toBe('Name of a charge')
  const layout = layoutOf(draft, rows)
  expect(checkLayout(layout)).toEqual([])
  expect(layout.pairs).toEqual([
    { text: { names: ['Fee Name 1'] }, amount: { names: ['Fee 1 (p)'] } },
    { text: { names: ['Fee Name 2'] }, amount: { names: ['Fee 2 (p)'] } },
  ])
  const inPounds = asRows([
    ['Invoice No', 'Parcel Barcode', 'Base price'],
    ['E-1', 'H0012345678901234', '£2.65'],
  ])
  expect(layoutOf(guessDraft(inPounds, 'Evri'), inPounds).currency).toBe('GBP')
})

test.each([
  ['Evri', 'Evri, weekly invoice', 'own-evri-weekly-invoice'],
  ['Poczta Polska', 'Faktura łączna', 'own-poczta-polska-faktura-aczna'],
])('the layout of %s named %s has a code derived from both', (carrier, title, code) => {
  expect(codeOf({ carrier, title })).toBe(code)
})

describe.each([
  { layout: DHL_EXPRESS, before: [], rows: DHL_ROWS },
  { layout: UPS_WITH_HEADER, before: [], rows: UPS_ROWS },
  { layout: DPD_UK, before: DPD_UK_PREAMBLE, rows: DPD_UK_ROWS },
])('a file like $layout.code with a new name for one column', ({ layout, before, rows }) => {
  const header = [...(layout.header ?? [])]
  const title = columnTitle(layout.fields.trackingNumber ?? { names: [] })
  const file = numbered([...before, header.map((name) => (name === title ? 'Barcode' : name)), ...rows])
  const adapted = adaptLayout(layout, firstOf(file))
  if (!adapted) throw new Error('Not adopted')
  const first = asRows(firstOf(file).map(({ cells }) => cells))
  const saved = layoutOf(draftLike(adapted, first), first, adapted.layout)
  const essence = (of: typeof file, by: Layout) => {
    const { details, invoices, refused } = readAll(of, { file: known(of, [by]) })
    return { details, invoices: invoices.map(({ billed, proof }) => ({ billed, net: proof.net })), refused }
  }

  test('is read by the layout adapted from the known one, as is the original', () => {
    expect(checkLayout(saved)).toEqual([])
    const plain = numbered([...before, header, ...rows])
    for (const of of [file, plain]) expect(essence(of, saved)).toEqual(essence(plain, layout))
  })
})

test('returns, credit notes and discounts without a minus are part of the layout', () => {
  const rows = asRows([
    ['Invoice No', 'Document', 'Direction', 'Parcel Barcode', 'Base price', 'Discount', 'Net total'],
    ['E-1', 'Invoice', 'Outbound', 'H0012345678901234', '5.00', '1.00', '4.00'],
    ['E-1', 'Credit note', 'Return', 'H0012345678901235', '3.00', '0.50', '2.50'],
  ])
  const guess = guessDraft(rows, 'Evri')
  expect(guess.legs).toEqual({ Outbound: 'outbound', Return: 'return' })
  expect(guess.charges).toEqual([
    { place: 4, text: 'Base price', category: 'base' },
    { place: 5, text: 'Discount', category: 'discount', isTakenOff: true },
  ])
  expect(guess.fields.rowNet).toEqual({ place: 6 })
  const draft = { ...guess, credits: { place: 1, values: ['Credit note'], areWrittenPositive: true } }
  const layout = { ...layoutOf(draft, rows), currency: 'GBP' }
  const file = numbered(rows.map(({ cells }) => cells))
  const { invoices, details } = readAll(file, { file: known(file, [layout]) })
  expect(details.map(({ detail }) => detail.leg)).toEqual(['outbound', 'return'])
  expect(invoices[0]?.proof).toMatchObject({ net: 15_000, ownTotals: { wrong: 0 } })
})
