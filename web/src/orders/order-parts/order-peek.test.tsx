import { enquiries } from '@despatch/contract/enquiries/enquiries'
import type { OrderRow } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { OrderPeek } from './order-peek.tsx'

const ROW: OrderRow = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'R',
  Status_Description: 'Released',
  Is_On_PickNote: 'false',
  suspendedFor: '',
  orderDate: '2026-07-09T10:00:00.000Z',
  customerFirstName: 'Ada',
  customerLastName: '',
  email: '',
  postCode: 'SW1Y 4JH',
  country: 'GB',
  quantity: 5,
  totalValue: '25.99',
  currencyCode: 'GBP',
  dispatchService: 'STANDARD',
  despatchDate: '2026-07-15',
  needsAttention: [],
  tags: [],
  assignedTo: '',
  version: 3,
}
const WHOLE = {
  ...ROW,
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
  history: [],
}

test('an order that is peeked at shows its carrier, what became of it, and what may be done to it', async () => {
  const server = openServer()
  server.answer(orders.searchByOrderNumber, { Orders: [WHOLE] })
  server.answer(allocation.decision, {
    orderNumber: 'A-1',
    version: 3,
    Status: 'R',
    consignments: [],
    ruleBookVersion: 1,
  })
  server.answer(enquiries.timeline, {
    entries: [
      { id: '1', at: ROW.orderDate, kind: 'order', title: 'Created', detail: '', by: 'feed', record: '1', changes: [] },
    ],
    hasMore: false,
    counts: { order: 1 },
  })
  await openScreen('/list', {}, () => <OrderPeek row={ROW} onClose={() => undefined} onOpen={() => undefined} />)
  const peek = within(await screen.findByRole('dialog', { name: 'A-1' }))
  const acts = within(peek.getByRole('group', { name: 'What can be done to the order' }))
  expect(acts.getAllByRole('button').map(({ textContent }) => textContent)).toContain('Suspend…')
  within(await peek.findByRole('region', { name: 'Carrier' })).getByRole('heading', { name: 'Carrier' })
  const timeline = within(await peek.findByRole('region', { name: 'Timeline' }))
  await timeline.findByText('Created')
  expect(timeline.getByRole('link', { name: 'The whole timeline' }).getAttribute('href')).toContain('view=timeline')
})
