import type { AnyReference } from '@despatch/contract/enquiries/search/any-reference'
import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
const nothing: AnyReference = { tookItFor: [], matches: [], invoices: [], disputes: [], more: false }

function serverWithSian() {
  const server = openServer()
  server.answer(enquiries.reference, ({ query: { text } }): AnyReference =>
    text.startsWith('sian')
      ? {
          ...nothing,
          tookItFor: [{ kind: 'words', reference: '', title: 'a name or an address; 1 order', count: 1 }],
          matches: [
            {
              kind: 'words',
              reference: '',
              clientCode: 'ACME',
              orderNumber: 'AB-1',
              Status: 'N',
              orderDate: '2026-03-02T09:00:00.000Z',
              customer: 'Siân Murphy',
              town: 'Leeds',
              postCode: 'LS1 1UR',
              carrier: 'DPD',
              trackingNumber: '',
              matched: [{ field: 'name', text: 'Siân Murphy' }],
            },
          ],
        }
      : nothing,
  )
  return server
}

test('typing a name finds the customer’s orders, with the matching parts', async () => {
  serverWithSian()
  const { user } = await openScreen(ENQUIRY)
  await user.type(await screen.findByLabelText('Customer or reference'), 'sian murphy')
  const row = await screen.findByRole('row', { name: /Siân Murphy/ })
  expect(within(row).getByRole('link', { name: 'AB-1' })).toBeTruthy()
  expect(within(row).getByText('Name: Siân Murphy')).toBeTruthy()
  await user.clear(screen.getByLabelText('Customer or reference'))
  await user.type(screen.getByLabelText('Customer or reference'), 'zz top')
  await screen.findByText('Nothing is found by “zz top” yet.')
  expect(screen.queryByRole('row', { name: /Siân/ })).toBeNull()
})

test('typing does not search with further criteria set; a failure is reported', async () => {
  const server = serverWithSian()
  const { user } = await openScreen(ENQUIRY)
  await user.type(await screen.findByLabelText('Postcode'), 'LS1 1UR')
  await user.type(screen.getByLabelText('Customer or reference'), 'sian')
  expect(screen.queryByRole('table')).toBeNull()
  server.answer(enquiries.reference, refusal('internal_error', 'Too busy.'))
  await user.clear(screen.getByLabelText('Postcode'))
  await waitFor(() => expect(screen.getByText(/Search failed: Too busy/)).toBeTruthy())
})
