import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screenAt } from '../../kit/navigation/screens.ts'
import { openScreen } from '../../testing/open-portal.tsx'
import { NotAllowedScreen } from './not-allowed-screen.tsx'

const POSTINGS = '/invoice-reconciliation/postings'

const openNotAllowed = (address: string) =>
  openScreen(address, { type: 'Client User' }, () => {
    const refused = screenAt(address)
    return refused && <NotAllowedScreen screen={refused} />
  })

test('a client’s user who opens an operator’s screen reads that it is the operator’s', async () => {
  await openNotAllowed(POSTINGS)
  await screen.findByRole('heading', { name: 'You don’t have access to Postings' })
  screen.getByText(/^Only operator staff can open this screen/)
  // No role of a client can have this permission, so the screen must not suggest asking for it.
  expect(screen.queryByText(/Your role is/)).toBeNull()
})
