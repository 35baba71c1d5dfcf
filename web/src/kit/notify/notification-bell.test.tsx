import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { noteServerTime } from '../browser/clock.ts'
import { NotificationBell } from './notification-bell.tsx'
import { notify } from './notify.ts'

afterEach(() => {
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

test('a notification shows the server’s time in the operator’s time zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T12:00:00Z') })
  noteServerTime('Wed, 01 Jul 2026 14:30:00 GMT')
  const { user } = await openScreen('/home', {}, NotificationBell)
  notify.info('Saved.')
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const time = await screen.findByText('15:30:00')
  expect(time.getAttribute('datetime')).toBe('2026-07-01T14:30:00.000Z')
})
