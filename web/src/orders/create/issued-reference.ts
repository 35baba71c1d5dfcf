import { windowStorage } from '../../kit/browser/storage.ts'
import { session } from '../../kit/session/session-store.ts'

const keyNow = (copyOf = '') =>
  [`despatch.next-reference.${session.store.get().user?._id ?? ''}.${session.client()}`, copyOf]
    .filter(Boolean)
    .join('.')

/** The reference that the server issued for the draft in this window. */
export const issuedReference = {
  /** Key of the current user, client and copied order. */
  keyNow,
  read: (copyOf = ''): string => windowStorage.readText(keyNow(copyOf)),
  /** Forgets the reference of a created order; `of` is {@link keyNow} at the time of sending. */
  forget(of: string): void {
    windowStorage.writeText(of, '')
  },
  /**
   * Stores a reference. `askedFor` is {@link keyNow} at the time of the request: an answer that arrives after the user
   * or client changed is dropped.
   */
  keep(reference: string, askedFor: string = keyNow(), copyOf = ''): void {
    if (!session.store.get().user || askedFor !== keyNow(copyOf)) return
    windowStorage.writeText(askedFor, reference)
  },
}
