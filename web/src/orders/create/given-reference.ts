import { inWindow } from '../../kit/browser/storage.ts'
import { session } from '../../kit/session/session-store.ts'

const keyNow = (copyOf = '') =>
  [`despatch.next-reference.${session.store.get().user?._id ?? ''}.${session.client()}`, copyOf]
    .filter(Boolean)
    .join('.')

/** The reference that the server gave for the order that is being typed in this window, or for the copy of an order. */
export const givenReference = {
  /** For whom, which client and which copy a reference is asked for now. */
  keyNow,
  read: (copyOf = ''): string => inWindow.readText(keyNow(copyOf)),
  /** Forgets what was kept for the order that is there now; `of` is {@link keyNow} of when it was sent. */
  forget(of: string): void {
    inWindow.keepText(of, '')
  },
  /**
   * Keeps it. `askedFor` is {@link keyNow} of when it was asked for: what is
   * answered after leaving, or after another client was chosen, is not kept for the form that is there then.
   */
  keep(reference: string, askedFor: string = keyNow(), copyOf = ''): void {
    if (!session.store.get().user || askedFor !== keyNow(copyOf)) return
    inWindow.keepText(askedFor, reference)
  },
}
