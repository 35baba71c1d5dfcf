import { skuDataRoutes } from '@despatch/contract/routing/sku-data/sku-data'
import type { SkuReportRow } from '@despatch/contract/stock/sku-file-report/sku-report'
import { stock } from '@despatch/contract/stock/stock'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const SCREEN = '/reporting-and-enquiries/sku-file-report/sku-selection-file-report'
const CLERK: SignInOptions = { clients: ['ACME'] }
const LAMP: SkuReportRow = {
  Code: '00123',
  Item_Description: 'A lamp',
  categories: ['Lamps'],
  weight: null,
  length: null,
  width: null,
  height: null,
  volume: null,
  boxes: [],
  unitValue: '9.50',
  isSerialNumbered: false,
  isUnknownSku: false,
  missing: ['weight', 'size'],
  onHand: 4,
  available: 3,
  orders: 12,
  lastOrderedAt: null,
}
const TOTALS = {
  total: 3,
  withoutWeight: 1,
  withoutSize: 1,
  guesses: 12,
  categories: ['Lamps'],
  countedAt: '2026-03-20T10:00:00.000Z',
}

test('from the selection one click lists unmeasured SKUs, and a weight is entered', async () => {
  const server = openServer()
  const bodies: unknown[] = []
  const sent: unknown[] = []
  server.answer(stock.skuFileReportTotals, TOTALS)
  server.answer(stock.skuFileReport, ({ body }) => {
    bodies.push(body)
    return { rows: [LAMP] }
  })
  const { user, search } = await openScreen(SCREEN, CLERK)
  await screen.findByText(/1 has no weight/)
  expect(bodies).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show the worst first' }))
  const row = within(await screen.findByRole('row', { name: /00123.*A lamp/ }))
  row.getByText('No weight, no size')
  expect(bodies.at(-1)).toMatchObject({ missing: 'any', sort: 'orders', desc: true })
  expect(search()).toMatchObject({ view: 'report', missing: 'any' })
  await user.dblClick(row.getByText('A lamp'))
  const drawer = within(await screen.findByRole('dialog', { name: '00123' }))
  drawer.getByText(/12 orders in the last four weeks were allocated with estimated values/)
  await user.type(drawer.getByLabelText('Length, cm'), '30')
  await user.type(drawer.getByLabelText('Weight, kg'), '1.5')
  await user.click(drawer.getByRole('button', { name: 'Save SKU' }))
  expect(await drawer.findAllByText('Enter all three sides, or none')).toHaveLength(2)
  expect(sent).toEqual([])
  server.answer(skuDataRoutes.set, ({ body }) => {
    sent.push(body)
    return refusal('validation_failed', 'Weight and size don’t match', { weight: 'Check the units' })
  })
  await user.type(drawer.getByLabelText('Width, cm'), '20')
  await user.type(drawer.getByLabelText('Height, cm'), '10')
  await user.click(drawer.getByRole('button', { name: 'Save SKU' }))
  expect(await drawer.findAllByText('Check the units')).toHaveLength(2)
  expect(sent).toEqual([{ SKU: '00123', weight: 1.5, size: { length: 30, width: 20, height: 10 } }])
  server.answer(skuDataRoutes.set, { message: 'Data updated successfully.' })
  await user.click(drawer.getByRole('button', { name: 'Save SKU' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '00123' })).toBeNull())
})

test('without Edit a SKU shows its measures, and why it cannot be changed', async () => {
  const server = openServer()
  server.answer(stock.skuFileReportTotals, TOTALS)
  server.answer(stock.skuFileReport, { rows: [{ ...LAMP, weight: 1.5 }] })
  const { user } = await openScreen(`${SCREEN}?view=report`, { ...CLERK, holds: (_leaf, right) => right !== 'Edit' })
  await user.dblClick(await screen.findByText('A lamp'))
  const drawer = within(await screen.findByRole('dialog', { name: '00123' }))
  drawer.getByText(/^You need 'Edit' on SKU File Report/)
  expect(drawer.getByText('Weight', { selector: 'dt' }).nextElementSibling?.textContent).toBe('1.5 kg')
  expect(drawer.getByText('Volume', { selector: 'dt' }).nextElementSibling?.textContent).toBe('Not known')
  expect(drawer.queryByText('Boxes')).toBeNull()
  expect(drawer.queryByRole('button', { name: 'Save SKU' })).toBeNull()
})

test('the selection reports a failure, and explains where SKUs come from', async () => {
  const server = openServer()
  server.answer(stock.skuFileReportTotals, refusal('unprocessable', 'It did not work.'))
  const { user } = await openScreen(SCREEN, CLERK)
  await screen.findByText('It did not work.')
  server.answer(stock.skuFileReportTotals, { ...TOTALS, total: 0, categories: [] })
  await user.click(screen.getByRole('button', { name: /Try again/ }))
  await screen.findByText(/This client has no SKUs yet/)
})
