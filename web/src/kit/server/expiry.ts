import { createStore, type Store } from '../browser/store.ts'

/** Specification 3, Session: whether it has expired, and what the server said. */
export type SessionExpiry = { readonly isExpired: boolean; readonly message: string }

const ALIVE: SessionExpiry = { isExpired: false, message: '' }

export type Expiry = {
  readonly state: Store<SessionExpiry>
  /** Raises the flag (the first message stays) and waits until the session is renewed. Rejects when it was left or aborted. */
  waitForRenewal(message: string, signal?: AbortSignal): Promise<void>
  /** Raises the flag though no call waits. */
  raise(message: string): void
  /** Every call that waits goes on. */
  renewed(): void
  /** Every call that waits fails with an AbortError: the user gave the session up. */
  left(): void
}

/** One flag for all calls that find the session expired, and the calls that wait for it to be renewed. */
export function createExpiry(): Expiry {
  const state = createStore<SessionExpiry>(ALIVE)
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []

  function end(how: (call: (typeof waiting)[number]) => void) {
    const calls = waiting
    waiting = []
    state.set(ALIVE)
    for (const call of calls) how(call)
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
    renewed: () => end(({ resolve }) => resolve()),
    left: () => end(({ reject }) => reject(new DOMException('The session was left', 'AbortError'))),
  }
}
