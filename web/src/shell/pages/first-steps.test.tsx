import { invoices } from '@despatch/contract/invoices/invoices'
import { reports } from '@despatch/contract/reports/reports'
import { home } from '@despatch/contract/route/home'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { HomeScreen } from './home-screen.tsx'

const steps = (isDone: boolean) =>
  (['client', 'carriers', 'prices', 'skus', 'users', 'order'] as const).map((step) => ({
    step,
    isDone: isDone || step === 'client',
  }))

function openHome(isDone: boolean) {
  const server = openServer()
  const failure = refusal('internal_error', 'No figures')
  server.answer(reports.carriers, failure)
  server.answer(reports.keyMetrics, failure)
  server.answer(invoices.required, failure)
  server.answer(home.counts, { done: [], counts: [] })
  server.answer(home.firstSteps, { steps: steps(isDone) })
  return openScreen('/home', { type: 'Internal Administrator', clients: ['ACME'] }, HomeScreen)
}

test('a new portal shows its first steps with progress; each open one leads to its screen, and they can be dismissed', async () => {
  const { user } = await openHome(false)
  const list = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(list.getByText('1 of 6 done')).toBeTruthy()
  expect(list.queryByRole('link', { name: 'Add a client' })).toBeNull()
  expect(list.getByRole('link', { name: 'Enter carrier services and prices' }).getAttribute('href')).toContain(
    '/carrier-prices',
  )
  await user.click(list.getByRole('button', { name: 'Dismiss the first steps' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
})

test('when all is done there is no list', async () => {
  await openHome(true)
  await screen.findByText('Nothing to do.')
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})
