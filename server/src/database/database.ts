import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ActiveClients, type FairSlots, fairSlots, withSlot, OWN_WORK } from './fair-slots.ts'
import { NoConnection } from './faults/database-failure.ts'
import { beginnings, MAX_IDLE_MS } from './faults/held-transactions.ts'
import { findOutWhoseOwn } from './prepared.ts'
import { sendTogether, sendWithNext, Transaction } from './transaction.ts'
import {
  type ConnectionWatch,
  PROBE_TIMEOUT_MS,
  PromptClient,
  STATEMENT_GRACE_MS,
  watchConnections,
} from './watch-connections.ts'

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
/** How long a call waits for a connection. */
const CONNECTION_PATIENCE_MS = 10_000
const COPY_CONNECTIONS = 4
/** Beside the others, for anyone who has none while a single one has them all. */
const SPARE_CONNECTIONS = 2
/** Behind a pooler even `begin` may wait its turn; a feed can. */
const COPY_BEGIN_MS = 15_000

export type Database = {
  /**
   * Runs work in one transaction: committed when it returns, rolled back when it throws. `who` (the client of a call) is
   * whose share of the connections it counts for, as fairSlots says; the server's own work is one.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, who?: string): Promise<Result>
  /**
   * A connection in a transaction of its own, not pipelined, for COPY. `clients` is what row-level security lets through,
   * and whose share of these connections it counts for. With `isOfOneMoment` all its statements see the database as the first
   * of them did: for work that only reads. With `moment`, of `pg_export_snapshot`, they see it as that other transaction does.
   * With `keepsNothing` all that was done is rolled back: for work that is only tried. With `isIdleLong` its connection may be
   * idle for two minutes, while a file is read, instead of 20 seconds, after which the database ends it.
   */
  copying<Result>(
    clients: readonly string[],
    work: (client: pg.PoolClient) => Promise<Result>,
    more?: {
      readonly isOfOneMoment?: boolean
      readonly moment?: string
      readonly keepsNothing?: boolean
      readonly isIdleLong?: boolean
    },
  ): Promise<Result>
  /**
   * The database for the files of one sender, a user or an API key: while another client is active, its transactions run one at a
   * time, however many files it sends at once. `share` is whose share of the connections they count for.
   */
  forSender(sender: string, share?: string): Database
  /** Whether the database answers. */
  isReady(): Promise<boolean>
  /** Connections: how many there are, idle, and how many calls wait for one. */
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/**
 * Opens the pool of connections that the application uses. `role` is taken on inside each transaction where the URL's
 * user is not the application's own role already. Nothing is kept on a connection between transactions, but plans on those that
 * no PgBouncer in transaction mode stands between.
 */
export function openDatabase(given: {
  appUrl: string
  role?: 'despatch_app' | undefined
  connections?: number
  /** For tests: a transaction that wrote and did not say so by `write` fails. */
  checksReads?: boolean
  /** For tests: how long a transaction may wait for its server, in milliseconds. */
  maxIdleMs?: number
}): Database {
  const maxIdleMs = given.maxIdleMs ?? MAX_IDLE_MS
  const most = given.connections ?? Math.min(Math.max(availableParallelism() * 4, 8), 20)
  const spare = given.connections === undefined ? SPARE_CONNECTIONS : 0
  const { slots, copySlots, senderSlots } = openSlots(most, spare)
  const { pool, copyPool, watch } = openPools({ ...given, maxIdleMs }, most + spare)
  const { begin, beginCopy } = beginnings({
    role: given.role,
    maxIdleMs,
    statementMs: STATEMENT_TIMEOUT_MS,
    copyMs: COPY_TIMEOUT_MS,
  })

  const database: Database = {
    async transaction(work, who = OWN_WORK) {
      const checkedOut = await checkOut(pool, slots, who)
      return runPipelined(work, { ...checkedOut, begin, checksReads: given.checksReads === true })
    },
    async copying(clients, work, { isOfOneMoment = false, moment, keepsNothing = false, isIdleLong = false } = {}) {
      const checkedOut = await checkOut(copyPool, copySlots, clients.join())
      const begin = beginCopy({ isOfOneMoment, moment, isIdleLong })
      return runForCopy(clients, work, { ...checkedOut, begin, keepsNothing, watch })
    },
    forSender(sender, share = sender) {
      const wait = withSlot(() => senderSlots.take(sender, share))
      return {
        ...database,
        transaction: (work) => wait(() => database.transaction(work, share)),
        copying: (...asked) => wait(() => database.copying(...asked)),
      }
    },
    isReady() {
      if (watch.isHeard()) return Promise.resolve(true)
      const asked = pool.query('select 1').then(
        () => true,
        () => false,
      )
      return Promise.race([asked, sleep(PROBE_TIMEOUT_MS, false, { ref: false })])
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: slots.waiting }),
    close: () => watch.close(),
  }
  return database
}

/** The slots of calls, of long transactions, and of what one sender's files ask for of both. */
function openSlots(most: number, spare: number) {
  const active = new ActiveClients()
  const patient = { spare: 0, patienceMs: COPY_TIMEOUT_MS }
  return {
    slots: fairSlots({
      slots: most,
      spare,
      shared: Math.ceil(most / 4),
      patienceMs: CONNECTION_PATIENCE_MS,
      active,
    }),
    // Feeds wait for each other, chunk by chunk, longer than a person would. Two of delivery events, over two connections each.
    copySlots: fairSlots({ ...patient, slots: COPY_CONNECTIONS, shared: COPY_CONNECTIONS / 2 }),
    // Of many senders at once, as many as there are connections.
    senderSlots: fairSlots({ ...patient, slots: most + COPY_CONNECTIONS, shared: 1, active }),
  }
}

/** The connections of calls and those for COPY, both watched. */
function openPools(given: Settings, max: number) {
  const settings = settingsOf(given)
  const pool = new pg.Pool({ ...settings, max, pipeline: true } as pg.PoolConfig)
  // Not kept when idle: nothing could be asked over them to find out whether they are still good.
  const copyPool = new pg.Pool({ ...settings, max: COPY_CONNECTIONS, idleTimeoutMillis: 1000 })
  const watched = [
    { pool, beginMs: PROBE_TIMEOUT_MS, statementMs: STATEMENT_TIMEOUT_MS + STATEMENT_GRACE_MS, probesIdle: true },
    { pool: copyPool, beginMs: COPY_BEGIN_MS, statementMs: COPY_TIMEOUT_MS + STATEMENT_GRACE_MS },
  ]
  const watch = watchConnections(given.appUrl, watched, given.maxIdleMs)
  // A connection that breaks, idle or in use, is replaced, and what was asked of it fails. Without a listener on each
  // of the two the whole process would end instead.
  for (const each of [pool, copyPool]) {
    each.on('error', () => undefined)
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  // Before anything else that is asked over it.
  pool.on('connect', (client) => void findOutWhoseOwn(client).catch(() => undefined))
  return { pool, copyPool, watch }
}

type Settings = { appUrl: string; role?: string | undefined; maxIdleMs: number }

const settingsOf = ({ appUrl, role, maxIdleMs }: Settings) => ({
  connectionString: appUrl,
  types,
  Client: PromptClient,
  idleTimeoutMillis: 60_000,
  connectionTimeoutMillis: CONNECTION_PATIENCE_MS,
  keepAlive: true,
  // A setting of the connection where it is ours; behind a pooler that shares connections it is one of the transaction.
  ...(!role && {
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: maxIdleMs,
  }),
})

type CheckedOut = { readonly client: pg.PoolClient; readonly release: (broken?: Error) => void }

/** A transaction of its own that writes a mark: its commit waits until the disk has that, and all that was written before. */
const FLUSH = "select pg_logical_emit_message(true, 'despatch', '')"

/** Runs work in a transaction; what it asks for at once, and its `begin`, travel in one packet. */
async function runPipelined<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  { client, release, begin, checksReads }: CheckedOut & { readonly begin: string; readonly checksReads: boolean },
): Promise<Result> {
  let broken: Error | undefined
  sendTogether(client)
  const begun = client.query(begin)
  begun.catch(() => undefined)
  const transaction = new Transaction(client)
  try {
    const result = await work(transaction).finally(() => transaction.end())
    await begun
    if (checksReads && !transaction.wrote) await checkNothingIsWritten(client)
    if (transaction.wrote) sendTogether(client)
    else sendWithNext(client)
    const last = transaction.sendLast()
    last?.catch(() => undefined)
    const committed = client.query('commit').then(({ command }) => {
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement of it had failed')
    })
    if (!transaction.wrote) {
      // Nothing hangs on this commit: the answer goes out, and the next transaction is sent right behind it.
      committed.catch(() => undefined)
      release()
      return result
    }
    const flushed = transaction.isReleasedEarly ? client.query(FLUSH) : undefined
    flushed?.catch(() => undefined)
    committed.catch(() => undefined)
    await last
    await committed
    await flushed
    release()
    transaction.committed()
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    release(broken)
    throw error
  }
}

type ForCopy = CheckedOut & { readonly begin: string; readonly keepsNothing: boolean; readonly watch: ConnectionWatch }

/** Runs work in a transaction for COPY, in which row-level security lets these clients through. */
async function runForCopy<Result>(
  clients: readonly string[],
  work: (client: pg.PoolClient) => Promise<Result>,
  { client, release, begin, keepsNothing, watch }: ForCopy,
): Promise<Result> {
  let broken: Error | undefined
  try {
    await client.query(begin)
    const { rows } = await client.query<{ pid: number }>(
      "select set_config('app.clients', $1::text[]::text, true), pg_backend_pid() as pid",
      [clients],
    )
    watch.setBackend(client, rows[0]?.pid ?? 0)
    const result = await work(client)
    await client.query(keepsNothing ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    release(broken)
  }
}

/** Throws where the transaction of a connection holds a table as only who writes does. */
async function checkNothingIsWritten(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(relname, ', ') as tables from pg_locks join pg_class on pg_class.oid = relation
     where pid = pg_backend_pid() and mode = 'RowExclusiveLock' and relkind in ('r', 'p')`,
  )
  if (rows[0]?.tables) throw new Error(`Written to without saying so by write(): ${rows[0].tables}`)
}

/** A connection for one transaction, once it is this one's turn. */
async function checkOut(pool: pg.Pool, slots: FairSlots, who: string): Promise<CheckedOut> {
  const free = await slots.take(who)
  try {
    const client = await pool.connect()
    const release = (broken?: Error) => {
      client.release(broken)
      free()
    }
    return { client, release }
  } catch (error) {
    free()
    throw new NoConnection(error)
  }
}
