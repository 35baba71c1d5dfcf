import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { orderCommands } from '@despatch/contract/orders/commands/order-commands'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { RateAgainButton } from './rate-again.tsx'

const COMMAND = '0196c1de-0000-7000-8000-000000000001'
const order = (orderNumber: string) => ({ clientCode: 'ACME', orderNumber })
const EVRI = { text: 'Evri: Standard', methods: ['M1'], cost: '4.15' }
const DPD = { text: 'DPD UK: Next Day', methods: ['M2'], cost: '4.57' }
const looked = (orderNumber: string) => ({ ...order(orderNumber), reason: '', version: 2, kept: DPD, now: EVRI })

test('rating sends the previewed values of the selected orders only', async () => {
  const server = openServer()
  server.answer(allocation.ratePreview, {
    orders: [
      { ...looked('O-1'), outcome: 'changes' },
      { ...looked('O-2'), outcome: 'changes' },
      { ...looked('O-3'), outcome: 'same', now: DPD },
      { ...looked('O-4'), outcome: 'refused', now: null, reason: 'Order O-4 is cancelled.' },
    ],
  })
  server.answer(allocation.rateAgain, {
    commandId: COMMAND,
    receipts: [{ ...order('O-2'), outcome: 'allocated', message: 'Evri: Standard' }],
  })
  const orders = ['O-1', 'O-2', 'O-3', 'O-4'].map(order)
  const { user } = await openScreen('/orders', {}, () => <RateAgainButton orders={orders} />)
  await user.click(await screen.findByRole('button', { name: 'Re-allocate…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Re-allocate 4 orders' }))
  const row = within(await dialog.findByRole('row', { name: /O-1/ }))
  row.getByText('DPD UK: Next Day, £4.57')
  row.getByText('Evri: Standard, £4.15')
  row.getByText('−£0.42')
  dialog.getByText('No change')
  dialog.getByText(/Order O-4 is cancelled/)
  await user.click(dialog.getByRole('checkbox', { name: 'Re-allocate O-1' }))
  await user.click(dialog.getByRole('button', { name: 'Re-allocate 1 order' }))
  await screen.findByText('1 order re-allocated.')
  expect(server.callsTo(allocation.rateAgain).map(({ body }) => body)).toEqual([
    { orders: [{ ...order('O-2'), version: 2, methods: ['M1'], cost: '4.15' }] },
  ])
  server.answer(orderCommands.undo, {
    message: 'Order O-2 goes with DPD UK: Next Day again.',
    commandId: COMMAND,
    done: 1,
    refused: 0,
    unchanged: 0,
    short: 0,
    receipts: [],
  })
  await user.click(await screen.findByRole('button', { name: 'Undo: 1 order re-allocated.' }))
  await screen.findByText('Order O-2 goes with DPD UK: Next Day again.')
  expect(server.callsTo(orderCommands.undo).map(({ params }) => params.commandId)).toEqual([COMMAND])
  await waitFor(() => expect(screen.queryByLabelText(/^Undo/)).toBeNull())
})
