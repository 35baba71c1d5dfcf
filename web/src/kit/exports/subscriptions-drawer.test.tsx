import { type ReportSubscription, subscriptions } from '@despatch/contract/reports/subscriptions'
import { exportsRoom } from '@despatch/contract/route/exports'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { ExportsMenu } from './exports-menu.tsx'

const LAST = {
  dueAt: '2026-01-12T07:30:00.000Z',
  startDate: '2026-01-05',
  endDate: '2026-01-11',
  status: 'Failed' as const,
  reason: 'A file could not be made.',
  nextTryAt: null,
  leftOut: ['cy'],
}
const FAILED: ReportSubscription = {
  subscriptionId: 7,
  report: 'key-metrics',
  title: 'Key Metrics',
  clients: ['ACME'],
  format: 'xlsx',
  period: 'last-week',
  weekday: 0,
  at: '07:30',
  owner: 'ada',
  mayChange: true,
  isForMe: true,
  recipients: [
    { userId: 1, name: 'ada', hasStopped: false },
    { userId: 2, name: 'ben', hasStopped: true },
  ],
  nextAt: '2026-01-19T07:30:00.000Z',
  endedWhy: '',
  last: LAST,
}

test('reports by mail are listed, sent again, stopped, changed and added', async () => {
  const server = openServer()
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(subscriptions.list, { subscriptions: [FAILED] })
  server.answer(subscriptions.sendAgain, {})
  server.answer(subscriptions.stop, {})
  const { user } = await openScreen('/somewhere', { type: 'Internal User', clients: ['ACME'] }, ExportsMenu)
  await user.click(await screen.findByRole('button', { name: 'My exports' }))
  await user.click(await screen.findByRole('button', { name: 'Email reports' }))
  const row = within(await screen.findByRole('listitem'))
  row.getByText(/Every Monday at 07:30, last week, XLSX, ACME/)
  row.getByText(/To ada, ben \(stopped\); set up by ada/)
  row.getByText(/5 – 11 Jan 2026 failed.*A file could not be made\..*cy\./)
  await user.click(row.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(server.callsTo(subscriptions.sendAgain)[0]?.body).toEqual({ subscriptionId: 7 }))
  await user.click(row.getByRole('button', { name: 'Unsubscribe' }))
  await waitFor(() => expect(server.callsTo(subscriptions.stop)[0]?.body).toEqual({ subscriptionId: 7 }))

  server.answer(subscriptions.recipients, { users: [{ userId: 3, name: 'dee' }] })
  server.answer(subscriptions.change, FAILED)
  await user.click(row.getByRole('button', { name: 'Change' }))
  const form = within(await screen.findByRole('form', { name: 'Change email report Key Metrics' }))
  form.getByText('ben (stopped)')
  await user.click(form.getByRole('combobox', { name: 'Recipients' }))
  await user.click(await screen.findByRole('option', { name: 'dee' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.callsTo(subscriptions.change)[0]?.body).toMatchObject({
      subscriptionId: 7,
      report: 'key-metrics',
      format: 'xlsx',
      weekday: 0,
      at: '07:30',
      recipients: [1, 2, 3],
    }),
  )

  server.answer(subscriptions.add, { ...FAILED, subscriptionId: 8 })
  await user.click(await screen.findByRole('button', { name: 'New email report' }))
  await user.click(await screen.findByRole('button', { name: 'Send by email' }))
  expect(await screen.findAllByText('Choose who gets it')).toHaveLength(2)
  await user.click(screen.getByRole('combobox', { name: 'Recipients' }))
  await user.click(await screen.findByRole('option', { name: 'dee' }))
  await user.click(screen.getByRole('button', { name: 'Send by email' }))
  await waitFor(() =>
    expect(server.callsTo(subscriptions.add)[0]?.body).toMatchObject({ recipients: [3], weekday: 0, at: '07:30' }),
  )
})

test('a new report by mail begins with the report on the screen', async () => {
  const server = openServer()
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(subscriptions.list, { subscriptions: [] })
  server.answer(subscriptions.recipients, { users: [] })
  const who = { type: 'Internal User', clients: ['ACME'] } as const
  const { user } = await openScreen('/management-reports/annual-volumes/orders', who, ExportsMenu)
  await user.click(await screen.findByRole('button', { name: 'My exports' }))
  await user.click(await screen.findByRole('button', { name: 'Email reports' }))
  await user.click(await screen.findByRole('button', { name: 'New email report' }))
  const form = within(await screen.findByRole('form', { name: 'New email report' }))
  expect(form.getByRole('combobox', { name: 'Report' })).toHaveProperty('value', 'Annual Volumes')
})

test('the client of a report by mail is fixed while its save has no answer', async () => {
  const server = openServer()
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(subscriptions.list, { subscriptions: [] })
  server.answer(subscriptions.recipients, { users: [{ userId: 3, name: 'dee' }] })
  server.answer(subscriptions.add, () => Promise.reject(new TypeError('No answer came')))
  const { user } = await openScreen('/somewhere', { type: 'Internal User', clients: ['ACME', 'BOLT'] }, ExportsMenu)
  await user.click(await screen.findByRole('button', { name: 'My exports' }))
  await user.click(await screen.findByRole('button', { name: 'Email reports' }))
  await user.click(await screen.findByRole('button', { name: 'New email report' }))
  const form = within(await screen.findByRole('form', { name: 'New email report' }))
  await user.click(form.getByRole('combobox', { name: 'Recipients' }))
  await user.click(await screen.findByRole('option', { name: 'dee' }))
  const client = () => form.getByRole<HTMLInputElement>('combobox', { name: 'Client' })
  expect(client().disabled).toBe(false)
  await user.click(form.getByRole('button', { name: 'Send by email' }))
  await waitFor(() => expect(client().disabled).toBe(true))
  form.getByText(/Locked until saved/)
})

test('a report waiting for the mail server shows why, and Try now sends it', async () => {
  const server = openServer()
  const reason = 'The mail server cannot be reached.'
  const last = { ...LAST, status: 'Waiting' as const, reason, nextTryAt: '2026-01-12T07:31:00.000Z' }
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(subscriptions.list, { subscriptions: [{ ...FAILED, last }] })
  server.answer(subscriptions.sendAgain, {})
  const { user } = await openScreen('/somewhere', { type: 'Internal User', clients: ['ACME'] }, ExportsMenu)
  await user.click(await screen.findByRole('button', { name: 'My exports' }))
  await user.click(await screen.findByRole('button', { name: 'Email reports' }))
  const row = within(await screen.findByRole('listitem'))
  row.getByText(/waiting for the mail server since.*The mail server cannot be reached\. Next try.*for up to a day/)
  await user.click(row.getByRole('button', { name: 'Try now' }))
  await waitFor(() => expect(server.callsTo(subscriptions.sendAgain)[0]?.body).toEqual({ subscriptionId: 7 }))
})
