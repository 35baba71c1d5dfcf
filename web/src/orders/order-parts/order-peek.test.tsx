import { enquiries } from '@despatch/contract/enquiries/enquiries'
import type { OrderRow } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../kit/server/query-client.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { OrderPeek } from './order-peek.tsx'

const ROW: OrderRow = {
  clientCode: 'ACME',
  orderNumber: 'A-1',
  Status: 'R',
  Status_Description: 'Released',
  Is_On_PickNote: 'false',
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
}
const WHOLE = {
  ...ROW,
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

async function openPeek() {
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
  return { server, peek: within(await screen.findByRole('dialog', { name: 'A-1' })) }
}

test('the quick view shows carrier, latest events and actions', async () => {
  const { peek } = await openPeek()
  const acts = within(await peek.findByRole('group', { name: 'Order actions' }))
  expect(acts.getAllByRole('button').map(({ textContent }) => textContent)).toContain('Suspend…')
  within(await peek.findByRole('region', { name: 'Carrier and cost' })).getByRole('heading', {
    name: 'Carrier and cost',
  })
  const timeline = within(await peek.findByRole('region', { name: 'Activity' }))
  await timeline.findByText('Created')
  expect(timeline.getByRole('link', { name: 'All activity' }).getAttribute('href')).toContain('view=timeline')
})

test('the focus stays in the quick view after a command', async () => {
  const { server, peek } = await openPeek()
  await peek.findByRole('button', { name: 'Suspend…' })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  server.answer(orders.searchByOrderNumber, { Orders: [{ ...WHOLE, Status: 'S', version: 4 }] })
  await queryClient.invalidateQueries()
  await peek.findByRole('button', { name: 'Release' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open the order'))
})
