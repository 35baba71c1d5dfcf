import { inWindow } from '../../kit/browser/storage.ts'
import { session } from '../../kit/session/session-store.ts'

const keyNow = () => `despatch.next-reference.${session.store.get().user?._id ?? ''}.${session.client()}`

/** The reference that the server gave for the order that is being typed in this window. */
export const givenReference = {
  /** For whom, and which client, a reference is asked for now. */
  keyNow,
  read: (): string => inWindow.readText(keyNow()),
  /**
   * Keeps it, or forgets it ('') once the order is there. `askedFor` is {@link keyNow} of when it was asked for: what is
   * answered after leaving, or after another client was chosen, is not kept for whoever is there then.
   */
  keep(reference: string, askedFor: string = keyNow()): void {
    if (!session.store.get().user || askedFor !== keyNow()) return
    inWindow.keepText(askedFor, reference)
  },
}
