import { invoices } from '@despatch/contract/invoices/invoices'
import { reports } from '@despatch/contract/reports/reports'
import { home } from '@despatch/contract/route/home'
import { exportsRoom, type ExportJob } from '@despatch/contract/route/exports'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ExportsMenu } from '../../kit/exports/exports-menu.tsx'
import { session } from '../../kit/session/session-store.ts'
import { noteOpened } from '../../kit/tabs/recent-records.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer as openEmptyServer } from '../../testing/open-portal.tsx'
import { signIn, type SignInOptions } from '../../testing/sign-in.ts'
import { HomeScreen } from './home-screen.tsx'

/** A server without figures: home-figures.test.tsx has those. */
function openServer() {
  const server = openEmptyServer()
  const failure = refusal('internal_error', 'No figures')
  server.answer(reports.carriers, failure)
  server.answer(reports.keyMetrics, failure)
  server.answer(invoices.required, failure)
  server.answer(home.firstSteps, { steps: [] })
  return server
}

const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const count = (name: string, of: number, more: object = {}) => ({ name, count: of, urgent: 0, amounts: [], ...more })

test('waiting counts are listed worst first, with urgent items and amounts, and open their lists', async () => {
  const server = openServer()
  server.answer(home.counts, {
    done: [],
    counts: [
      count('codes-unknown', 1),
      count('invoices-to-decide', 3, {
        amounts: [
          { currency: '', amount: 500_000 },
          { currency: 'GBP', amount: 12_345_600 },
        ],
      }),
      count('orders-to-release', 1204, { urgent: 40 }),
    ],
  })
  const { user } = await openScreen('/home', CLERK, HomeScreen)
  const waiting = within(await screen.findByRole('region', { name: 'To do' }))
  const links = await waiting.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    '1,204orders to release',
    '40 due today or earlier',
    expect.stringMatching(/^3invoices to decide.*50\.00.*£1,234\.56$/),
    '1unmapped carrier code',
  ])
  expect(links[1]?.getAttribute('href')).toContain('despatch=due')
  expect(links[3]?.getAttribute('href')).toContain('state=unknown')
  await user.click(waiting.getByRole('link', { name: /orders to release/ }))
  await screen.findByText(/^Went to .*view-new-orders/)
})

test('late and urgent counts come first and are highlighted', async () => {
  const server = openServer()
  server.answer(home.counts, {
    done: [],
    counts: [
      count('orders-to-release', 30),
      count('refunds-overdue', 16),
      count('invoices-to-decide', 14, { urgent: 1 }),
    ],
  })
  await openScreen('/home', CLERK, HomeScreen)
  const waiting = within(await screen.findByRole('region', { name: 'To do' }))
  const rows = await waiting.findAllByRole('listitem')
  const partOf = (row: HTMLElement) => row.closest('section')?.querySelector('h3')
  expect(rows.map((row) => [row.textContent, partOf(row)?.textContent, partOf(row)?.dataset['tone']])).toEqual([
    ['16refunds overdue', 'Overdue', 'bad'],
    ['14invoices to decide1 due for payment', 'Today', 'attention'],
    ['30orders to release', 'Next', undefined],
  ])
})

const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
const ORDERS = '/order-management'
test.each([
  ['orderManagement.viewNewOrders', `${ORDERS}/view-new-orders`, 'status='],
  ['orderManagement.orderSuspendAmendOrCancel', `${ORDERS}/order_suspend_amend_or_cancel`, ''],
])('overdue orders open the list that a user with only %s may open', async (held, path, status) => {
  openServer().answer(home.counts, {
    done: [],
    counts: [
      count('orders-past-despatch', 4),
      count('orders-picking-late', 1),
      count('orders-part-sent', 2),
      count('orders-short', 5),
      count('orders-to-release', 3),
    ],
  })
  await openScreen('/home', { holds: (leaf) => leaf === held }, HomeScreen)
  const waiting = within(await screen.findByRole('region', { name: 'To do' }))
  const links = await waiting.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    '4overdue orders',
    '1overdue order in picking',
    '3orders to release',
    '2orders are part-sent',
    '5orders are short of stock',
  ])
  const asked = ['despatch=past', 'delay=pickingLate', '', 'delay=partSent', 'attention=stock']
  for (const [index, link] of links.entries()) {
    expect(link.getAttribute('href')).toMatch(new RegExp(`^${path}`))
    expect(link.getAttribute('href')).toContain(asked[index])
  }
  expect(links[0]?.getAttribute('href')).toContain(status)
})

test.each([
  [
    'those who list orders',
    [count('orders-without-carrier', 12, { urgent: 2 })],
    ['12orders have no carrier', '2 due today or earlier'],
  ],
  ['those who list exceptions alone', [], ['14consignments without a carrier']],
])('what has no carrier stands on Home once: %s', async (_who, more, texts) => {
  openServer().answer(home.counts, { done: [], counts: [count('routing-exceptions', 14), ...more] })
  await openScreen('/home', CLERK, HomeScreen)
  const waiting = within(await screen.findByRole('region', { name: 'To do' }))
  const links = await waiting.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(texts)
  if (more.length > 0)
    expect(links[1]?.getAttribute('href')).toMatch(/despatch=due.*noCarrier=only|noCarrier=only.*despatch=due/)
})

test('records that were opened are listed, newest first, for the client they were opened with', async () => {
  openServer().answer(home.counts, { done: [], counts: [] })
  const order = (number: string) => ({
    id: `order-${number}`,
    title: `Order ${number}`,
    link: `${ENQUIRY}?o=${number}`,
  })
  function Page() {
    const [visit, setVisit] = useState(1)
    return (
      <>
        <button type="button" onClick={() => setVisit(visit + 1)}>
          Come back
        </button>
        <HomeScreen key={visit} />
      </>
    )
  }
  const { user } = await openScreen('/home', { ...CLERK, clients: ['ACME', 'BIRCH'], client: 'ACME' }, Page)
  const again = await screen.findByRole('button', { name: 'Come back' })
  for (const number of ['1', '2', '1']) noteOpened(order(number))
  // The tab of a screen is no record.
  noteOpened({ id: ENQUIRY, title: 'Order & Returns Enquiry', link: ENQUIRY })
  await user.click(again)
  const recent = within(await screen.findByRole('region', { name: 'Recently opened' }))
  expect(recent.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Order 1', 'Order 2'])
  act(() => session.selectClient('BIRCH'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Recently opened' })).toBeNull())
})

test('without counts, Home says that nothing is waiting', async () => {
  const server = openServer()
  server.answer(home.counts, { done: [], counts: [] })
  await openScreen('/home', CLERK, HomeScreen)
  await screen.findByText('Nothing to do.')
})

test('a failed request for the counts is shown with its id and can be retried', async () => {
  const server = openServer()
  server.answer(home.counts, refusal('internal_error', 'Something went wrong'))
  const { user } = await openScreen('/home', CLERK, HomeScreen)
  const problem = within(await screen.findByRole('alert'))
  problem.getByText('Something went wrong')
  problem.getByText(/send us reference /)
  server.answer(home.counts, { done: [], counts: [count('orders-to-release', 12)] })
  await user.click(problem.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: /12.*orders to release/ })
})

test('failed exports open their list, which can show all and closes for the next user', async () => {
  const server = openServer()
  const file = (fileName: string, isFailed: boolean): ExportJob => ({
    exportId: fileName,
    report: 'orders',
    fileName,
    format: 'csv',
    status: isFailed ? 'Failed' : 'Succeeded',
    percentComplete: isFailed ? 0 : 100,
    rows: 1,
    shownRows: null,
    error: isFailed ? 'It took too long.' : '',
    askedAt: '2026-03-10T10:00:00.000Z',
    expiresAt: null,
    hasFile: !isFailed,
    isFailed,
  })
  server.answer(home.counts, { done: [], counts: [count('exports-failed', 1)] })
  const underWay: ExportJob = { ...file('Soon.csv', false), status: 'Running', percentComplete: 40, hasFile: false }
  server.answer(exportsRoom.list, { exports: [underWay, file('Made.csv', false), file('Lost.csv', true)] })
  const Both = () => (
    <>
      <ExportsMenu />
      <HomeScreen />
    </>
  )
  const { user } = await openScreen('/home', CLERK, Both)
  await screen.findByRole('button', { name: 'My exports, 1 being made' })
  await user.click(await screen.findByRole('button', { name: '1 export failed' }))
  const list = within(await screen.findByRole('dialog', { name: 'My exports' }))
  await list.findByText(/Lost\.csv/)
  list.getByText('It took too long.')
  expect(list.queryByText(/Made\.csv/)).toBeNull()
  await user.click(list.getByRole('button', { name: 'Show all' }))
  await list.findByText(/Made\.csv/)

  signIn(CLERK)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'My exports' })).toBeNull())
})

test('Home says what the user has done today', async () => {
  const server = openServer()
  server.answer(home.counts, {
    counts: [],
    done: [
      { act: 'order.released', count: 1061 },
      { act: 'invoice.decided', count: 1 },
    ],
  })
  await openScreen('/home', CLERK, HomeScreen)
  const done = await screen.findByText('Done today')
  expect(done.parentElement?.textContent).toBe('Done today 1,061 orders released · 1 invoice decided')
})
