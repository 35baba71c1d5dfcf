/**
 * When the network to a server is cut, its transactions would stay open in the database with their locks until TCP gives them
 * up, two hours later, and every other server would wait for them. So each says in its beginning when the database ends it.
 * `set local` holds behind a PgBouncer in transaction mode as well.
 */

/** A transaction that waits for its server for so long is ended, in milliseconds. */
export const MAX_IDLE_MS = 20_000
/** The same of one whose server reads a file or reckons meanwhile. */
export const MAX_LONG_IDLE_MS = 120_000

export const endWhenIdle = (ms: number): string => `set local idle_in_transaction_session_timeout = ${ms}`

/**
 * Has the database find out within 40 s that nobody is there any more. Within a COPY, and while it sends rows, no other limit
 * of PostgreSQL holds.
 */
const KEEPING_ALIVE = ['tcp_keepalives_idle = 10', 'tcp_keepalives_interval = 3', 'tcp_user_timeout = 40000']
export const KEEP_ALIVE = KEEPING_ALIVE.map((setting) => `set local ${setting}`).join('; ')
/** The same of a connection that holds a lock between its transactions. */
export const KEEP_SESSION_ALIVE = KEEPING_ALIVE.map((setting) => `set ${setting}`).join('; ')
