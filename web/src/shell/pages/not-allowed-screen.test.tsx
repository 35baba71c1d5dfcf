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

test('a client’s user who follows a link to a screen of the operator’s reads whose it is', async () => {
  await openNotAllowed(POSTINGS)
  await screen.findByRole('heading', { name: 'Postings is not open to you' })
  screen.getByText(/^Only the operator’s own users can open this screen/)
  // No role of theirs could be given it.
  expect(screen.queryByText(/Who can grant it/)).toBeNull()
})
