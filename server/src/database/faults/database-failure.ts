import { NoSlot } from '../fair-slots.ts'

/** Why the database could not do something that may work later. `why` is shown to people. */
export type DatabaseFailure = {
  /** The statement took too long, conflicted with others, the disk is full, or the database is unavailable. */
  readonly kind: 'slow' | 'conflict' | 'full' | 'unavailable'
  readonly why: string
}

/** A connection could not be opened, for whatever reason: refused, no socket, wrong password, TLS, a pooler's limit. */
export class NoConnection extends Error {
  readonly code: string | undefined
  constructor(cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string }
    super(`The database cannot be connected to: ${message || code}`, { cause })
    this.name = 'NoConnection'
    this.code = code
  }
}

const NO_ANSWER = { kind: 'unavailable', why: 'The database is not responding. Try again in a moment.' } as const
const ENDED = { kind: 'unavailable', why: 'The database ended this connection. Try again in a moment.' } as const
const SHORT = { kind: 'unavailable', why: 'The database is short of memory. Try again in a moment.' } as const
const NOT_LET_IN = {
  kind: 'unavailable',
  why: 'The portal can’t sign in to the database. Ask your administrator.',
} as const
const CONFLICT = {
  kind: 'conflict',
  why: 'Someone else is changing the same record. Try again in a moment.',
} as const
export const DISK_FULL: DatabaseFailure = {
  kind: 'full',
  why: 'The disk of the database is full. Ask your administrator to free some space.',
}

/** Failures by SQLSTATE. */
const BY_SQLSTATE: Readonly<Record<string, DatabaseFailure>> = {
  '57014': {
    kind: 'slow',
    why: 'This took too long and was stopped. Narrow your search, or try again in a moment.',
  },
  // Serialisation failure, deadlock, lock not available.
  '40001': CONFLICT,
  '40P01': CONFLICT,
  '55P03': CONFLICT,
  '53100': DISK_FULL,
  '53000': SHORT,
  '53200': SHORT,
  '53400': SHORT,
  '53300': { kind: 'unavailable', why: 'The database is busy. Try again in a moment.' },
  '57P03': { kind: 'unavailable', why: 'The database is starting or stopping. Try again in a moment.' },
  // Ended by an administrator, by a crash, with its database, for being idle, or for the length of its transaction.
  '57P01': ENDED,
  '57P02': ENDED,
  '57P04': ENDED,
  '57P05': ENDED,
  '25P03': ENDED,
  '25P04': ENDED,
  // A standby, or a server that its operator has set to read-only.
  '25006': { kind: 'unavailable', why: 'The database is read-only right now. Try again in a moment.' },
  '08000': NO_ANSWER,
  '08001': NO_ANSWER,
  '08003': NO_ANSWER,
  '08004': NO_ANSWER,
  '08006': NO_ANSWER,
  '08007': NO_ANSWER,
}

/** Error codes of the operating system for a broken connection. */
const NETWORK_CODES: ReadonlySet<string | undefined> = new Set([
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

/** Messages of pg for a broken connection; these errors have no code. */
const PG_MESSAGES =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable|after calling end on the pool/

const NOT_LET_IN_CODES = /^28|^3D000$|^42501$/

/** The failure behind an error that may go away later. Undefined for any other error, such as a fault in a statement. */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  if (error instanceof NoConnection)
    return NOT_LET_IN_CODES.test(error.code ?? '') ? NOT_LET_IN : (failureOf(error.cause) ?? NO_ANSWER)
  if (error instanceof NoSlot) return NO_ANSWER
  const { code, syscall, severity, message } = error as Partial<Record<string, string>>
  const known = BY_SQLSTATE[code ?? '']
  if (known) return known
  // With `connect`, codes such as ENOENT and EACCES concern the socket; elsewhere they concern a file.
  const isBroken = NETWORK_CODES.has(code) || syscall === 'connect' || PG_MESSAGES.test(message ?? '')
  // PgBouncer reports every failure behind it as FATAL, with one code.
  return isBroken || severity === 'FATAL' || severity === 'PANIC' ? NO_ANSWER : undefined
}
