import { stock } from '@despatch/contract/stock/stock'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const SCREEN = '/reporting-and-enquiries/order-and-returns-enquiry/serial-life'
const STEP = {
  kind: 'despatched' as const,
  at: '2026-03-02T10:00:00.000Z',
  title: 'Despatched with DPD',
  orderNumber: 'SO-1',
  trackingNumber: 'T1',
  returnReference: '',
  isCertain: true,
}
const BACK = {
  ...STEP,
  kind: 'returned' as const,
  at: '2026-03-10T10:00:00.000Z',
  title: 'Received',
  trackingNumber: '',
  returnReference: 'R1',
  isCertain: false,
}

test('a serial number shows its despatches and returns, and uncertain ones', async () => {
  const server = openServer()
  server.answer(stock.serialLife, refusal('unprocessable', 'It did not work.'))
  const { user, search } = await openScreen(SCREEN)
  await user.type(await screen.findByLabelText('Serial number'), ' SN1 ')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  await screen.findByText('It did not work.')
  expect(search()).toEqual({ serial: 'SN1' })
  server.answer(stock.serialLife, { pieces: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/No parcel has the serial number SN1/)
  const piece = { clientCode: 'ACME', SKU: 'LAMP', Item_Description: 'A lamp', serialNumber: 'SN2' }
  server.answer(stock.serialLife, { pieces: [{ ...piece, steps: [STEP, BACK] }] })
  await user.clear(screen.getByLabelText('Serial number'))
  await user.type(screen.getByLabelText('Serial number'), 'SN2')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  const life = within(await screen.findByRole('table', { name: 'History of LAMP SN2' }))
  expect(life.getAllByRole('link').map((link) => link.textContent)).toEqual(['SO-1', 'T1', 'SO-1', 'R1'])
  life.getByText('perhaps', { exact: false })
  screen.getByText('Despatched once, returned once.')
}, 20_000)
