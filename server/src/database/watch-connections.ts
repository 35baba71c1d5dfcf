import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOf } from './connection-of.ts'
import { MAX_IDLE_MS } from './faults/held-transactions.ts'
import { type Probe, startProbe } from './faults/probe.ts'

const TICK_MS = 250
/** An idle connection is probed after this much silence. */
const IDLE_BEFORE_PROBE_MS = 5000
/** A statement that runs this long makes the server probe the database with a new connection. */
const BUSY_BEFORE_PROBE_MS = 2000
/** A probe without an answer for this long means that the database is silent. */
export const PROBE_TIMEOUT_MS = 5000
/** The database counts as answering for this long after it sent anything. */
const HEARD_MS = 1000
/** Extra time beyond a statement's own timeout, which the database enforces, before its connection counts as silent. */
export const STATEMENT_GRACE_MS = 2000
const CLOSE_PATIENCE_MS = 2000

/** Rejects the statements on a connection on which the database has fallen silent. */
export class SilentConnection extends Error {
  /** The operating system's code for a peer that no longer answers. */
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database has not answered on this connection for too long')
    this.name = 'SilentConnection'
  }
}

/** A client that tries to connect for no longer than a probe, however long the pool lets a call wait. */
export class PromptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
  }
}

type WatchedPool = {
  pool: pg.Pool
  /** How long the first answer after check-out may take: to `begin`, which the database can always answer at once. */
  beginMs: number
  /** How long any other answer may take. */
  statementMs: number
  /** Whether idle connections are probed. Only a pipelining client accepts statements that its pool did not send. */
  probesIdle?: boolean
}

type Watched = {
  readonly client: pg.PoolClient
  readonly socket: Socket
  readonly of: WatchedPool
  isIdle: boolean
  bytesRead: number
  bytesWritten: number
  /** Whether any data has arrived since the last check-out or probe. */
  isHeard: boolean
  /** How long no data has arrived, and how much of that time a statement was waiting for it. */
  quietMs: number
  unansweredMs: number
  /** Process id of the PostgreSQL backend; known for long transactions only. */
  backend: number | undefined
  /** How often in a row that backend was found idle while a statement waited. */
  foundIdle: number
}

export type ConnectionWatch = {
  /** Whether any data has arrived from the database within the last second. */
  isHeard(): boolean
  /** Sets the backend that serves a connection's transaction, until the connection is released. */
  setBackend(client: pg.ClientBase, backend: number): void
  /** Closes the pools, and breaks connections that do not close in time. */
  close(): Promise<void>
}

/**
 * Breaks connections on which the database has fallen silent: their statements fail and the pool replaces them. TCP does not
 * notice while something in between, such as a proxy, still acknowledges packets.
 *
 * - Idle connections are probed with a statement.
 * - A connection is broken if `begin` or a probe gets no answer within five seconds, or a statement gets none within its own
 *   timeout and a grace period.
 * - While a statement is slow, a new connection is tried. If it gets no answer, the database is silent for all connections. If it
 *   does, it looks up the backends of long transactions. A backend found idle twice in a row has lost a question or an answer.
 *   It also ends a COPY that blocks others and has read nothing between two probes: its server was cut off.
 */
export const watchConnections = (
  url: string,
  pools: readonly WatchedPool[],
  maxIdleMs = MAX_IDLE_MS,
): ConnectionWatch => new Watch(url, pools, maxIdleMs)

class Watch implements ConnectionWatch {
  readonly #url: string
  readonly #pools: readonly WatchedPool[]
  readonly #maxIdleMs: number
  readonly #watched = new Map<pg.ClientBase, Watched>()
  readonly #timer: NodeJS.Timeout
  #lookedAt = performance.now()
  #probe: Probe | undefined
  #untilNextProbeMs = 0
  /** Blocking COPYs at the last probe, each with the amount it had read. */
  #waitingCopies: readonly string[] = []

  constructor(url: string, pools: readonly WatchedPool[], maxIdleMs: number) {
    this.#url = url
    this.#pools = pools
    this.#maxIdleMs = maxIdleMs
    for (const of of pools) this.#watchPool(of)
    this.#timer = setInterval(() => {
      const now = performance.now()
      // While this process was busy, answers lay unread: the database is not to blame for that time.
      this.#look(Math.min(now - this.#lookedAt, 2 * TICK_MS))
      this.#lookedAt = now
    }, TICK_MS)
    this.#timer.unref()
  }

  isHeard(): boolean {
    return [...this.#watched.values()].some(({ quietMs, socket }) => quietMs < HEARD_MS && !socket.destroyed)
  }

  setBackend(client: pg.ClientBase, backend: number): void {
    const connection = this.#watched.get(client)
    if (connection) connection.backend = backend
  }

  async close(): Promise<void> {
    const patience = new AbortController()
    await Promise.race([
      Promise.all(this.#pools.map(({ pool }) => pool.end())),
      sleep(CLOSE_PATIENCE_MS, undefined, { signal: patience.signal }),
    ]).finally(() => patience.abort())
    clearInterval(this.#timer)
    this.#probe?.end()
    for (const connection of this.#watched.values()) this.#breakOff(connection)
  }

  #watchPool(of: WatchedPool): void {
    const watched = this.#watched
    of.pool.on('connect', (client) => void watched.set(client, watch(client as pg.PoolClient, of)))
    of.pool.on('acquire', (client) => {
      const connection = watched.get(client)
      if (!connection) return
      connection.isIdle = false
      expectAnswer(connection)
    })
    of.pool.on('release', (_error, client) => {
      const connection = watched.get(client)
      if (!connection) return
      connection.isIdle = true
      connection.backend = undefined
    })
    of.pool.on('remove', (client) => void watched.delete(client))
  }

  #breakOff(connection: Watched): void {
    this.#watched.delete(connection.client)
    connection.socket.destroy(new SilentConnection())
  }

  /** Breaks idle connections that have been quiet as long as a silent one, so that no call has to find out. */
  #breakOffIdle(quietMs: number): void {
    for (const connection of this.#watched.values())
      if (connection.isIdle && connection.quietMs >= quietMs) this.#breakOff(connection)
  }

  #look(elapsed: number): void {
    for (const connection of this.#watched.values()) {
      hear(connection, elapsed)
      const { beginMs, statementMs } = connection.of
      if (connection.unansweredMs >= (connection.isHeard ? statementMs : beginMs)) {
        this.#breakOff(connection)
        this.#breakOffIdle(connection.unansweredMs)
      } else if (connection.of.probesIdle && connection.isIdle && isIdleLong(connection)) {
        expectAnswer(connection)
        connection.client.query('select 1').catch(() => undefined)
      }
    }
    if (this.#probe) return this.#judge(elapsed, this.#probe)
    this.#untilNextProbeMs -= elapsed
    if (this.#untilNextProbeMs > 0) return
    const slow = [...this.#watched.values()].filter(({ unansweredMs }) => unansweredMs >= BUSY_BEFORE_PROBE_MS)
    if (slow.length)
      this.#probe = startProbe(
        this.#url,
        slow.flatMap(({ backend }) => backend ?? []),
        { maxIdleMs: this.#maxIdleMs, waitedBefore: this.#waitingCopies },
      )
  }

  #judge(elapsed: number, current: Probe): void {
    current.waitedMs += elapsed
    if (!current.isOver && current.waitedMs < PROBE_TIMEOUT_MS) return
    current.end()
    this.#probe = undefined
    this.#untilNextProbeMs = BUSY_BEFORE_PROBE_MS
    this.#waitingCopies = current.waitingCopies
    const watched = this.#watched.values()
    if (!current.isAnswered) {
      for (const connection of watched) if (connection.unansweredMs >= PROBE_TIMEOUT_MS) this.#breakOff(connection)
      return this.#breakOffIdle(PROBE_TIMEOUT_MS)
    }
    for (const connection of watched) {
      const isLost = connection.unansweredMs >= PROBE_TIMEOUT_MS && current.idleBackends.has(connection.backend ?? 0)
      connection.foundIdle = isLost ? connection.foundIdle + 1 : 0
      if (connection.foundIdle > 1) this.#breakOff(connection)
    }
  }
}

function watch(client: pg.PoolClient, of: WatchedPool): Watched {
  const { stream: socket } = connectionOf(client).connection
  return {
    client,
    socket,
    of,
    isIdle: false,
    bytesRead: socket.bytesRead,
    bytesWritten: socket.bytesWritten,
    isHeard: false,
    quietMs: 0,
    unansweredMs: 0,
    backend: undefined,
    foundIdle: 0,
  }
}

/** Counts earlier data first: a busy connection is released and taken again between two ticks. */
function expectAnswer(connection: Watched): void {
  hear(connection, 0)
  connection.isHeard = false
}

/** Counts how long no data has arrived. pg sets `readyForQuery` to false while it waits for an answer. */
function hear(connection: Watched, elapsed: number): void {
  const { bytesRead, bytesWritten } = connection.socket
  const isWaiting = connectionOf(connection.client).readyForQuery === false
  const isNews = bytesRead !== connection.bytesRead
  connection.bytesRead = bytesRead
  // While rows are being sent, the backend is rightly found waiting for more.
  if (bytesWritten !== connection.bytesWritten) connection.foundIdle = 0
  connection.bytesWritten = bytesWritten
  if (isNews) connection.isHeard = true
  connection.quietMs = isNews ? 0 : connection.quietMs + elapsed
  connection.unansweredMs = isNews || !isWaiting ? 0 : connection.unansweredMs + elapsed
}

function isIdleLong({ quietMs, unansweredMs, client }: Watched): boolean {
  return quietMs >= IDLE_BEFORE_PROBE_MS && unansweredMs === 0 && connectionOf(client)._queryable !== false
}
