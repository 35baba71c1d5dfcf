const listening = new Set<() => void>()

/** Tells the job that settles exchanges in this process that one is due: nobody waits for the next look. */
export function exchangesDue(): void {
  for (const wake of listening) wake()
}

/** Calls `wake` whenever an exchange is due. Gives what ends that. */
export function onExchangesDue(wake: () => void): () => void {
  listening.add(wake)
  return () => listening.delete(wake)
}
