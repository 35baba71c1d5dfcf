import pg from 'pg'
import type { Db } from 'pg-boss'
import { endWhenIdle, MAX_IDLE_MS } from '../database/faults/held-transactions.ts'
import { PromptClient, STATEMENT_GRACE_MS, watchConnections } from '../database/watch-connections.ts'

/** The application's database, and the role to assume there; see database/open-postgres.ts. */
export type DatabaseAddress = { appUrl: string; role?: 'despatch_app' | undefined }

const STATEMENT_TIMEOUT_MS = 15_000
const MAX_CONNECTIONS = 3

/**
 * Opens connections for pg-boss alone, so that calls and feeds never delay a heartbeat. A connection keeps no state between
 * transactions because a PgBouncer in transaction mode may be in between; a role is assumed in each transaction.
 */
export function openJobsDatabase({ appUrl, role }: DatabaseAddress): Db & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: appUrl,
    Client: PromptClient,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Behind a pooler that shares connections it is set in each transaction instead.
    ...(!role && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: MAX_IDLE_MS,
    }),
  })
  // The pool replaces a broken connection. Without a listener the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  // Without a role, the first result is the statement's.
  const answerMs = STATEMENT_TIMEOUT_MS + STATEMENT_GRACE_MS
  const watch = watchConnections(appUrl, [{ pool, beginMs: answerMs, statementMs: answerMs }])
  return {
    async executeSql(text, values) {
      if (!role) return pool.query(text, values)
      const limits = `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; ${endWhenIdle(MAX_IDLE_MS)}`
      const taken = `${limits}; set local role ${role};`
      // Some of pg-boss's statements are whole transactions.
      if (/^\s*begin\b/i.test(text)) return pool.query(text.replace(/^\s*begin\s*;/i, `begin; ${taken}`))
      const client = await pool.connect()
      try {
        await client.query(`begin; ${taken}`)
        const result = await client.query(text, values)
        await client.query('commit')
        client.release()
        return result
      } catch (error) {
        // Closing the connection also ends its transaction.
        client.release(true)
        throw error
      }
    },
    close: () => watch.close(),
  }
}
