import { jobs, type RecurringJobDto } from '@despatch/contract/administration/jobs/jobs'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const EXPIRE: RecurringJobDto = {
  name: 'expire-returns',
  title: 'Expire returns',
  what: 'Ends announced returns whose items were never sent.',
  schedule: 'Every 10 minutes',
  state: 'failed',
  beganAt: '2026-03-02T10:00:00.000Z',
  endedAt: '2026-03-02T10:00:02.000Z',
  seconds: 2,
  lastFailure: { at: '2026-03-02T10:00:02.000Z', message: 'The table is locked' },
}
const RUNNING: RecurringJobDto = {
  ...EXPIRE,
  name: 'find-claims',
  title: 'Find claims',
  state: 'running',
  endedAt: null,
  lastFailure: null,
}

async function openJobs(more: object = {}) {
  const server = openServer()
  server.answer(jobs.list, { jobs: [EXPIRE, RUNNING] })
  const opened = await openScreen('/setup-and-control/jobs', { type: 'Internal Administrator', ...more })
  const table = within(await screen.findByRole('table', { name: 'Jobs' }))
  await table.findByText('Expire returns')
  return { ...opened, server, table }
}

test('jobs show state, schedule, last run and last failure, which opens in full', async () => {
  const { user, table } = await openJobs()
  const row = table.getByRole('row', { name: /Expire returns/ }).textContent
  expect(row).toMatch(/Failed.*2\.0 s.*2 Mar.*, 10:00.*Every 10 minutes.*The table is locked/)
  await user.click(table.getByText('Expire returns'))
  const peek = within(await screen.findByRole('dialog', { name: 'Expire returns' }))
  expect(peek.getByText('The table is locked')).toBeTruthy()
  expect(peek.getByText(EXPIRE.what)).toBeTruthy()
})

test('a role that may only read sees why it cannot run jobs', async () => {
  const { table } = await openJobs({ holds: (_leaf: string, right: string) => right !== 'Edit' })
  const button = table.getByRole<HTMLButtonElement>('button', { name: 'Run Expire returns now' })
  expect([button.disabled, button.title]).toEqual([true, "You need 'Edit' on Jobs. Ask your administrator."])
})

test('a job runs after a confirmation; a running one cannot be started', async () => {
  const { user, table, server } = await openJobs()
  expect(table.getByRole<HTMLButtonElement>('button', { name: 'Run Find claims now' }).disabled).toBe(true)
  server.answer(jobs.run, refusal('in_use', '‘Expire returns’ is already running.'))
  await user.click(table.getByRole('button', { name: 'Run Expire returns now' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Run ‘Expire returns’ now?' }))
  await user.click(dialog.getByRole('button', { name: 'Run now' }))
  await dialog.findByText('‘Expire returns’ is already running.')
  server.answer(jobs.run, { message: '‘Expire returns’ is starting.' })
  await user.click(dialog.getByRole('button', { name: 'Run now' }))
  await screen.findByText('‘Expire returns’ is starting.')
  expect(server.callsTo(jobs.run).at(-1)?.params).toEqual({ name: 'expire-returns' })
})
