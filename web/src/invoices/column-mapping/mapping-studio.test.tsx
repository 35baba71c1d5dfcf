import { invoices } from '@despatch/contract/invoices/invoices'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { IMPORT, INVOICE } from '../invoice-samples.ts'

const STUDIO = '/invoice-reconciliation?map=5'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const
type Nearest = { code: string; carrier: string; title: string; differs: string[]; layout: Record<string, unknown> }

/** A server with a file of unknown layout, which it reads by any draft. */
function serverWith(cells: readonly (readonly string[])[], nearest: Nearest | null = null, carrier = '') {
  const server = openServer()
  server.answer(invoices.imports, {
    ...ok,
    imports: [{ ...IMPORT, state: 'Unknown layout', invoices: [] }],
    waiting: 1,
    pageInfo: { total: 1, page: 1, limit: 50 },
  })
  server.answer(invoices.carriers, { ...ok, carriers: [{ code: 'EVRI', name: 'Evri' }] })
  server.answer(invoices.summary, { ...ok, summary: [INVOICE], pageInfo: { total: 1, page: 1, limit: 10 } })
  server.answer(invoices.layouts, { ...ok, layouts: [] })
  server.answer(invoices.preview, {
    ...ok,
    rows: cells.map((row, index) => ({ line: index + 1, cells: [...row] })),
    layout: null,
    nearest,
    carrier: nearest?.carrier ?? carrier,
    problems: [],
    doubts: [],
    net: '10.50',
    taken: 2,
    wrongTotals: 0,
    firstWrong: null,
    refusals: [],
  })
  server.answer(invoices.saveLayout, { ...ok, message: 'Data Updated', layout: 'own-evri-mapped-here', version: 1 })
  return server
}
type Server = ReturnType<typeof serverWith>
const savedBy = (server: Server) => server.callsTo(invoices.saveLayout)[0]?.body.layout as Layout | undefined

/** All lists of options are in the page; the field identifies its own. */
async function choose({ click }: { click(element: Element): Promise<void> }, field: Element, option: string) {
  await click(field)
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error('The field has no list')
  await click(within(list).getByRole('option', { name: option }))
}

type Typist = { click(element: Element): Promise<void>; type(element: Element, text: string): Promise<void> }

/** Saves the layout, in pounds unless a currency is chosen. */
async function save({ click, type }: Typist) {
  const currency = screen.getByRole<HTMLInputElement>('textbox', { name: /^Currency/ })
  if (currency.value === '') await type(currency, 'GBP')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save and import' })
  await waitFor(() => expect(button.disabled).toBe(false))
  // A double click before the button is rendered again saves only once.
  button.click()
  await click(button)
}

test('a file of known parcels without a header only lacks its invoice number', async () => {
  const server = serverWith(
    [
      ['77031', '2026-11-24', '15507209466611', '2026-11-23', '12.884', '5.16'],
      ['77031', '2026-11-24', '15506651910401', '2026-11-22', '7.77', '5.16'],
      ['77031', '2026-11-24', '15501099566166', '2026-11-23', '9.754', '5.68'],
    ],
    null,
    'Arrow XL',
  )
  const { user } = await openScreen(STUDIO, CLERK)
  const fields = within(await screen.findByRole('region', { name: 'Our fields' }))
  expect(screen.getByRole('combobox', { name: 'Carrier' })).toHaveProperty('value', 'Arrow XL')
  await choose(user, fields.getByRole('combobox', { name: 'Invoice number' }), 'Column 1')
  await save(user)
  await waitFor(() => expect(savedBy(server)).toBeDefined())
  expect(savedBy(server)).toMatchObject({
    carrier: 'Arrow XL',
    fields: { invoiceDay: { position: 2 }, trackingNumber: { position: 3 }, shipmentDay: { position: 4 } },
    charges: [{ column: { position: 6 }, category: 'base' }],
  })
  expect(server.callsTo(invoices.saveLayout)).toHaveLength(1)
})

test('a layout is saved once the user enters its currency', async () => {
  const server = serverWith(
    [
      ['77031', '2026-11-24', '15507209466611', '2026-11-23', '12.884', '5.16'],
      ['77031', '2026-11-24', '15506651910401', '2026-11-22', '7.77', '5.16'],
      ['77031', '2026-11-24', '15501099566166', '2026-11-23', '9.754', '5.68'],
    ],
    null,
    'Arrow XL',
  )
  const { user } = await openScreen(STUDIO, CLERK)
  const fields = within(await screen.findByRole('region', { name: 'Our fields' }))
  await choose(user, fields.getByRole('combobox', { name: 'Invoice number' }), 'Column 1')
  await screen.findByText('Choose the currency or its column.')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save and import' })
  expect(button.disabled).toBe(true)
  const currency = screen.getByRole('textbox', { name: /^Currency/ })
  await user.type(currency, 'XXQ')
  await screen.findByText('XXQ is not a currency. Enter one like GBP or EUR.')
  await user.clear(currency)
  await user.type(currency, 'eur')
  await save(user)
  await waitFor(() => expect(savedBy(server)).toMatchObject({ currency: 'EUR' }))
})

test('without column names, the first chosen charge is the base', async () => {
  const server = serverWith([
    ['77031', '15507209466611', '5.16', '0.22'],
    ['77031', '15506651910401', '5.16', '0.22'],
  ])
  const { user } = await openScreen(STUDIO, CLERK)
  const fields = within(await screen.findByRole('region', { name: 'Our fields' }))
  await choose(user, fields.getByRole('combobox', { name: 'Invoice number' }), 'Column 1')
  for (const [index, column] of ['Column 3', 'Column 4'].entries()) {
    await user.click(fields.getByRole('button', { name: 'Add charge column' }))
    await choose(user, fields.getByRole('combobox', { name: `Column of charge ${index + 1}` }), column)
  }
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Evri')
  await save(user)
  await waitFor(() => expect(savedBy(server)).toBeDefined())
  expect(savedBy(server)?.charges).toMatchObject([
    { text: 'Carriage', category: 'base' },
    { text: 'Column 4', category: 'other' },
  ])
})

test('charges named in the rows show their name column, which can be changed', async () => {
  const server = serverWith([
    ['Invoice No', 'Parcel Barcode', 'Base price', 'Fee Name 1', 'Fee 1', 'Fee Name 2', 'Fee 2'],
    ['E-1', 'H0012345678901234', '2.65', 'Fuel', '0.21', 'Remote area', '1.50'],
    ['E-1', 'H0012345678901235', '2.65', 'Fuel', '0.21', '', ''],
  ])
  const { user } = await openScreen(STUDIO, CLERK)
  const fields = within(await screen.findByRole('region', { name: 'Our fields' }))
  expect(fields.getByRole('combobox', { name: 'Column with the name of charge 2' })).toHaveProperty(
    'value',
    'Fee Name 1 (4)',
  )
  expect(fields.queryByRole('textbox', { name: 'Name of charge 2' })).toBeNull()
  const file = within(screen.getByRole('table', { name: 'Rows of the file' }))
  expect(file.getAllByRole('columnheader', { name: /Name of a charge$/ })).toHaveLength(2)
  await choose(user, fields.getByRole('combobox', { name: 'Column with the name of charge 3' }), 'Fee Name 1 (4)')
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Evri')
  await save(user)
  await waitFor(() => expect(savedBy(server)).toBeDefined())
  expect(savedBy(server)?.pairs).toEqual([
    { text: { names: ['Fee Name 1'] }, amount: { names: ['Fee 1'] } },
    { text: { names: ['Fee Name 1'] }, amount: { names: ['Fee 2'] } },
  ])
})

test('a known layout is offered with its differences, and guessing is a button away', async () => {
  const known: Layout = {
    code: 'own-evri-weekly',
    version: 3,
    carrier: 'Evri',
    title: 'Evri, weekly',
    row: 'parcel',
    header: ['Invoice No', 'Parcel Barcode', 'Way', 'Carriage', 'Peak', 'Net total'],
    fields: {
      invoiceNumber: { names: ['Invoice No'] },
      trackingNumber: { names: ['Parcel Barcode'] },
      leg: { names: ['Way'] },
      rowNet: { names: ['Net total'] },
    },
    legs: { R: 'return' },
    charges: [
      { column: { names: ['Carriage'] }, code: 'CARRIAGE', text: 'Carriage', category: 'base' },
      { column: { names: ['Peak'] }, code: 'PEAK', text: 'Peak', category: 'peak' },
    ],
    categories: [{ codes: ['XX'], category: 'cover' }],
    amounts: { decimal: '.' },
    dates: 'either',
    weightUnit: 'kg',
    lengthUnit: 'cm',
    currency: 'GBP',
  }
  const server = serverWith(
    [
      ['Invoice No', 'Parcel Barcode', 'Way', 'Delivery', 'Peak', 'Net total'],
      ['E-1', 'H0012345678901234', 'O', '5.00', '0.50', '5.50'],
      ['E-1', 'H0012345678901235', 'R', '5.00', '0', '5.00'],
    ],
    {
      code: known.code,
      carrier: known.carrier,
      title: known.title,
      layout: known,
      differs: ['The column Carriage is missing'],
    },
  )
  const { user } = await openScreen(STUDIO, CLERK)
  await screen.findByText(/‘Delivery’ replaces ‘Carriage’/)
  expect(screen.getByRole('combobox', { name: '‘R’ is' })).toHaveProperty('value', 'A return')
  await user.click(screen.getByRole('button', { name: 'Guess all columns instead' }))
  await screen.findByText(/Differences: The column Carriage is missing/)
  await user.click(screen.getByRole('button', { name: 'Start from Evri, weekly' }))
  await save(user)
  await waitFor(() => expect(savedBy(server)).toBeDefined())
  expect(savedBy(server)).toMatchObject({
    legs: { R: 'return' },
    categories: known.categories,
    charges: [{ column: { names: ['Carriage', 'Delivery'] }, code: 'CARRIAGE' }, { code: 'PEAK' }],
  })
})

test('legs, credit notes and discounts without a minus can be set', async () => {
  const server = serverWith([
    ['Invoice No', 'Kind', 'Way', 'Parcel Barcode', 'Base price', 'Loyalty charge'],
    ['E-1', 'INV', 'OUT', 'H0012345678901234', '5.00', '1.00'],
    ['E-1', 'CRN', 'BACK', 'H0012345678901235', '3.00', '0.50'],
  ])
  const { user } = await openScreen(STUDIO, CLERK)
  const fields = within(await screen.findByRole('region', { name: 'Our fields' }))
  const set = (name: string, option: string) => choose(user, fields.getByRole('combobox', { name }), option)
  await user.click(fields.getByRole('button', { name: 'Show all fields' }))
  await set('Outbound, return or adjustment', 'Way (3)')
  await set('‘BACK’ is', 'A return')
  await set('Document type column', 'Kind (2)')
  await user.type(fields.getByRole('combobox', { name: 'Values for credit notes' }), 'CRN{Enter}')
  await user.click(fields.getByRole('checkbox', { name: 'Credit notes have no minus sign' }))
  await set('Kind of charge 2', 'discount')
  await user.click(fields.getByRole('checkbox', { name: 'Loyalty charge has no minus sign' }))
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Evri')
  await save(user)
  await waitFor(() => expect(savedBy(server)).toBeDefined())
  expect(savedBy(server)).toMatchObject({
    legs: { BACK: 'return' },
    credits: { column: { names: ['Kind'] }, values: ['CRN'], areWrittenPositive: true },
    charges: [{ text: 'Base price' }, { text: 'Loyalty charge', category: 'discount', isTakenOff: true }],
  })
})

test('amounts that would be read twice are shown before saving', async () => {
  const doubt = '‘Total’ holds the money of ‘Base price’ and ‘Fuel’ in each row.'
  const server = serverWith([
    ['Invoice No', 'Parcel', 'Base price', 'Fuel', 'Total'],
    ['F-1', '15507209466611', '5.00', '0.25', '5.25'],
  ])
  server.answer(invoices.preview, ({ body: { draft } }) => ({
    ...ok,
    rows: [
      { line: 1, cells: ['Invoice No', 'Parcel', 'Base price', 'Fuel', 'Total'] },
      { line: 2, cells: ['F-1', '15507209466611', '5.00', '0.25', '5.25'] },
    ],
    layout: null,
    nearest: null,
    carrier: 'Evri',
    problems: [],
    doubts: draft ? [doubt] : [],
    net: '10.50',
    taken: 1,
    wrongTotals: 0,
    firstWrong: null,
    refusals: [],
  }))
  const { user } = await openScreen(STUDIO, CLERK)
  await user.type(await screen.findByRole('textbox', { name: /^Currency/ }), 'GBP')
  await screen.findByText(doubt)
})

test('a file without an invoice number is saved once the user confirms that', async () => {
  const server = serverWith([
    ['Label number', 'Mailing date', 'Postage cost'],
    ['9205590100000000000011', '2026-06-01', '5.00'],
    ['9205590100000000000028', '2026-06-02', '6.00'],
  ])
  const { user } = await openScreen(STUDIO, CLERK)
  const fields = within(await screen.findByRole('region', { name: 'Our fields' }))
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'USPS')
  await user.type(screen.getByRole('textbox', { name: /^Currency/ }), 'USD')
  await screen.findByText(/or ‘No invoice number in the file’/)
  await user.click(fields.getByRole('checkbox', { name: 'No invoice number in the file' }))
  await save(user)
  await waitFor(() => expect(savedBy(server)).toBeDefined())
  expect(savedBy(server)).toMatchObject({
    isNumberedByDays: true,
    fields: { shipmentDay: { names: ['Mailing date'] } },
  })
  expect(savedBy(server)?.fields.invoiceNumber).toBeUndefined()
})
