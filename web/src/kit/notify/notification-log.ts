import { serverNow } from '../browser/clock.ts'
import { createStore, type Store } from '../browser/store.ts'

export type NotificationKind = 'success' | 'danger' | 'info'
/** The action of a notification, such as 'Undo'. */
export type NotificationAct = { readonly label: string; readonly run: () => void }
export type LoggedNotification = {
  readonly id: number
  readonly kind: NotificationKind
  readonly message: string
  readonly at: Date
  /** Until it has run or the window is reloaded. */
  readonly act?: NotificationAct
}
export type NotificationLog = {
  /** Newest first. */
  readonly entries: readonly LoggedNotification[]
  /** Notes and errors since the list was last opened; confirmations of the user's own acts do not count. */
  readonly unread: number
}

export const MAX_LOGGED = 200

export const NOTHING_LOGGED: NotificationLog = { entries: [], unread: 0 }

export type Notifications = {
  readonly log: Store<NotificationLog>
  /** Shows a text and logs it, unless the same text is on the screen. Returns whether it was shown. */
  show(kind: NotificationKind, message: string, milliseconds: number, act?: NotificationAct): boolean
  /** Removes an action that has run or is no longer possible. */
  removeAct(act: NotificationAct): void
  /** The notification with this text has closed: it may be shown again. */
  allowAgain(message: string): void
  markRead(): void
  clear(): void
}

/**
 * @param display puts a notification on the screen
 * @param now the clock
 * @param initial the list to begin with
 */
export function createNotifications(
  display: (kind: NotificationKind, message: string, milliseconds: number, act?: NotificationAct) => void,
  now: () => Date = serverNow,
  initial: NotificationLog = NOTHING_LOGGED,
): Notifications {
  const log = createStore<NotificationLog>(initial)
  const shown = new Set<string>()
  let lastId = Math.max(0, ...initial.entries.map(({ id }) => id))
  return {
    log,
    show(kind, message, milliseconds, act) {
      if (shown.has(message)) return false
      shown.add(message)
      const { entries, unread } = log.get()
      const entry = { id: ++lastId, kind, message, at: now(), ...(act && { act }) }
      // A success confirms what the user has just done: it is no news.
      const news = kind === 'success' ? 0 : 1
      log.set({ entries: [entry, ...entries].slice(0, MAX_LOGGED), unread: Math.min(unread + news, MAX_LOGGED) })
      display(kind, message, milliseconds, act)
      return true
    },
    removeAct(done) {
      const { entries, unread } = log.get()
      log.set({
        unread,
        entries: entries.map(({ act, ...entry }) => (act && act !== done ? { ...entry, act } : entry)),
      })
    },
    allowAgain: (message) => void shown.delete(message),
    markRead: () => log.set({ ...log.get(), unread: 0 }),
    clear: () => log.set(NOTHING_LOGGED),
  }
}
