import { NoSlot } from '../fair-slots.ts'

/** Why the database did not do what it was asked for, where it may do it another time; `why` is for people. */
export type DatabaseFailure = {
  /** It took too long, others were changing the same, its disk is full, or it is not there. */
  readonly kind: 'slow' | 'in-the-way' | 'full' | 'away'
  readonly why: string
}

/** Thrown where a connection cannot be had, whatever the reason: refused, no such socket, not let in, TLS, a pooler's limit. */
export class NoConnection extends Error {
  readonly code: string | undefined
  constructor(cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string }
    super(`The database cannot be connected to: ${message || code}`, { cause })
    this.name = 'NoConnection'
    this.code = code
  }
}

const NO_ANSWER = { kind: 'away', why: 'The database does not answer just now. Try again in a moment.' } as const
const ENDED = { kind: 'away', why: 'The database ended this connection. Try again in a moment.' } as const
const SHORT = { kind: 'away', why: 'The database is short of memory. Try again in a moment.' } as const
const NOT_LET_IN = {
  kind: 'away',
  why: 'The database does not let the portal in. Ask your administrator to look at its account.',
} as const
const IN_THE_WAY = {
  kind: 'in-the-way',
  why: 'Others were changing the same just now: try again in a moment.',
} as const
export const DISK_FULL: DatabaseFailure = {
  kind: 'full',
  why: 'The disk of the database is full. Ask your administrator to free some space.',
}

/** What PostgreSQL says, by SQLSTATE. */
const BY_SQLSTATE: Readonly<Record<string, DatabaseFailure>> = {
  '57014': {
    kind: 'slow',
    why: 'This took too long and was stopped: look for less at once, or try again in a moment.',
  },
  // Serialisation failure, deadlock, a lock not to be had.
  '40001': IN_THE_WAY,
  '40P01': IN_THE_WAY,
  '55P03': IN_THE_WAY,
  '53100': DISK_FULL,
  '53000': SHORT,
  '53200': SHORT,
  '53400': SHORT,
  '53300': { kind: 'away', why: 'The database takes no more connections just now. Try again in a moment.' },
  '57P03': { kind: 'away', why: 'The database is starting or stopping. Try again in a moment.' },
  // Ended by an administrator, by a crash, with its database, for being idle, or for the time that its transaction took.
  '57P01': ENDED,
  '57P02': ENDED,
  '57P04': ENDED,
  '57P05': ENDED,
  '25P03': ENDED,
  '25P04': ENDED,
  // A standby, or a server that its operator has closed for changes.
  '25006': { kind: 'away', why: 'The database takes no changes just now. Try again in a moment.' },
  '08000': NO_ANSWER,
  '08001': NO_ANSWER,
  '08003': NO_ANSWER,
  '08004': NO_ANSWER,
  '08006': NO_ANSWER,
  '08007': NO_ANSWER,
}

/** What the operating system says of a connection that breaks. */
const OF_NETWORK: ReadonlySet<string | undefined> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ESHUTDOWN',
  'ETIMEDOUT',
])

/** What pg says of a connection that breaks, in words alone. */
const BY_PG =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable|after calling end on the pool/

const NOT_LET_IN_BY = /^28|^3D000$|^42501$/

/**
 * Why the database did not do what it was asked for, where it may do it another time. Undefined for any other error: a fault
 * of a statement, or of something else than the database.
 */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  if (error instanceof NoConnection)
    return NOT_LET_IN_BY.test(error.code ?? '') ? NOT_LET_IN : (failureOf(error.cause) ?? NO_ANSWER)
  if (error instanceof NoSlot) return NO_ANSWER
  const { code, syscall, severity, message } = error as Partial<Record<string, string>>
  const known = BY_SQLSTATE[code ?? '']
  if (known) return known
  // ENOENT, EACCES and others are of a socket here, and of a file elsewhere.
  const isBroken = OF_NETWORK.has(code) || syscall === 'connect' || BY_PG.test(message ?? '')
  // What ends the connection: PgBouncer says all that fails behind it so, with one code.
  return isBroken || severity === 'FATAL' || severity === 'PANIC' ? NO_ANSWER : undefined
}
