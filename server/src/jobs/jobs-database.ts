import pg from 'pg'
import type { Db } from 'pg-boss'
import { endWhenIdle, MAX_IDLE_MS } from '../database/faults/held-transactions.ts'
import { PromptClient, STATEMENT_GRACE_MS, watchConnections } from '../database/watch-connections.ts'

/** Where the application works, and the role that it takes on there; see database/open-postgres.ts. */
export type DatabaseAddress = { appUrl: string; role?: 'despatch_app' | undefined }

const STATEMENT_TIMEOUT_MS = 15_000
const MAX_CONNECTIONS = 3

/**
 * What pg-boss asks the database through: connections of its own, so that neither a crowd of calls nor a feed keeps a
 * heartbeat waiting. Nothing is kept on a connection between transactions: a PgBouncer in transaction mode may stand
 * between. Where a role is to be taken on, that is done in each transaction.
 */
export function openJobsDatabase({ appUrl, role }: DatabaseAddress): Db & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: appUrl,
    Client: PromptClient,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // A setting of the connection where it is ours; behind a pooler that shares connections it is one of the transaction.
    ...(!role && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: MAX_IDLE_MS,
    }),
  })
  // A connection that breaks is replaced, and what was asked of it fails. Without a listener the process would end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  // Where no role is taken on, the first answer is already that to the statement.
  const answerMs = STATEMENT_TIMEOUT_MS + STATEMENT_GRACE_MS
  const watch = watchConnections(appUrl, [{ pool, beginMs: answerMs, statementMs: answerMs }])
  return {
    async executeSql(text, values) {
      if (!role) return pool.query(text, values)
      const limits = `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; ${endWhenIdle(MAX_IDLE_MS)}`
      const taken = `${limits}; set local role ${role};`
      // Some of its texts are whole transactions.
      if (/^\s*begin\b/i.test(text)) return pool.query(text.replace(/^\s*begin\s*;/i, `begin; ${taken}`))
      const client = await pool.connect()
      try {
        await client.query(`begin; ${taken}`)
        const result = await client.query(text, values)
        await client.query('commit')
        client.release()
        return result
      } catch (error) {
        // The connection goes, and its transaction with it.
        client.release(true)
        throw error
      }
    },
    close: () => watch.close(),
  }
}
