import { session } from '../session/session-store.ts'

const key = () => `despatch.next-reference.${session.store.get().user?._id ?? ''}.${session.client()}`

/** The reference that the server gave for the order that is being typed in this window. */
export const givenReference = {
  read(): string {
    try {
      return sessionStorage.getItem(key()) ?? ''
    } catch {
      return ''
    }
  },
  /** Keeps it, or forgets it ('') once the order is there. */
  keep(reference: string): void {
    try {
      if (reference) sessionStorage.setItem(key(), reference)
      else sessionStorage.removeItem(key())
    } catch {
      // The next reload asks for another.
    }
  },
}
