import { availableParallelism } from 'node:os'
import pg from 'pg'
import { sendTogether, Transaction } from './transaction.ts'

const { builtins } = pg.types

/** Days stay texts; 64-bit numbers become numbers (ids and counts: far below 2^53). Everything else as pg does it. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === builtins.DATE) return (text: string) => text
      if (oid === builtins.INT8) return Number
    }
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

const STATEMENT_TIMEOUT_MS = 15_000
const COPY_TIMEOUT_MS = 120_000

export type Database = {
  /** Runs work in one transaction: committed when it returns, rolled back when it throws. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** A connection in a transaction of its own, not pipelined, for COPY. `clients` is what row-level security lets through. */
  copying<Result>(clients: readonly string[], work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** Whether the database answers. */
  isReady(): Promise<boolean>
  /** Connections: how many there are, idle, and how many calls wait for one. */
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/**
 * Opens the pool of connections that the application uses. `role` is taken on inside each transaction where the URL's
 * user is not the application's own role already. Unnamed statements only, nothing kept on a connection between
 * transactions: a PgBouncer in transaction mode may stand between.
 */
export function openDatabase(given: {
  appUrl: string
  role?: 'despatch_app' | undefined
  connections?: number
}): Database {
  const most = given.connections ?? Math.min(Math.max(availableParallelism() * 4, 8), 20)
  const settings = {
    connectionString: given.appUrl,
    types,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // A setting of the connection where it is ours; behind a pooler that shares connections it is one of the transaction.
    ...(!given.role && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: COPY_TIMEOUT_MS,
    }),
  }
  const pool = new pg.Pool({ ...settings, max: most, pipeline: true } as pg.PoolConfig)
  // Feeds wait for each other, chunk by chunk, longer than a person would. Two of delivery events, over two connections each.
  const copyPool = new pg.Pool({ ...settings, max: 4, connectionTimeoutMillis: COPY_TIMEOUT_MS })
  // A connection that breaks, idle or in use, is replaced, and what was asked of it fails. Without a listener on each
  // of the two the whole process would end instead.
  for (const each of [pool, copyPool]) {
    each.on('error', () => undefined)
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  const beginFor = (timeout: number) =>
    `begin; set local statement_timeout = ${timeout}${given.role ? `; set local role ${given.role}` : ''}`
  const begin = given.role ? beginFor(STATEMENT_TIMEOUT_MS) : 'begin'
  const beginCopy = beginFor(COPY_TIMEOUT_MS)

  return {
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      sendTogether(client)
      const begun = client.query(begin)
      begun.catch(() => undefined)
      const transaction = new Transaction(client)
      try {
        const result = await work(transaction).finally(() => transaction.end())
        await begun
        sendTogether(client)
        const committed = client.query('commit').then(({ command }) => {
          if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement of it had failed')
        })
        if (!transaction.wrote) {
          // Nothing hangs on this commit: the answer goes out, and the next transaction is sent right behind it.
          committed.catch(() => undefined)
          client.release()
          return result
        }
        await committed
        client.release()
        transaction.committed()
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => (broken = failure))
        client.release(broken)
        throw error
      }
    },
    async copying(clients, work) {
      const client = await copyPool.connect()
      let broken: Error | undefined
      try {
        await client.query(beginCopy)
        await client.query("select set_config('app.clients', $1::text[]::text, true)", [clients])
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => (broken = failure))
        throw error
      } finally {
        client.release(broken)
      }
    },
    async isReady() {
      try {
        await pool.query('select 1')
        return true
      } catch {
        return false
      }
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([pool.end(), copyPool.end()])
    },
  }
}
