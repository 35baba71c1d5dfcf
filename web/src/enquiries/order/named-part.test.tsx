import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { orders } from '@despatch/contract/orders/orders'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const ORDER = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'R' as const,
  Status_Description: 'Released',
  Is_On_PickNote: 'false' as const,
  orderDate: '2026-07-09T10:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: '',
  email: '',
  postCode: 'SW1Y 4JH',
  country: 'GB',
  quantity: 5,
  totalValue: '25.99',
  currencyCode: 'GBP',
  dispatchService: 'STANDARD' as const,
  despatchDate: '2026-07-15',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  suspendedFor: '',
  version: 3,
  source: 'feed' as const,
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
const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'

test.each([
  ['delivery-events-for-order', 'parcel', 'This order has no parcel NOPE. The link may be old or mistyped.'],
  ['returns-events-for-order', 'return', 'This order has no return NOPE. The link may be old or mistyped.'],
])('%s in the address that the order lacks is reported', async (path, part, words) => {
  const server = openServer()
  server.answer(orders.searchByOrderNumber, { Orders: [ORDER] })
  server.answer(enquiries.deliveryEvents, { details: [], hasMore: false })
  server.answer(enquiries.returnEvents, { details: [] })
  const { go } = await openScreen(`${ENQUIRY}/${path}?orderNumber=A-1&${part}=NOPE`)
  await screen.findByText(words)
  await go(`${ENQUIRY}/${path}?orderNumber=A-1`)
  await screen.findByText(/^(Nothing has been|No returns yet)/)
  expect(screen.queryByText(words)).toBeNull()
})
