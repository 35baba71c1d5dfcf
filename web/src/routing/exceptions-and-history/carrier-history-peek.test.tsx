import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { CarrierHistoryPeek } from './carrier-history-peek.tsx'

const OPEN: RoutingException = {
  clientCode: 'ACME',
  orderNumber: 'O-1',
  number: 1,
  attempt: 2,
  at: '2026-03-02T09:00:00.000Z',
  since: '2026-02-20T09:00:00.000Z',
  by: 'Ada Byron',
  state: 'exception',
  endedAt: null,
  despatchDay: '2026-03-03',
  dispatchService: 'STANDARD',
  country: 'GB',
  region: 'AB',
  postCode: 'AB10 1AA',
  parcels: 1,
  skus: ['MUG', 'POT'],
  ruleBookVersion: 3,
  why: 'No method serves Aberdeen',
}

async function peekAt(given: Partial<RoutingException>) {
  const opens = vi.fn<(row: RoutingException) => void>()
  // Users without access to orders see no candidates.
  const { user } = await openScreen('/peek', { holds: (leaf) => leaf.endsWith('carrierHistory') }, () => (
    <CarrierHistoryPeek of={{ ...OPEN, ...given }} onClose={() => undefined} onOpen={opens} />
  ))
  return { user, opens, drawer: within(await screen.findByRole('dialog', { name: /O-1/ })) }
}

test('an open exception has a red reason, its facts and two actions', async () => {
  const { user, opens, drawer } = await peekAt({})
  drawer.getByText('Open')
  expect(drawer.getByText('No carrier available').closest('[role=note]')?.getAttribute('data-meaning')).toBe('bad')
  drawer.getByText('No method serves Aberdeen.')
  expect(drawer.getByText('SKUs').nextElementSibling?.textContent).toBe('MUG, POT')
  expect(drawer.getByText('Decided').nextElementSibling?.textContent).toMatch(/, by Ada Byron$/)
  drawer.getByText(/^Ask your administrator for access to orders/)
  drawer.getByRole('button', { name: 'Re-allocate' })
  await user.click(drawer.getByRole('button', { name: 'Open the order' }))
  expect(opens).toHaveBeenCalledOnce()
})

test('an exception that has ended says when, and is not allocated again', async () => {
  const { drawer } = await peekAt({ state: 'superseded', endedAt: '2026-03-02T10:00:00.000Z', why: '' })
  expect(drawer.getByText('Re-allocated').parentElement?.textContent).toMatch(/^Re-allocated, .*2 Mar/)
  expect(drawer.getByText('No carrier available').closest('[role=note]')?.getAttribute('data-meaning')).toBe('neutral')
  expect(drawer.queryByText('.')).toBeNull()
  expect(drawer.queryByRole('button', { name: 'Re-allocate' })).toBeNull()
})
