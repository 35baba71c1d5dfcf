import pg from 'pg'

// If the network to a server is cut, its transactions stay open with their locks until TCP gives up, two hours later, and block
// every other server. So each transaction begins with limits after which the database ends it. `set local` also works behind a
// PgBouncer in transaction mode.

/** How long a transaction may wait for its server, in milliseconds. */
export const MAX_IDLE_MS = 20_000
/** The same for a transaction whose server reads a file or computes meanwhile. */
const MAX_LONG_IDLE_MS = 120_000

export const endWhenIdle = (ms: number): string => `set local idle_in_transaction_session_timeout = ${ms}`

/**
 * Makes the database notice within 40 s that its peer is gone. No other limit of PostgreSQL applies within a COPY or while it
 * sends rows.
 */
const KEEP_ALIVE_SETTINGS = ['tcp_keepalives_idle = 10', 'tcp_keepalives_interval = 3', 'tcp_user_timeout = 40000']
export const KEEP_ALIVE = KEEP_ALIVE_SETTINGS.map((setting) => `set local ${setting}`).join('; ')
/** The same for a connection that holds a lock between its transactions. */
export const KEEP_SESSION_ALIVE = KEEP_ALIVE_SETTINGS.map((setting) => `set ${setting}`).join('; ')

type Limits = { role: string | undefined; statementMs: number; copyMs: number; maxIdleMs: number }
type CopyOptions = { isSnapshot: boolean; snapshot: string | undefined; isIdleLong: boolean }

/** Builds the statements that begin the transactions of calls and of COPY. Timeouts are in milliseconds. */
export function beginStatements({ role, statementMs, copyMs, maxIdleMs }: Limits) {
  const takeRole = role ? [`set local role ${role}`] : []
  const within = (ms: number) => `set local statement_timeout = ${ms}`
  return {
    // Without a role, the settings of the connection have the same limits.
    begin: role ? ['begin', within(statementMs), endWhenIdle(maxIdleMs), ...takeRole].join('; ') : 'begin',
    beginCopy({ isSnapshot, snapshot, isIdleLong }: CopyOptions): string {
      const isRepeatable = isSnapshot || snapshot !== undefined
      return [
        isRepeatable ? 'begin isolation level repeatable read' : 'begin',
        // This must come before any statement that takes a snapshot.
        ...(snapshot === undefined ? [] : [`set transaction snapshot ${pg.escapeLiteral(snapshot)}`]),
        within(copyMs),
        endWhenIdle(isIdleLong ? MAX_LONG_IDLE_MS : maxIdleMs),
        ...(role ? [KEEP_ALIVE] : []),
        ...takeRole,
      ].join('; ')
    },
  }
}
