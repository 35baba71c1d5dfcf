import { MantineProvider } from '@mantine/core'
import type { TimelineEntry } from '@despatch/contract/enquiries/timeline/timeline'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { parseSearch, stringifySearch } from '../../kit/browser/search-text.ts'
import { TimelineEntries } from './timeline-entries.tsx'
import { ActivityFilter } from './activity-filter.tsx'

const BILLED: TimelineEntry = {
  id: '7:1',
  at: '2026-11-12T10:00:00.000Z',
  kind: 'invoice',
  title: 'Billed by UPS',
  detail: 'Invoice A1, 1Z1, £11.90 billed, £6.50 expected, overcharged by £5.40',
  by: '',
  record: '17.17000001',
  changes: [],
}

async function draw(what: ReactNode): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => what }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
}

test('a billing entry shows its amounts, and links to its invoice row', async () => {
  await draw(<TimelineEntries order={{ orderNumber: 'W100', clientCode: 'ACME' }} entries={[BILLED]} />)
  const address = new URL(screen.getByRole('link', { name: 'Billed by UPS' }).getAttribute('href') ?? '', 'http://x')
  expect(address.pathname).toBe('/invoice-reconciliation/invoice-details-parcel')
  expect(Object.fromEntries(address.searchParams)).toEqual({ summaryID: '17', parcel: '17000001' })
  screen.getByText(/£11.90 billed, £6.50 expected, overcharged by £5.40/)
  screen.getByText('Invoices')
})

test.each([
  [{ order: 1, invoice: 2, note: 0 }, ['All activity', 'Order 1', 'Invoices 2']],
  [{ order: 1 }, ['All activity', 'Order 1']],
])('%j offers the filters %j: only kinds with entries that the user may see', async (counts, names) => {
  const onChange = vi.fn<(kinds: readonly string[]) => void>()
  await draw(<ActivityFilter kinds={[]} counts={counts} onChange={onChange} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Show' }))
  expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual(names)
  await userEvent.click(screen.getByRole('option', { name: 'Order 1', hidden: true }))
  expect(onChange).toHaveBeenCalledWith(['order'])
})
