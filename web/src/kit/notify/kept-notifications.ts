import { z } from 'zod'
import { inWindow } from '../browser/storage.ts'
import { MAX_LOGGED, type NotificationLog, NOTHING_LOGGED } from './notification-log.ts'

const KEY = 'despatch.notifications'
const MAX_MESSAGE = 2000

/** Whatever an older version may have written is checked. */
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

/** The notifications of a user that this window had before it was loaded again; nobody else's. */
export function readNotifications(user: string): NotificationLog {
  const { data } = shape.safeParse(inWindow.read(KEY))
  if (!data || data.user !== user || user === '') return NOTHING_LOGGED
  const { entries, unread } = data
  return { unread, entries: entries.map((entry, at) => ({ ...entry, id: entries.length - at })) }
}

/** Keeps them until the window is closed; without a user, or any, nothing is kept. */
export function keepNotifications(user: string, { entries, unread }: NotificationLog): void {
  const kept = entries.map(({ kind, message, at }) => ({ kind, message: message.slice(0, MAX_MESSAGE), at }))
  inWindow.keep(KEY, user === '' || kept.length === 0 ? undefined : { user, unread, entries: kept })
}
