const clients = new WeakMap<AbortSignal, string>()

/**
 * Makes all calls that get this signal be for a client, whatever client the screen is for by then. For work of many calls
 * that goes on after the user has left the screen. Calls get the signal anyway, to be cancelled.
 */
export function bindClient(signal: AbortSignal, client: string): void {
  clients.set(signal, client)
}

/** The client that a signal is bound to. */
export const clientOf = (signal: AbortSignal | undefined): string | undefined => signal && clients.get(signal)
