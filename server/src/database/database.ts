import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ActiveClients, type FairSlots, fairSlots, withSlot, OWN_WORK } from './fair-slots.ts'
import { NoConnection } from './faults/database-failure.ts'
import { beginStatements, MAX_IDLE_MS } from './faults/held-transactions.ts'
import { detectPooler } from './prepared.ts'
import { sendTogether, sendWithNext, Transaction } from './transaction.ts'
import {
  type ConnectionWatch,
  PROBE_TIMEOUT_MS,
  PromptClient,
  STATEMENT_GRACE_MS,
  watchConnections,
} from './watch-connections.ts'

const { builtins } = pg.types

/** Parses dates as text and 64-bit integers as numbers: ids and counts stay far below 2^53. */
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
/** How long a call waits for a free connection. */
const CONNECTION_PATIENCE_MS = 10_000
const COPY_CONNECTIONS = 4
/** Extra connections, for callers that hold none while one caller holds all the others. */
const SPARE_CONNECTIONS = 2
/** Behind a pooler even `begin` may have to wait; a feed can afford to. */
const COPY_BEGIN_MS = 15_000

export type Database = {
  /**
   * Runs work in one transaction: commits when it returns, rolls back when it throws.
   *
   * @param caller whose share of the connections the transaction counts towards (see {@link fairSlots}): the client of a call;
   *   the server itself by default
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, caller?: string): Promise<Result>
  /**
   * Runs work in a transaction on a connection without pipelining, for COPY.
   *
   * @param clients the clients that row-level security shows; the transaction counts towards their share of these connections
   */
  copying<Result>(
    clients: readonly string[],
    work: (client: pg.PoolClient) => Promise<Result>,
    options?: {
      /** All statements see one snapshot, that of the first: for work that only reads. */
      readonly isSnapshot?: boolean
      /** All statements see this snapshot, exported by another transaction with `pg_export_snapshot`. */
      readonly snapshot?: string
      /** Rolls back after the work: for dry runs. */
      readonly rollsBack?: boolean
      /** The connection may be idle for two minutes, while a file is read. Otherwise the database ends it after 20 seconds. */
      readonly isIdleLong?: boolean
    },
  ): Promise<Result>
  /**
   * The database for the files of one sender, a user or an API key. While another client is active, the sender's transactions
   * run one at a time, however many files it sends at once.
   *
   * @param share whose share of the connections they count towards
   */
  forSender(sender: string, share?: string): Database
  isReady(): Promise<boolean>
  /** Open connections, idle connections, and calls that wait for one. */
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

type DatabaseOptions = {
  appUrl: string
  role?: 'despatch_app' | undefined
  connections?: number
  /** For tests: a transaction that wrote without calling `write` fails. */
  checksReads?: boolean
  /** For tests: how long a transaction may wait for its server, in milliseconds. */
  maxIdleMs?: number
}

/**
 * Opens the application's connection pools. Where the user of the URL is not the application's own role, each transaction
 * switches to `role`. Connections carry no state between transactions except prepared statements, which are used only where no
 * PgBouncer in transaction mode is in between.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const maxIdleMs = options.maxIdleMs ?? MAX_IDLE_MS
  const most = options.connections ?? Math.min(Math.max(availableParallelism() * 4, 8), 20)
  const spare = options.connections === undefined ? SPARE_CONNECTIONS : 0
  const { slots, copySlots, senderSlots } = openSlots(most, spare)
  const { pool, copyPool, watch } = openPools({ ...options, maxIdleMs }, most + spare)
  const { begin, beginCopy } = beginStatements({
    role: options.role,
    maxIdleMs,
    statementMs: STATEMENT_TIMEOUT_MS,
    copyMs: COPY_TIMEOUT_MS,
  })

  const database: Database = {
    async transaction(work, caller = OWN_WORK) {
      const checkedOut = await checkOut(pool, slots, caller)
      return runPipelined(work, { ...checkedOut, begin, checksReads: options.checksReads === true })
    },
    async copying(clients, work, { isSnapshot = false, snapshot, rollsBack = false, isIdleLong = false } = {}) {
      const checkedOut = await checkOut(copyPool, copySlots, clients.join())
      const begin = beginCopy({ isSnapshot, snapshot, isIdleLong })
      return runForCopy(clients, work, { ...checkedOut, begin, rollsBack, watch })
    },
    forSender(sender, share = sender) {
      const wait = withSlot(() => senderSlots.take(sender, share))
      return {
        ...database,
        transaction: (work) => wait(() => database.transaction(work, share)),
        copying: (...parameters) => wait(() => database.copying(...parameters)),
      }
    },
    isReady() {
      if (watch.isHeard()) return Promise.resolve(true)
      const answer = pool.query('select 1').then(
        () => true,
        () => false,
      )
      return Promise.race([answer, sleep(PROBE_TIMEOUT_MS, false, { ref: false })])
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: slots.waiting }),
    close: () => watch.close(),
  }
  return database
}

/** Slots for the connections of calls, for those of COPY, and for the files of each sender, which use both. */
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
    // Feeds wait for each other's chunks longer than a person would. Two feeds of delivery events use two connections each.
    copySlots: fairSlots({ ...patient, slots: COPY_CONNECTIONS, shared: COPY_CONNECTIONS / 2 }),
    // Senders together may hold as many slots as there are connections.
    senderSlots: fairSlots({ ...patient, slots: most + COPY_CONNECTIONS, shared: 1, active }),
  }
}

/** Opens the pools for calls and for COPY, and watches their connections. */
function openPools(input: Settings, max: number) {
  const settings = settingsOf(input)
  const pool = new pg.Pool({ ...settings, max, pipeline: true } as pg.PoolConfig)
  // Closed when idle: without pipelining no probe can find out whether an idle connection still works.
  const copyPool = new pg.Pool({ ...settings, max: COPY_CONNECTIONS, idleTimeoutMillis: 1000 })
  const watched = [
    { pool, beginMs: PROBE_TIMEOUT_MS, statementMs: STATEMENT_TIMEOUT_MS + STATEMENT_GRACE_MS, probesIdle: true },
    { pool: copyPool, beginMs: COPY_BEGIN_MS, statementMs: COPY_TIMEOUT_MS + STATEMENT_GRACE_MS },
  ]
  const watch = watchConnections(input.appUrl, watched, input.maxIdleMs)
  // The pool replaces a connection that breaks, and its statements fail. Without listeners on both the pool and the client,
  // the error would end the process.
  for (const each of [pool, copyPool]) {
    each.on('error', () => undefined)
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  // This query must be the first on the connection.
  pool.on('connect', (client) => void detectPooler(client).catch(() => undefined))
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
  // Connections of our own get these as session settings; behind a pooler each transaction sets them.
  ...(!role && {
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: maxIdleMs,
  }),
})

type CheckedOut = { readonly client: pg.PoolClient; readonly release: (broken?: Error) => void }

/** Writes a marker in a transaction of its own: its commit waits until this and everything written before it are on disk. */
const FLUSH = "select pg_logical_emit_message(true, 'despatch', '')"

/** Runs work in a transaction. Statements sent in the same turn, and its `begin`, travel in one packet. */
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
      // The caller need not wait for a commit that wrote nothing, and the next transaction can follow right behind it.
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

type ForCopy = CheckedOut & { readonly begin: string; readonly rollsBack: boolean; readonly watch: ConnectionWatch }

/** Runs work in a transaction for COPY, in which row-level security shows these clients. */
async function runForCopy<Result>(
  clients: readonly string[],
  work: (client: pg.PoolClient) => Promise<Result>,
  { client, release, begin, rollsBack, watch }: ForCopy,
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
    await client.query(rollsBack ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    release(broken)
  }
}

/** Throws if the connection's transaction holds a lock that only writers take on a table. */
async function checkNothingIsWritten(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(relname, ', ') as tables from pg_locks join pg_class on pg_class.oid = relation
     where pid = pg_backend_pid() and mode = 'RowExclusiveLock' and relkind in ('r', 'p')`,
  )
  if (rows[0]?.tables) throw new Error(`Written to without saying so by write(): ${rows[0].tables}`)
}

/** Waits for a slot and then for a connection. */
async function checkOut(pool: pg.Pool, slots: FairSlots, caller: string): Promise<CheckedOut> {
  const free = await slots.take(caller)
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
