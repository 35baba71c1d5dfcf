import { notificationMs } from '@despatch/domain/feedback/messages'
import { notifications as toasts } from '@mantine/notifications'
import { createElement } from 'react'
import { serverNow } from '../browser/clock.ts'
import { session } from '../session/session-store.ts'
import { storeNotifications, readNotifications } from './stored-notifications.ts'
import { ActingMessage } from './acting-message.tsx'
import { createNotifications, type NotificationAct, type NotificationKind } from './notification-log.ts'

const COLOURS = { success: 'good', danger: 'bad', info: 'neutral' } as const

const userId = () => String(session.store.get().user?._id ?? '')

/** The notifications of this window. They survive a reload. */
export const notifications = createNotifications(display, serverNow, readNotifications(userId()))
notifications.log.subscribe(() => storeNotifications(userId(), notifications.log.get()))

// The next user of this window must not see the notifications of the previous one.
let owner = userId()
session.store.subscribe(() => {
  const user = userId()
  if (user === owner || user === '') return
  if (owner !== '') notifications.clear()
  owner = user
})

function display(kind: NotificationKind, message: string, milliseconds: number, act?: NotificationAct) {
  toasts.show({
    id: message,
    message: act ? createElement(ActingMessage, { message, act, onAct: () => runAct(message, act) }) : message,
    color: COLOURS[kind],
    autoClose: milliseconds,
    className: `toast toast-${kind}`,
    // The notification list is the live region: with a second one, screen readers would read everything twice.
    role: 'status',
    'aria-live': 'off',
    closeButtonProps: { 'aria-label': 'Close the notification' },
    onClose: () => notifications.allowAgain(message),
  })
}

/** Runs the action of a notification, and removes it so that it runs once. */
export function runAct(message: string, act: NotificationAct): void {
  notifications.removeAct(act)
  toasts.hide(message)
  act.run()
}

/** Takes a notification whose action is done elsewhere off the screen, and its action off the list. */
export function withdrawAct(message: string): void {
  for (const { act, ...entry } of notifications.log.get().entries)
    if (act && entry.message === message) notifications.removeAct(act)
  toasts.hide(message)
}

type NotifyOptions = { readonly seconds?: number | null; readonly act?: NotificationAct }

/** Notifications with an action stay longer, so that the user can read and decide. */
const ACT_SECONDS = 10

const show =
  (kind: NotificationKind) =>
  (message: string, { act, seconds = act && ACT_SECONDS }: NotifyOptions = {}) =>
    void notifications.show(kind, message, notificationMs(seconds), act)

/** Shows a notification at the top, centred, and adds it to the list. Does nothing while the same text is on the screen. */
export const notify = { success: show('success'), danger: show('danger'), info: show('info') }
