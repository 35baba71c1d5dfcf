import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { feeds } from '@despatch/contract/feeds/feeds'
import type { FeedRunRow } from '@despatch/contract/feeds/runs/runs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { refusal } from '../../testing/fake-server.ts'

const RUN: FeedRunRow = {
  run: 7,
  client: 'ACME',
  feed: 'orders',
  startedAt: '2026-11-09T09:15:00.000Z',
  endedAt: '2026-11-09T09:16:00.000Z',
  byName: 'acme.user',
  fileName: 'monday.csv',
  mapping: 'shop',
  problem: '',
  isBroken: false,
  counts: { read: 130, created: 120, changed: 0, unchanged: 5, leftOut: 0, refused: 5, ordersCreated: 60 },
  refusedByReason: { 'Quantity is a whole number': 5 },
  refusedRows: [],
  takenBack: null,
  hasOrders: true,
  whyNotTakenBack: '',
}

async function openRuns(...runs: readonly Partial<FeedRunRow>[]) {
  const server = openServer()
  server.answer(feeds.mappings, { mappings: [] })
  server.answer(feeds.runs, { runs: runs.map((run, at) => ({ ...RUN, run: 7 + at, ...run })), hasMore: false })
  const opened = await openScreen('/feeds/orders')
  return { ...opened, rows: within(await screen.findByRole('table', { name: 'Import history' })) }
}

test('files are listed with their result and link to their orders', async () => {
  const { rows } = await openRuns(
    {},
    { fileName: '', problem: 'The file lacks the column SKU.', counts: null, hasOrders: false },
    {
      takenBack: { at: '2026-11-09T10:00:00.000Z', byName: 'ops.user' },
      whyNotTakenBack: 'This import has already been undone.',
    },
    { endedAt: null, counts: null, hasOrders: false },
  )
  const [, first, second, third, fourth] = rows.getAllByRole('row').map(({ textContent }) => textContent)
  expect(first).toMatch(/monday\.csv by shopacme\.userImported with errors13012055ShowUndo import…$/)
  expect(second).toContain('No file name')
  expect(second).toContain('The file lacks the column SKU.')
  expect(third).toContain('Undone by ops.user')
  expect(fourth).toContain('Importing')
  expect(rows.getAllByRole('link', { name: 'Show' })[0]?.getAttribute('href')).toMatch(/feedRun=7/)
  expect(
    rows.getAllByRole<HTMLButtonElement>('button', { name: 'Undo import…' }).map(({ disabled }) => disabled),
  ).toEqual([false, true])
})

test('the refused rows of a file are listed with their lines and reasons', async () => {
  const missingLine = 'The order has a line that is not in this file. Amend or cancel the order instead'
  const { rows, user } = await openRuns({
    refusedRows: [
      { line: 1002, column: 'SKU', reason: missingLine },
      { line: 1007, column: '', reason: 'The quotes of this row do not pair up' },
    ],
  })
  await user.click(rows.getByText('First rejected rows'))
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Line 1,002, SKU: ${missingLine}`,
    'Line 1,007: The quotes of this row do not pair up',
  ])
})

test('with all clients selected, the user chooses one to list its files', async () => {
  const server = openServer()
  server.answer(feeds.mappings, { mappings: [] })
  server.answer(feeds.runs, { runs: [RUN], hasMore: false })
  const { user } = await openScreen('/feeds/orders', { clients: ['ACME', 'BIRCH'], client: ALL_CLIENTS })
  await user.click(await screen.findByRole('button', { name: /ACME/ }))
  await screen.findByRole('table', { name: 'Import history' })
})

test('taking back asks for a reason, and for the number of many orders', async () => {
  const { user, rows, server } = await openRuns({})
  server.answer(
    feeds.takeBack,
    refusal('unprocessable', '1 of its 60 orders is no longer New: D2 (Released). Nothing was taken back.'),
  )
  await user.click(rows.getByRole('button', { name: 'Undo import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Enter a reason.')
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong shop')
  dialog.getByText('Type 60 to confirm.')
  await user.type(dialog.getByLabelText('Type 60 to cancel 60 orders'), '60')
  await user.click(dialog.getByRole('button', { name: 'Undo import' }))
  await dialog.findByText(/D2 \(Released\)/)
  server.answer(feeds.takeBack, { message: 'Import undone.', cancelled: 60 })
  await user.click(dialog.getByRole('button', { name: 'Undo import' }))
  await waitFor(() => expect(server.callsTo(feeds.takeBack)).toHaveLength(2))
  expect(server.callsTo(feeds.takeBack)[1]).toMatchObject({ params: { run: 7 }, body: { reason: 'Wrong shop' } })
})

test('a failed list of files shows an error and can be retried', async () => {
  const server = openServer()
  server.answer(feeds.mappings, { mappings: [] })
  server.answer(feeds.runs, refusal('internal_error', 'Something went wrong'))
  const { user } = await openScreen('/feeds/orders')
  const problem = within(await screen.findByRole('alert'))
  server.answer(feeds.runs, { runs: [RUN], hasMore: false })
  await user.click(problem.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table', { name: 'Import history' })
})
