import { carrierStops, type MovePlan, type StoredStop } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { refusal } from '../../testing/fake-server.ts'

const ADDRESS = '/carrier-routing-control/carrier-capacity-setup/stops'
const STOP: StoredStop = {
  stopId: '0b5a7f3e-6f0a-4d8e-9a54-0d6d5f4b1c11',
  carrier: 'DPD',
  carrierName: 'DPD UK',
  services: [],
  from: '2026-03-02',
  to: null,
  reason: 'Strike',
  stoppedAt: '2026-03-02T10:00:00.000Z',
  stoppedBy: 'ops.admin',
  endedAt: null,
  endedBy: null,
  moved: 84,
}
const PLAN: MovePlan = {
  clients: [{ client: 'ACME', currency: 'GBP', new: 3, released: 1, moved: 3, left: 1, extra: '4.20', atWarehouse: 1 }],
  takers: [{ client: 'ACME', carrierName: 'Evri', methodDescription: 'Evri Standard', orders: 3, extra: '4.20' }],
  left: [{ client: 'ACME', cause: 'Evri Standard: consignment weight over the limit', orders: 1 }],
  atWarehouse: [{ client: 'ACME', orderNumber: 'A-9', status: 'P', despatchDay: '2026-03-02' }],
  isExact: true,
}
const OUTCOME = {
  message: '3 orders moved, 1 has no carrier now.',
  commandId: STOP.stopId,
  done: 4,
  refused: 0,
  unchanged: 0,
  short: 0,
  receipts: [
    {
      clientCode: 'ACME',
      orderNumber: 'A-1',
      outcome: 'done' as const,
      message: 'Order A-1 goes with Evri Standard.',
      shortOf: [],
      undoneAt: null,
    },
  ],
}
const CARRIERS = [{ carrier: 'DPD', carrierName: 'DPD UK', services: ['Parcel', 'Air'] }]

async function openStops(list: object = {}, more: object = {}) {
  const server = openServer()
  server.answer(carrierStops.list, { stops: [], off: [], carriers: CARRIERS, ...list })
  server.answer(carrierStops.preview, PLAN)
  const opened = await openScreen(ADDRESS, { type: 'Internal Administrator', ...more })
  return { ...opened, server }
}

test('a stop whose last despatch date has passed has ended: its orders can be brought back', async () => {
  await openStops({ stops: [{ ...STOP, to: '2026-03-03' }] })
  await screen.findByText('0 in force')
  const row = within(await screen.findByRole('row', { name: /DPD UK/ }))
  expect(row.getByText('Ended')).toBeTruthy()
  expect(row.getByRole('button', { name: 'Bring orders back to DPD UK' })).toBeTruthy()
  expect(row.queryByRole('button', { name: 'End the stop of DPD UK' })).toBeNull()
})

test('stopping a carrier shows who takes its orders and who takes none, then a row for each order and Undo', async () => {
  const { user, server } = await openStops()
  server.answer(carrierStops.stop, OUTCOME)
  await user.click(await screen.findByRole('button', { name: 'Stop a carrier…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop a carrier for all clients' }))
  await user.click(dialog.getByRole('combobox', { name: /Carrier/ }))
  await user.click(await screen.findByRole('option', { name: 'DPD UK' }))
  await dialog.findByText(/3 orders get another carrier, 1 order get/)
  expect(within(dialog.getByRole('table', { name: 'Who takes them' })).getByText('+£4.20')).toBeTruthy()
  expect(dialog.getByText('Evri Standard: consignment weight over the limit')).toBeTruthy()
  expect(within(dialog.getByRole('table', { name: 'Orders at the warehouse' })).getByText('Picking')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Stop DPD UK and move 4 orders' }))
  await screen.findByText(OUTCOME.message)
  expect(screen.getByText('Order A-1 goes with Evri Standard.')).toBeTruthy()
  server.answer(carrierStops.undo, { ...OUTCOME, message: '4 orders restored.' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('4 orders restored.')
})

test('a refused stop stays in the dialog with its input', async () => {
  const { user, server } = await openStops()
  server.answer(carrierStops.stop, refusal('not_found', 'There is no carrier DPD any more.'))
  await user.click(await screen.findByRole('button', { name: 'Stop a carrier…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop a carrier for all clients' }))
  await user.click(dialog.getByRole('combobox', { name: /Carrier/ }))
  await user.click(await screen.findByRole('option', { name: 'DPD UK' }))
  await user.click(await dialog.findByRole('button', { name: 'Stop DPD UK and move 4 orders' }))
  await dialog.findByText('There is no carrier DPD any more.')
})

test('a carrier that was switched off elsewhere is named with its orders, and they can be moved', async () => {
  const off = [{ carrier: 'EVRI', carrierName: 'Evri', because: 'not-active', clients: ['ACME', 'BIRCH'], orders: 68 }]
  const { user, server } = await openStops({ off })
  await screen.findByText(/68 orders of ACME, BIRCH have Evri, which is not active/)
  server.answer(carrierStops.move, OUTCOME)
  await user.click(screen.getByRole('button', { name: 'Move the orders of Evri' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move the orders of Evri' }))
  await user.click(await dialog.findByRole('button', { name: 'Move 68 orders' }))
  await screen.findByText(OUTCOME.message)
})

test('a stop is ended, and its orders are brought back where that saves enough', async () => {
  const { user, server } = await openStops({ stops: [STOP] })
  server.answer(carrierStops.end, { message: 'DPD UK takes orders again.' })
  await user.click(await screen.findByRole('button', { name: 'End the stop of DPD UK' }))
  server.answer(carrierStops.list, {
    stops: [{ ...STOP, endedAt: '2026-03-02T12:00:00.000Z', endedBy: 'ops.admin' }],
    off: [],
    carriers: CARRIERS,
  })
  await user.click(await screen.findByRole('button', { name: 'End stop' }))
  server.answer(carrierStops.bringBackPreview, {
    clients: [{ client: 'ACME', currency: 'GBP', orders: 50, saved: '61.00' }],
    stay: 34,
  })
  server.answer(carrierStops.bringBack, { ...OUTCOME, message: '50 orders moved.' })
  await user.click(await screen.findByRole('button', { name: 'Bring orders back to DPD UK' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bring orders back to DPD UK' }))
  await dialog.findByText(/50 orders, saves £61\.00/)
  await user.click(dialog.getByRole('button', { name: 'Bring back 50 orders' }))
  await screen.findByText('50 orders moved.')
})

test('who may only read sees the stops and why nothing can be pressed', async () => {
  await openStops({ stops: [STOP] }, { holds: (_leaf: string, right: string) => right !== 'Edit' })
  await screen.findByText('DPD UK')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop a carrier…' }).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'End the stop of DPD UK' })).toBeNull()
})
