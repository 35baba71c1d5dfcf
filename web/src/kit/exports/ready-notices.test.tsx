import { reportFiles } from '@despatch/contract/reports/report-files'
import { exportsRoom, type ExportJob } from '@despatch/contract/route/exports'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { signIn, type SignInOptions } from '../../testing/sign-in.ts'
import { storeNotifications, readNotifications } from '../notify/stored-notifications.ts'
import { NotificationBell } from '../notify/notification-bell.tsx'
import { notifications, notify } from '../notify/notify.ts'
import { ExportsMenu, refreshExports } from './exports-menu.tsx'
import { watchHere } from './use-ready-notices.ts'

const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const file = (fileName: string, of: Partial<ExportJob>): ExportJob => ({
  exportId: fileName,
  report: 'orders',
  fileName,
  format: 'csv',
  status: 'Succeeded',
  percentComplete: 100,
  rows: 1,
  shownRows: null,
  error: '',
  askedAt: '2026-03-10T10:00:00.000Z',
  expiresAt: null,
  hasFile: true,
  isFailed: false,
  ...of,
})
const Both = () => (
  <>
    <ExportsMenu />
    <NotificationBell />
  </>
)
const messages = () => notifications.log.get().entries.map(({ kind, message }) => `${kind}: ${message}`)

test('a ready or failed file is notified about once, unless a button does', async () => {
  const server = openServer()
  const underWay = { status: 'Running', percentComplete: 40, hasFile: false } as const
  const names = ['Made.csv', 'Lost.csv', 'Watched.csv', 'Cancelled.csv']
  server.answer(exportsRoom.list, {
    exports: [...names.map((name) => file(name, underWay)), file('Old.csv', {})],
  })
  watchHere('Watched.csv')
  await openScreen('/home', CLERK, Both)
  await screen.findByRole('button', { name: 'My exports, 4 being made' })
  const failed = { status: 'Failed', hasFile: false, error: 'It took too long.' } as const
  server.answer(exportsRoom.list, {
    exports: [
      file('Made.csv', {}),
      file('Lost.csv', { ...failed, isFailed: true }),
      file('Watched.csv', {}),
      file('Cancelled.csv', { ...failed, error: 'You cancelled this file.' }),
      file('Old.csv', {}),
    ],
  })
  for (const _ of [1, 2]) await refreshExports()
  await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  expect(messages()).toEqual([
    'danger: Lost.csv couldn’t be created. It took too long.',
    'info: Made.csv is ready. Download it under My exports.',
  ])
})

test('a Power BI file is watched and downloaded like others, but cannot be cancelled', async () => {
  const server = openServer()
  const ofPowerBi = {
    format: 'pdf',
    report: 'returns-dashboard',
    isOfPowerBi: true,
    exportId: '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002',
  } as const
  const underWay = file('Dashboard.pdf', { ...ofPowerBi, status: 'Running', percentComplete: 40, hasFile: false })
  server.answer(exportsRoom.list, {
    exports: [
      underWay,
      file('Lost.pdf', {
        ...ofPowerBi,
        exportId: '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0003',
        status: 'Undefined',
        hasFile: false,
        error: 'Nobody says.',
      }),
    ],
  })
  const job = { id: '', exportId: '', percentComplete: 100, reportName: 'returns-dashboard' }
  server.answer(reportFiles.status, { ...job, status: 'Succeeded' })
  const { user } = await openScreen('/home', CLERK, Both)
  await user.click(await screen.findByRole('button', { name: 'My exports, 1 being made' }))
  expect(await screen.findByText('Nobody says.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(server.callsTo(reportFiles.status).length).toBeGreaterThan(0)
  server.answer(exportsRoom.list, { exports: [file('Dashboard.pdf', ofPowerBi)] })
  await refreshExports()
  expect(await screen.findByText('Made by Power BI')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export again' })).toBeNull()
  screen.getByRole('button', { name: 'Download' })
})

test('notifications survive a reload, and only for the same user', async () => {
  openServer()
  await openScreen('/home', CLERK, NotificationBell)
  notify.info('Kept')
  const [user] = [JSON.parse(sessionStorage.getItem('despatch.notifications') ?? '{}').user as string]
  expect(readNotifications(user)).toMatchObject({ unread: 1, entries: [{ id: 1, kind: 'info', message: 'Kept' }] })
  expect(readNotifications(`${user}0`).entries).toEqual([])

  // Entries by an older version or another user are ignored.
  sessionStorage.setItem('despatch.notifications', '{"user":"1","entries":[{"kind":"loud"}]}')
  expect(readNotifications('1').entries).toEqual([])
  storeNotifications('', notifications.log.get())
  expect(sessionStorage.getItem('despatch.notifications')).toBeNull()

  signIn(CLERK)
  expect(messages()).toEqual([])
})
