import pg from 'pg'

/**
 * When the network to a server is cut, its transactions would stay open in the database with their locks until TCP gives them
 * up, two hours later, and every other server would wait for them. So each says in its beginning when the database ends it.
 * `set local` holds behind a PgBouncer in transaction mode as well.
 */

/** A transaction that waits for its server for so long is ended, in milliseconds. */
export const MAX_IDLE_MS = 20_000
/** The same of one whose server reads a file or reckons meanwhile. */
const MAX_LONG_IDLE_MS = 120_000

export const endWhenIdle = (ms: number): string => `set local idle_in_transaction_session_timeout = ${ms}`

/**
 * Has the database find out within 40 s that nobody is there any more. Within a COPY, and while it sends rows, no other limit
 * of PostgreSQL holds.
 */
const KEEPING_ALIVE = ['tcp_keepalives_idle = 10', 'tcp_keepalives_interval = 3', 'tcp_user_timeout = 40000']
export const KEEP_ALIVE = KEEPING_ALIVE.map((setting) => `set local ${setting}`).join('; ')
/** The same of a connection that holds a lock between its transactions. */
export const KEEP_SESSION_ALIVE = KEEPING_ALIVE.map((setting) => `set ${setting}`).join('; ')

type Limits = { role: string | undefined; statementMs: number; copyMs: number; maxIdleMs: number }
type CopyBeginning = { isOfOneMoment: boolean; moment: string | undefined; isIdleLong: boolean }

/**
 * What begins the transactions of calls, and those for COPY. A statement of them may take so many milliseconds; `role` is taken
 * on where the connection is another's.
 */
export function beginnings({ role, statementMs, copyMs, maxIdleMs }: Limits) {
  const takeRole = role ? [`set local role ${role}`] : []
  const within = (ms: number) => `set local statement_timeout = ${ms}`
  return {
    // Where the connection is ours its settings have the same limits.
    begin: role ? ['begin', within(statementMs), endWhenIdle(maxIdleMs), ...takeRole].join('; ') : 'begin',
    beginCopy({ isOfOneMoment, moment, isIdleLong }: CopyBeginning): string {
      const isOld = isOfOneMoment || moment !== undefined
      return [
        isOld ? 'begin isolation level repeatable read' : 'begin',
        // Before anything else of the transaction that takes a snapshot.
        ...(moment === undefined ? [] : [`set transaction snapshot ${pg.escapeLiteral(moment)}`]),
        within(copyMs),
        endWhenIdle(isIdleLong ? MAX_LONG_IDLE_MS : maxIdleMs),
        ...(role ? [KEEP_ALIVE] : []),
        ...takeRole,
      ].join('; ')
    },
  }
}
