import { clients } from '@despatch/contract/administration/clients/clients'
import type { Order } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { stock } from '@despatch/contract/stock/stock'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { AmendOrder } from './amend-order.tsx'

const line = (lineNumber: number, quantity: number, unitValue: string, totalValue: string) => ({
  lineNumber,
  SKU: 'AC-BAS-101',
  Item_Description: 'Basket',
  quantity,
  unitValue,
  totalValue,
  isUnknownSku: false,
})
/** One SKU with price 11.99 on two lines: 2 for 40.00 and 1 for 10.00. */
const RELEASED: Order = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'R',
  Status_Description: 'Released',
  Is_On_PickNote: 'false',
  suspendedFor: '',
  orderDate: '2026-07-09T10:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: 'Lovelace',
  email: 'ada@example.com',
  postCode: 'SW1Y 4JH',
  country: 'GB',
  quantity: 3,
  totalValue: '50.00',
  currencyCode: 'GBP',
  dispatchService: 'STANDARD',
  despatchDate: '2036-07-15',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  version: 3,
  source: 'portal',
  customerAccount: '',
  phone: '',
  addressLine1: '12 St James Square',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  createdAt: '2026-07-09T10:00:00.000Z',
  createdBy: 'ada',
  itemCount: 2,
  items: [line(1, 2, '20.00', '40.00'), line(2, 1, '10.00', '10.00')],
  shortfall: null,
  shortOfStock: null,
  history: [],
}
const SUSPENDED: Order = {
  ...RELEASED,
  Status: 'S',
  Status_Description: 'SUSPENDED',
  suspendedFor: 'Fraud check',
  version: 4,
  history: [
    { version: 4, at: new Date().toISOString(), by: 'ops.user', act: 'Suspended', Status: 'S', note: 'Fraud check' },
    { version: 3, at: '2026-07-09T11:00:00.000Z', by: 'bea', act: 'Released', Status: 'R', note: '' },
  ],
}

async function openForm() {
  const server = openServer()
  server.answer(clients.params, { clientCode: 'ACME', params: DEFAULT_CLIENT_PARAMS })
  server.answer(clients.daysOff, { days: [] })
  server.answer(orders.searchByOrderNumber, { Orders: [RELEASED] })
  server.answer(stock.searchSku, {
    rows: [{ Code: 'AC-BAS-101', Item_Description: 'Basket', unitValue: '11.99', isUnknownSku: false }],
    total: 1,
  })
  server.answer(stock.availableStock, { refusesShort: false, rows: [{ sku: 'AC-BAS-101', available: null }] })
  server.answer(orders.amendPreview, refusal('unprocessable', 'Not looked at here'))
  server.answer(orders.amend, ({ body: { version } }) =>
    version === 3
      ? refusal('version_conflict', 'Someone changed order A-1 meanwhile.', {}, SUSPENDED)
      : {
          message: 'Data updated successfully.',
          version: 5,
          routing: { consignments: [], exception: null },
          commandId: '0b0b7a3e-6a0e-4c57-8f0e-0d1e2f3a4b5c',
        },
  )
  const opened = await openScreen('/amend', {}, () => (
    <AmendOrder orderNumber="A-1" clientCode="ACME" onClose={() => undefined} />
  ))
  await waitFor(() => expect(field('Quantity of line 2').value).toBe('1'))
  return { ...opened, server }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const values = () => [1, 2].map((at) => field(`Value of line ${at}`).value)
const total = () => screen.getByLabelText('Order total').textContent

test('lines of one SKU with two prices show and send their own values', async () => {
  const { user, server } = await openForm()
  expect([values(), total()]).toEqual([['40.00', '10.00'], 'Order total £50.00'])
  fireEvent.change(field('Quantity of line 1'), { target: { value: '1' } })
  await waitFor(() => expect([values(), total()]).toEqual([['20.00', '10.00'], 'Order total £30.00']))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.callsTo(orders.amend)).toHaveLength(1))
  expect(server.callsTo(orders.amend)[0]?.body.items).toEqual([
    { SKU: 'AC-BAS-101', quantity: 1, totalValue: '', lineNumber: 1 },
    { SKU: 'AC-BAS-101', quantity: 1, totalValue: '', lineNumber: 2 },
  ])
})

test('a meanwhile suspended order names who and why, and its heading follows', async () => {
  const { user, server } = await openForm()
  screen.getByText('Released')
  fireEvent.change(field('Address line 1'), { target: { value: '14 St James Square' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Suspended by ops.user a moment ago (Fraud check)')
  screen.getByText('They changed no fields on this form.')
  expect(screen.queryByText(/match yours/)).toBeNull()
  expect(within(screen.getByLabelText('Their changes')).getAllByRole('listitem')).toHaveLength(1)
  screen.getByText('Suspended')
  expect(screen.queryByText('Released')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('It is suspended and will be allocated on release.', { exact: false })
  const { items, ...sent } = server.callsTo(orders.amend)[1]?.body ?? {}
  expect([sent.version, sent.addressLine1, items]).toEqual([4, '14 St James Square', undefined])
})
