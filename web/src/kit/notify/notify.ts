import { notificationMs } from '@despatch/domain/feedback/messages'
import { notifications as toasts } from '@mantine/notifications'
import { createElement } from 'react'
import { serverNow } from '../browser/clock.ts'
import { session } from '../session/session-store.ts'
import { keepNotifications, readNotifications } from './kept-notifications.ts'
import { ActingMessage } from './acting-message.tsx'
import { createNotifications, type NotificationAct, type NotificationKind } from './notification-log.ts'

const COLOURS = { success: 'good', danger: 'bad', info: 'neutral' } as const

const userId = () => String(session.store.get().user?._id ?? '')

/** The notifications of this window; they outlast its being loaded again. */
export const notifications = createNotifications(display, serverNow, readNotifications(userId()))
notifications.log.subscribe(() => keepNotifications(userId(), notifications.log.get()))

// Another user of this window reads nothing of what was said to the one before.
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
    message: act ? createElement(ActingMessage, { message, act, onAct: () => actOn(message, act) }) : message,
    color: COLOURS[kind],
    autoClose: milliseconds,
    className: `toast toast-${kind}`,
    // The notification list is the live region; two of them would say everything twice.
    role: 'status',
    'aria-live': 'off',
    closeButtonProps: { 'aria-label': 'Close the notification' },
    onClose: () => notifications.closed(message),
  })
}

/** Does what a notification offers, once. */
export function actOn(message: string, act: NotificationAct): void {
  notifications.acted(act)
  toasts.hide(message)
  act.run()
}

type Options = { readonly seconds?: number | null; readonly act?: NotificationAct }

/** What can be acted on stays until one has read and decided. */
const ACT_SECONDS = 10

const show =
  (kind: NotificationKind) =>
  (message: string, { act, seconds = act && ACT_SECONDS }: Options = {}) =>
    void notifications.show(kind, message, notificationMs(seconds), act)

/** Shows a notification top-centre, and keeps it in the list. A text that is already shown is not shown twice. */
export const notify = { success: show('success'), danger: show('danger'), info: show('info') }
