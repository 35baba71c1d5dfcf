import { enquiries } from '@despatch/contract/enquiries/enquiries'
import type { ParcelWithEvents } from '@despatch/contract/enquiries/order/order-details'
import type { Order } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const ORDER: Order = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'N',
  Status_Description: 'New',
  Is_On_PickNote: 'false',
  orderDate: '2026-07-09T10:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: '',
  email: '',
  postCode: '',
  country: 'GB',
  quantity: 5,
  totalValue: '25.99',
  currencyCode: 'GBP',
  dispatchService: 'STANDARD',
  despatchDate: '2026-07-15',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  suspendedFor: '',
  version: 3,
  source: 'feed',
  customerAccount: '',
  phone: '',
  addressLine1: '12 St James Square',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  createdAt: '2026-07-09T10:00:00.000Z',
  createdBy: 'feed',
  itemCount: 0,
  items: [],
  shortfall: null,
  shortOfStock: null,
  history: [],
}
const DELIVERED = { ...ORDER, Status: 'V', Status_Description: 'Delivered', Is_On_PickNote: 'true' } as const
const EVENT = {
  trackingNumber: 'JD1',
  at: '2026-07-16T10:00:00.000Z',
  state: 'delivered',
  stateTitle: 'Delivered',
  code: 'DEL',
  description: 'Left in porch',
  location: 'Leeds',
  reason: '',
  carrier: 'DPD',
  isUnknown: false,
} as const
const PARCEL: ParcelWithEvents = {
  clientCode: 'ACME',
  trackingNumber: 'JD1',
  carrier: 'DPD',
  carrierName: 'DPD',
  carrierService: '',
  orderNumber: 'A-1',
  despatchedAt: '2026-07-15T16:00:00.000Z',
  promisedDate: '2026-07-17',
  weight: null,
  state: 'delivered',
  stateTitle: 'Delivered',
  reason: '',
  stateAt: EVENT.at,
  deliveredAt: EVENT.at,
  exception: null,
  daysLate: 0,
  events: [{ ...EVENT, at: '2026-07-15T20:00:00.000Z', state: 'in_transit', description: 'At hub' }, EVENT],
  contents: [
    { SKU: 'MUG', Item_Description: 'Mug, blue', quantity: 2 },
    { SKU: 'TRAY', Item_Description: '', quantity: 1 },
  ],
}

async function openOrder(order: Order, parcels: readonly ParcelWithEvents[] = []) {
  const server = openServer()
  server.answer(orders.searchByOrderNumber, { Orders: [order] })
  server.answer(enquiries.deliveryEvents, { details: [...parcels], hasMore: false })
  server.answer(enquiries.returnEvents, { details: [] })
  server.answer(enquiries.timeline, { entries: [], hasMore: false, counts: { order: 0, invoice: 0, claim: 0 } })
  server.answer(orders.notes, { notes: [], assignee: null })
  server.answer(orders.colleagues, { colleagues: [] })
  server.answer(orders.tagNames, { tags: [] })
  server.answer(allocation.decision, {
    orderNumber: 'A-1',
    version: 3,
    Status: order.Status,
    consignments: [],
    ruleBookVersion: 1,
  })
  return openScreen('/reporting-and-enquiries/order-and-returns-enquiry/summary-for-order?orderNumber=A-1')
}

test('a problem has one banner with its button', async () => {
  await openOrder({ ...ORDER, needsAttention: ['postcode'] })
  const banner = within(await screen.findByRole('note'))
  expect(banner.getByText('Needs attention')).toBeTruthy()
  expect(banner.getByText('No postcode. Complete the address.')).toBeTruthy()
  expect(banner.getByRole('link', { name: 'Amend…' }).getAttribute('href')).toContain('amend=A-1')
})

test('an order short of stock says by how much, and leads to the stock of its SKUs', async () => {
  await openOrder({
    ...ORDER,
    needsAttention: ['stock'],
    shortOfStock: { items: [{ SKU: 'AC-POT-101', quantity: 2 }], SKUs: 1 },
  })
  const banner = within(await screen.findByRole('note'))
  expect(banner.getByText('Short by 2 of AC-POT-101')).toBeTruthy()
  expect(banner.getByText('Wait for goods in, or amend the order.')).toBeTruthy()
  expect(banner.getByRole('link', { name: 'Stock of AC-POT-101' }).getAttribute('href')).toContain('sku=AC-POT-101')
})

test('an order that can no longer be changed says why and what to do', async () => {
  await openOrder(DELIVERED)
  expect((await screen.findByRole('note')).textContent).toBe(
    'This order is delivered and can no longer be changed. If goods come back, create a return.',
  )
})

test('each parcel lists what is in it, and the delivery its last event', async () => {
  await openOrder(DELIVERED, [PARCEL])
  await screen.findByText('2 × MUG Mug, blue · 1 × TRAY')
  expect(screen.getByText('Left in porch · Leeds')).toBeTruthy()
})

test('empty sections take one line', async () => {
  await openOrder(ORDER)
  expect((await screen.findByRole('region', { name: 'Money' })).textContent).toBe(
    'MoneyNo carrier has billed it, and nothing is claimed.',
  )
  expect(screen.getByRole('region', { name: 'Delivery' }).textContent).toMatch(
    /^DeliveryNothing has been despatched yet/,
  )
})
