import { z } from 'zod'
import { windowStorage } from '../browser/storage.ts'
import { MAX_LOGGED, type NotificationLog, NOTHING_LOGGED } from './notification-log.ts'

const KEY = 'despatch.notifications'
const MAX_MESSAGE = 2000

/** An older version may have written another shape. */
const shape = z.object({
  user: z.string(),
  unread: z.int().min(0).max(MAX_LOGGED),
  entries: z
    .array(
      z.object({
        kind: z.enum(['success', 'danger', 'info']),
        message: z.string().max(MAX_MESSAGE),
        at: z.coerce.date(),
      }),
    )
    .max(MAX_LOGGED),
})

/** This user's notifications from before the window was reloaded. */
export function readNotifications(user: string): NotificationLog {
  const { data } = shape.safeParse(windowStorage.read(KEY))
  if (!data || data.user !== user || user === '') return NOTHING_LOGGED
  const { entries, unread } = data
  return { unread, entries: entries.map((entry, at) => ({ ...entry, id: entries.length - at })) }
}

/** Stores a user's notifications until the window is closed. Without a user or entries, removes them. */
export function storeNotifications(user: string, { entries, unread }: NotificationLog): void {
  const stored = entries.map(({ kind, message, at }) => ({ kind, message: message.slice(0, MAX_MESSAGE), at }))
  windowStorage.write(KEY, user === '' || stored.length === 0 ? undefined : { user, unread, entries: stored })
}
