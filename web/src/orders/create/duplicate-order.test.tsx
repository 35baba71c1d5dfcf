import { clients } from '@despatch/contract/administration/clients/clients'
import type { Order } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { stock } from '@despatch/contract/stock/stock'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { copiedOrder } from './copied-order.ts'

const CREATE = '/order-management/create-new-order'
const NOW = new Date()

const storedOrder = (part: Partial<Order> = {}): Order => ({
  clientCode: 'BIRCH',
  orderNumber: 'B-7',
  Status: 'V',
  Status_Description: 'Delivered',
  Is_On_PickNote: 'true',
  orderDate: '2026-03-02T09:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: 'Lovelace',
  email: 'ada@example.com',
  postCode: 'SW1Y 4JH',
  country: 'GB',
  quantity: 3,
  totalValue: '30.00',
  currencyCode: 'GBP',
  dispatchService: 'STANDARD',
  despatchDate: '2026-03-03',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  version: 4,
  suspendedFor: '',
  source: 'portal',
  customerAccount: '',
  phone: '0123',
  addressLine1: '12 St James Square',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  createdAt: '2026-03-02T09:00:00.000Z',
  createdBy: 'ada',
  itemCount: 1,
  shortfall: null,
  shortOfStock: null,
  items: [
    {
      lineNumber: 1,
      SKU: 'LAMP-1',
      Item_Description: 'Desk lamp',
      quantity: 3,
      unitValue: '12.35',
      totalValue: '30.00',
      isUnknownSku: false,
    },
  ],
  history: [],
  ...part,
})

/** A server with this order; `refused` is the reason that blocks releases. */
function openShop(order: Order, refused = '') {
  const server = openServer()
  server.answer(clients.params, ({ body: { clientCode } }) => ({ clientCode, params: DEFAULT_CLIENT_PARAMS }))
  server.answer(clients.daysOff, { days: [] })
  server.answer(orders.nextCustomerReference, { CustomerOrderRef: 'B-8' })
  server.answer(stock.searchSku, { rows: [], total: 0 })
  server.answer(stock.availableStock, { refusesShort: false, rows: [] })
  server.answer(orders.searchByOrderNumber, ({ body }) =>
    body.orderNumber === order.orderNumber ? { Orders: [order] } : refusal('not_found', 'Order not found'),
  )
  server.answer(orders.create, ({ body }) => ({
    message: 'Data added successfully.',
    orderNumber: body.orderNo ?? '',
    version: 1,
    routing: { consignments: [], exception: refused || null },
  }))
  server.answer(orders.commandProgress, { done: 0, total: 1 })
  server.answer(orders.release, ({ body: { commandId = '', orders: named = [] } }) => ({
    message: refused ? `Order B-8 has not been released. ${refused}.` : 'Order B-8 has been released.',
    commandId,
    done: refused ? 0 : 1,
    refused: refused ? 1 : 0,
    unchanged: 0,
    short: 0,
    receipts: named.map(({ orderNumber }) => ({
      clientCode: 'BIRCH',
      orderNumber,
      outcome: refused ? ('refused' as const) : ('done' as const),
      message: refused || 'Order B-8 has been released.',
      shortOf: [],
      undoneAt: null,
    })),
  }))
  return server
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const INTERNAL = { type: 'Internal User', clients: ['ACME', 'BIRCH'] } as const

test('a copy gets the next number of its client, and is released at once', async () => {
  const server = openShop(storedOrder())
  const { user } = await openScreen(`${CREATE}?copy=B-7&client=BIRCH`, INTERNAL)
  await waitFor(() => expect(field('Order reference').value).toBe('B-8'))
  expect([field('First name').value, field('Postcode').value, field('Quantity of line 1').value]).toEqual([
    'Ada',
    'SW1Y 4JH',
    '3',
  ])
  await user.click(button('Create and release'))
  await screen.findByText('was created and released.', { exact: false })
  const [created] = server.callsTo(orders.create)
  expect(created?.headers.get('client')).toBe('BIRCH')
  expect(created?.body).toMatchObject({
    orderNo: 'B-8',
    email: 'ada@example.com',
    items: [{ SKU: 'LAMP-1', quantity: 3, totalValue: '30.00' }],
  })
  expect(server.callsTo(orders.release)[0]?.body.orders).toEqual([{ clientCode: 'BIRCH', orderNumber: 'B-8' }])
  button('Undo')
})

test('a created order that could not be released shows why', async () => {
  openShop(storedOrder(), 'No carrier takes it')
  const { user } = await openScreen(`${CREATE}?copy=B-7&client=BIRCH`, INTERNAL)
  await waitFor(() => expect(field('Order reference').value).toBe('B-8'))
  await user.click(button('Create and release'))
  await screen.findByText('Not released')
  expect(screen.getAllByText(/^No carrier takes it/).length).toBeGreaterThan(0)
  expect(screen.getByText('was created. Awaiting release.', { exact: false })).toBeTruthy()
})

test('an imported order with too many lines cannot be copied, and says so', async () => {
  openShop(storedOrder({ itemCount: 5000 }))
  await openScreen(`${CREATE}?copy=B-7&client=BIRCH`, INTERNAL)
  await screen.findByText(/with 5,000 lines/)
})

test('a user without permission to release only creates', async () => {
  openShop(storedOrder())
  await openScreen(`${CREATE}?copy=B-7&client=BIRCH`, {
    ...INTERNAL,
    holds: (leaf, right) => right !== 'Edit' || leaf === 'orderManagement.createNewOrder',
  })
  await waitFor(() => expect(field('Order reference').value).toBe('B-8'))
  expect([button('Create and release').disabled, button('Create order').disabled]).toEqual([true, false])
})

test('a copy has a new number and no passed day', () => {
  const order = storedOrder({ dispatchService: 'NAMED DAY', despatchDate: addDays(dayOf(NOW), -1) })
  expect(copiedOrder(order, order.items, NOW)).toMatchObject({ orderNo: '', date: '', dispatchService: 'NAMED DAY' })
  const named = storedOrder({ dispatchService: 'NAMED DAY', despatchDate: addDays(dayOf(NOW), 1) })
  expect(copiedOrder(named, named.items, NOW).date).toBe(addDays(dayOf(NOW), 1))
})

test('a copy keeps line values, whatever the SKUs cost now', () => {
  const [item] = storedOrder().items
  const items = [40, 10].map((value, index) => ({
    ...(item as Order['items'][number]),
    lineNumber: index + 1,
    quantity: 2 - index,
    unitValue: String(value / (2 - index)),
    totalValue: `${value}.00`,
  }))
  expect(copiedOrder(storedOrder(), items, NOW).items).toEqual([
    { SKU: 'LAMP-1', quantity: 2, totalValue: '40.00' },
    { SKU: 'LAMP-1', quantity: 1, totalValue: '10.00' },
  ])
})

test('a copied line with another SKU takes that SKU’s price', async () => {
  const server = openShop(storedOrder())
  const { user } = await openScreen(`${CREATE}?copy=B-7&client=BIRCH`, INTERNAL)
  await waitFor(() => expect(field('Value of line 1').value).toBe('30.00'))
  await user.clear(field('SKU of line 1'))
  await user.type(field('SKU of line 1'), 'MUG-1')
  await waitFor(() => expect(field('Value of line 1').value).toBe(''))
  await user.type(field('Value of line 1'), '9.00')
  await user.type(field('SKU of line 1'), '2')
  expect(field('Value of line 1').value).toBe('9.00')
  expect(server.callsTo(orders.create)).toEqual([])
})
