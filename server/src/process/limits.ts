/** What bounds the callers of the server; see docs/design/transactions-and-locks.md. */
export type Limits = {
  /** For all headers of a request to arrive, also on a connection that has sent nothing yet. */
  readonly headersMs: number
  /** For anything more of a body to arrive that the server is ready to read, and of an answer to be taken. */
  readonly idleMs: number
  /** What of a body has to arrive in that time, whenever the server is ready to read. */
  readonly leastBytes: number
  /** For the whole of a body that is read before its call is answered: all but files. */
  readonly bodyMs: number
  /** Connections at once: a request on one more is answered 503. */
  readonly connections: number
  /** Calls of one user or key a second, on average; eight times as many at once. */
  readonly callsPerSecond: number
}

export const DEFAULT_LIMITS: Limits = {
  headersMs: 15_000,
  idleMs: 30_000,
  leastBytes: 3000,
  bodyMs: 30_000,
  connections: 2000,
  callsPerSecond: 50,
}

/** The settings of which an operator may have reason to choose others: the least, and the most that makes sense. */
export const LIMIT_SETTINGS = {
  PORTAL_MAX_CONNECTIONS: { least: 10, most: 100_000, of: (value: number) => ({ connections: value }) },
  PORTAL_IDLE_SECONDS: { least: 5, most: 3600, of: (value: number) => ({ idleMs: value * 1000 }) },
  PORTAL_CALLS_PER_SECOND: { least: 1, most: 100_000, of: (value: number) => ({ callsPerSecond: value }) },
} as const
