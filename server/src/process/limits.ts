/** Limits on callers of the server; see docs/design/transactions-and-locks.md. */
export type Limits = {
  /** Time for all headers of a request to arrive, even on a connection that has sent nothing yet. */
  readonly headersMs: number
  /** Time for more of a body to arrive while the server is reading, and for more of an answer to be read. */
  readonly idleMs: number
  /** How much of a body must arrive in that time while the server is reading. */
  readonly minBytes: number
  /** Time for a whole body that is read before the handler runs: all but files. */
  readonly bodyMs: number
  /** Simultaneous connections. A request on a further one is answered 503. */
  readonly connections: number
  /** Average calls per second of one user or key. Bursts may be eight times as many. */
  readonly callsPerSecond: number
}

export const DEFAULT_LIMITS: Limits = {
  headersMs: 15_000,
  idleMs: 30_000,
  minBytes: 3000,
  bodyMs: 30_000,
  connections: 2000,
  callsPerSecond: 50,
}

/** Limits that an operator may choose, with the range that makes sense. */
export const LIMIT_SETTINGS = {
  PORTAL_MAX_CONNECTIONS: { min: 10, max: 100_000, limitsOf: (value: number) => ({ connections: value }) },
  PORTAL_IDLE_SECONDS: { min: 5, max: 3600, limitsOf: (value: number) => ({ idleMs: value * 1000 }) },
  PORTAL_CALLS_PER_SECOND: { min: 1, max: 100_000, limitsOf: (value: number) => ({ callsPerSecond: value }) },
} as const
