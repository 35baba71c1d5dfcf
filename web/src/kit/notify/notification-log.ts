import { serverNow } from '../browser/clock.ts'
import { createStore, type Store } from '../browser/store.ts'

export type NotificationKind = 'success' | 'danger' | 'info'
/** What can be done about a notification where it stands: 'Undo'. */
export type NotificationAct = { readonly label: string; readonly run: () => void }
export type LoggedNotification = {
  readonly id: number
  readonly kind: NotificationKind
  readonly message: string
  readonly at: Date
  /** For as long as it was not done, and the window is not loaded again. */
  readonly act?: NotificationAct
}
export type NotificationLog = {
  /** Newest first. */
  readonly entries: readonly LoggedNotification[]
  readonly unread: number
}

/** The list is no longer than this. */
export const MAX_LOGGED = 200

export const NOTHING_LOGGED: NotificationLog = { entries: [], unread: 0 }

export type Notifications = {
  readonly log: Store<NotificationLog>
  /** Shows a text and logs it, unless the very same text is being shown. Gives whether it was shown. */
  show(kind: NotificationKind, message: string, milliseconds: number, act?: NotificationAct): boolean
  /** What could be done about it is done, or cannot be any more. */
  acted(act: NotificationAct): void
  /** The notification with this text has closed: it may be shown again. */
  closed(message: string): void
  markRead(): void
  clear(): void
}

/** Makes the list of notifications, which begins with what was kept. `display` puts one on the screen; `now` is the clock. */
export function createNotifications(
  display: (kind: NotificationKind, message: string, milliseconds: number, act?: NotificationAct) => void,
  now: () => Date = serverNow,
  kept: NotificationLog = NOTHING_LOGGED,
): Notifications {
  const log = createStore<NotificationLog>(kept)
  const shown = new Set<string>()
  let lastId = Math.max(0, ...kept.entries.map(({ id }) => id))
  return {
    log,
    show(kind, message, milliseconds, act) {
      if (shown.has(message)) return false
      shown.add(message)
      const { entries, unread } = log.get()
      const entry = { id: ++lastId, kind, message, at: now(), ...(act && { act }) }
      log.set({ entries: [entry, ...entries].slice(0, MAX_LOGGED), unread: Math.min(unread + 1, MAX_LOGGED) })
      display(kind, message, milliseconds, act)
      return true
    },
    acted(done) {
      const { entries, unread } = log.get()
      log.set({
        unread,
        entries: entries.map(({ act, ...entry }) => (act && act !== done ? { ...entry, act } : entry)),
      })
    },
    closed: (message) => void shown.delete(message),
    markRead: () => log.set({ ...log.get(), unread: 0 }),
    clear: () => log.set(NOTHING_LOGGED),
  }
}
