import type { Order, WorkOrderRow } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../kit/server/query-client.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { requestedCommand } from '../requested-command.ts'
import { wholeOrders } from '../order-parts/order-queries.ts'
import { changeText } from './command-text.ts'
import { OrderActions } from './order-actions.tsx'

const row: WorkOrderRow = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'N',
  Status_Description: 'New',
  Is_On_PickNote: 'false',
  orderDate: '2026-03-02T09:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: 'Lovelace',
  email: 'ada@example.com',
  postCode: 'SW1Y 4JH',
  country: 'GB',
  quantity: 1,
  totalValue: '2.50',
  currencyCode: 'GBP',
  dispatchService: 'STANDARD',
  despatchDate: '2026-03-03',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  version: 1,
  suspendedFor: '',
  carrier: 'DPD',
  routingException: '',
  startBy: null,
}

afterEach(() => requestedCommand.set(undefined))

const READ_AT = '2026-03-02T12:00:00.000Z'
const FOUND_AT = '2026-03-02T12:02:00.000Z'
const FOUND = {
  total: 1,
  allowed: 1,
  untried: 0,
  refused: 0,
  goesAtOnce: false,
  short: { orders: 0, SKUs: [], moreSKUs: 0 },
  at: FOUND_AT,
  changed: [],
  reasons: [],
  rows: [{ clientCode: 'ACME', orderNumber: 'A-1', version: 2, isAllowed: true, verdict: 'Will be released' }],
}

/** A server whose list contains A-1, which has been suspended since. */
function whereItWasSuspended() {
  const server = openServer()
  server.answer(orders.list, { Orders: [row], hasMore: false })
  server.answer(orders.listTotal, { total: 1, at: READ_AT })
  server.answer(orders.commandProgress, { done: 0, total: 1 })
  server.answer(orders.preflight, {
    ...FOUND,
    changed: [
      {
        clientCode: 'ACME',
        orderNumber: 'A-1',
        version: 2,
        act: 'Suspended',
        by: 'bea',
        at: new Date(Date.now() - 90_000).toISOString(),
        note: 'Fraud check',
      },
    ],
  })
  server.answer(orders.release, ({ body }) => ({
    message: 'Order A-1 has been released.',
    commandId: body.commandId ?? '',
    done: 1,
    refused: 0,
    unchanged: 0,
    short: 0,
    receipts: [],
  }))
  return server
}

test('releasing an order that a colleague suspended asks first, then releases it', async () => {
  const server = whereItWasSuspended()
  const { user } = await openScreen('/order-management/view-new-orders')
  await user.click(await screen.findByRole('checkbox', { name: 'Select ACME A-1' }))
  await user.click(await screen.findByRole('button', { name: 'Release 1 order…' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/Suspended by bea a minute ago \(Fraud check\)/)
  within(dialog).getByText('Release anyway?')
  expect(server.callsTo(orders.preflight).at(-1)?.body.orders).toEqual([
    { clientCode: 'ACME', orderNumber: 'A-1', version: 1 },
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Release order' }))
  await waitFor(() =>
    expect(server.callsTo(orders.release).map(({ body }) => body.orders)).toEqual([
      [{ clientCode: 'ACME', orderNumber: 'A-1', version: 2 }],
    ]),
  )
})

test('releasing the open order that was suspended meanwhile asks first, then releases it', async () => {
  const server = whereItWasSuspended()
  const { user } = await openScreen('/order', {}, () => <OrderActions order={row} />)
  await user.click(await screen.findByRole('button', { name: 'Release' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/Suspended by bea a minute ago \(Fraud check\)/)
  expect(server.callsTo(orders.release)).toEqual([])
  expect(server.callsTo(orders.preflight).at(-1)?.body.orders).toEqual([
    { clientCode: 'ACME', orderNumber: 'A-1', version: 1 },
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Release order' }))
  await waitFor(() =>
    expect(server.callsTo(orders.release).map(({ body }) => body.orders)).toEqual([
      [{ clientCode: 'ACME', orderNumber: 'A-1', version: 2 }],
    ]),
  )
})

test('releasing all matches reports changes since the list was read, and continues', async () => {
  const server = whereItWasSuspended()
  const { user } = await openScreen('/order-management/view-new-orders')
  await user.click(await screen.findByRole('button', { name: 'Release all 1 order…' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/Suspended by bea a minute ago \(Fraud check\)/)
  expect(server.callsTo(orders.preflight).at(-1)?.body).toMatchObject({ asOf: READ_AT })
  await user.click(within(dialog).getByRole('button', { name: 'Release order' }))
  await waitFor(() => expect(server.callsTo(orders.release).map(({ body }) => body.asOf)).toEqual([FOUND_AT]))
})

test('a suspension refused after a change keeps its note and names the change', async () => {
  const server = whereItWasSuspended()
  server.answer(orders.preflight, FOUND)
  server.answer(orders.suspend, ({ body }) => ({
    message: '0 orders suspended, 1 failed.',
    commandId: body.commandId ?? '',
    done: 0,
    refused: 1,
    unchanged: 0,
    short: 0,
    receipts: [
      {
        clientCode: 'ACME',
        orderNumber: 'A-1',
        outcome: 'refused' as const,
        message: 'It has changed since you opened it. Check it again',
        shortOf: [],
        undoneAt: null,
      },
    ],
  }))
  const { user } = await openScreen('/order', {}, () => <OrderActions order={row} />)
  await user.click(await screen.findByRole('button', { name: 'Suspend…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Fraud check' }))
  await user.type(dialog.getByLabelText(/^Note/), 'Card of another name')
  await user.click(await dialog.findByRole('button', { name: 'Suspend order' }))
  await dialog.findByText('It has changed since you opened it. Check it again')
  expect(dialog.getByLabelText(/^Note/)).toHaveProperty('value', 'Card of another name')
})

test('an order named in the palette is released in the version its dialog shows', async () => {
  const server = whereItWasSuspended()
  server.answer(orders.preflight, FOUND)
  const { user } = await openScreen('/order-management/view-new-orders')
  await screen.findByText('A-1')
  requestedCommand.set({ action: 'release', orderNumber: 'A-1', clientCode: 'ACME' })
  await user.click(await screen.findByRole('button', { name: 'Release order' }))
  await waitFor(() =>
    expect(server.callsTo(orders.release).map(({ body }) => body.orders)).toEqual([
      [{ clientCode: 'ACME', orderNumber: 'A-1', version: 2 }],
    ]),
  )
})

test('the palette uses the version that the open record shows', async () => {
  const server = whereItWasSuspended()
  await openScreen('/order-management/view-new-orders')
  const { queryKey } = wholeOrders({ orderNumber: 'A-1', client: 'ACME' })
  queryClient.setQueryData<readonly Pick<Order, 'clientCode' | 'version'>[]>(queryKey, [row])
  requestedCommand.set({ action: 'release', orderNumber: 'A-1', clientCode: 'ACME' })
  await screen.findByText(/Suspended by bea a minute ago \(Fraud check\)/)
  expect(server.callsTo(orders.preflight).at(-1)?.body.orders).toEqual([
    { clientCode: 'ACME', orderNumber: 'A-1', version: 1 },
  ])
})

test.each([
  ['2026-03-02T11:59:30Z', 'a moment ago'],
  ['2026-03-02T11:58:30Z', 'a minute ago'],
  ['2026-03-02T11:15:00Z', '45 minutes ago'],
  ['2026-03-02T10:30:00Z', 'an hour ago'],
  ['2026-03-02T06:00:00Z', '6 hours ago'],
  ['2026-02-28T12:00:00Z', 'on Sat 28 Feb'],
])('a change at %s was %s', (at, text) => {
  expect(changeText({ act: 'Amended', by: 'bea', at, note: '' }, new Date('2026-03-02T12:00:00Z'))).toBe(
    `Amended by bea ${text}`,
  )
})
