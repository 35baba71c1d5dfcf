const listeners = new Set<() => void>()

/** Wakes the job in this process that settles exchanges, so that it does not wait for its next run. */
export function notifyExchangesDue(): void {
  for (const wake of listeners) wake()
}

/**
 * Calls `wake` whenever an exchange is due.
 *
 * @returns a function that stops it
 */
export function onExchangesDue(wake: () => void): () => void {
  listeners.add(wake)
  return () => listeners.delete(wake)
}
