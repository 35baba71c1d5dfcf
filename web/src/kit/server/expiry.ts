import { createStore, type Store } from '../browser/store.ts'

/** Specification 3, Session: whether it has expired, and the server's message. */
export type SessionExpiry = { readonly isExpired: boolean; readonly message: string }

const ALIVE: SessionExpiry = { isExpired: false, message: '' }

export type Expiry = {
  readonly state: Store<SessionExpiry>
  /** Raises the flag (the first message stays) and waits until the session is renewed. Rejects if the call is cancelled or aborted. */
  waitForRenewal(message: string, signal?: AbortSignal): Promise<void>
  /** Raises the flag without a waiting call. */
  raise(message: string): void
  /** The user has signed in again: lowers the flag, and all waiting calls continue. */
  resumeCalls(): void
  /** The user has abandoned the session: lowers the flag, and all waiting calls fail with an AbortError. */
  cancelCalls(): void
}

/** Creates the expired-session flag, with the queue of calls that wait for a new sign-in. */
export function createExpiry(): Expiry {
  const state = createStore<SessionExpiry>(ALIVE)
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []

  function settleCalls(settle: (call: (typeof waiting)[number]) => void) {
    const calls = waiting
    waiting = []
    state.set(ALIVE)
    for (const call of calls) settle(call)
  }
  function raise(message: string) {
    if (!state.get().isExpired) state.set({ isExpired: true, message })
  }

  return {
    state,
    raise,
    waitForRenewal(message, signal) {
      signal?.throwIfAborted()
      raise(message)
      return new Promise<void>((resolve, reject) => {
        const call = { resolve, reject }
        waiting.push(call)
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter((one) => one !== call)
          reject(signal.reason)
        })
      })
    },
    resumeCalls: () => settleCalls(({ resolve }) => resolve()),
    cancelCalls: () => settleCalls(({ reject }) => reject(new DOMException('The session was left', 'AbortError'))),
  }
}
