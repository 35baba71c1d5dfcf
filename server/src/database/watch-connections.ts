import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOf } from './connection-of.ts'
import { MAX_IDLE_MS } from './faults/held-transactions.ts'
import { type Probe, startProbe } from './faults/probe.ts'

const TICK_MS = 250
/** An idle connection that has said nothing for so long is asked whether it still answers. */
const IDLE_BEFORE_PROBE_MS = 5000
/** A statement that is under way for so long makes the server ask whether the database answers at all. */
const BUSY_BEFORE_PROBE_MS = 2000
/** A probe that is not answered for so long means silence. */
export const PROBE_TIMEOUT_MS = 5000
/** For so long what was heard of the database still says that it answers. */
const HEARD_MS = 1000
/** What a statement gets beyond its own time limit, which the database keeps, before its connection counts as silent. */
export const STATEMENT_GRACE_MS = 2000
const CLOSE_PATIENCE_MS = 2000

/** Why what was asked over a connection fails, once the database has fallen silent on it. */
export class SilentConnection extends Error {
  /** As the operating system names a peer that no longer answers. */
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database has not answered on this connection for too long')
    this.name = 'SilentConnection'
  }
}

/** A client whose attempt to connect has the time of a probe, however long the pool lets a call wait for its turn. */
export class PromptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
  }
}

type WatchedPool = {
  pool: pg.Pool
  /** How long the first answer after a check-out may take: that to `begin`, which needs nothing from the database. */
  beginMs: number
  /** How long any other answer may take. */
  statementMs: number
  /** Whether idle connections are asked now and then. Only a pipelining client takes a question that the pool knows nothing of. */
  probesIdle?: boolean
}

type Watched = {
  readonly client: pg.PoolClient
  readonly socket: Socket
  readonly of: WatchedPool
  isIdle: boolean
  bytesRead: number
  bytesWritten: number
  /** Whether anything has come since it was last checked out, or probed. */
  isHeard: boolean
  /** For how long nothing has come, and for how long of that something was asked. */
  quietMs: number
  unansweredMs: number
  /** The process of the database that serves its transaction; of long transactions alone. */
  backend: number | undefined
  /** How often in a row that process was found to have nothing to do for us. */
  foundIdle: number
}

export type ConnectionWatch = {
  /** Whether the database has said anything within the last second. */
  isHeard(): boolean
  /** Says which process of the database serves the transaction of a connection until it is released. */
  setBackend(client: pg.ClientBase, backend: number): void
  /** Closes the pools; a connection on which nobody answers the farewell is broken. */
  close(): Promise<void>
}

/**
 * Breaks the connections on which the database has fallen silent: what is asked over them fails, and the pool replaces
 * them. TCP does not notice while something on the way, such as a proxy, still acknowledges.
 *
 * - An idle connection is probed by a statement.
 * - A connection is broken when the answer to its `begin`, or to a probe, takes longer than five seconds, or that to a
 *   statement longer than the database itself would have let it run.
 * - While a statement takes long, a new connection is tried. When that gets no answer, the database is silent for
 *   everyone. When it does, it is asked what it does for the long transactions whose process is known: nothing, twice
 *   in a row, means that question or answer was lost. It also ends what a server that was cut off left in the middle of a
 *   COPY, where others wait for it: one that has read nothing from one probe to the next.
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
  /** COPYs that waited for rows at the last probe, each with what it had read. */
  #waitingCopies: readonly string[] = []

  constructor(url: string, pools: readonly WatchedPool[], maxIdleMs: number) {
    this.#url = url
    this.#pools = pools
    this.#maxIdleMs = maxIdleMs
    for (const of of pools) this.#watchPool(of)
    this.#timer = setInterval(() => {
      const now = performance.now()
      // While this process was busy itself, answers lay unread: that time is not the database's.
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

  /** An idle connection that was quiet as long as a silent one is not worth a call's waiting for it. */
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

/** What came before is heard first: a connection that is always busy is released and taken again between two looks. */
function expectAnswer(connection: Watched): void {
  hear(connection, 0)
  connection.isHeard = false
}

/** Counts how long nothing has come. pg says of itself that it waits for nothing: `readyForQuery`. */
function hear(connection: Watched, elapsed: number): void {
  const { bytesRead, bytesWritten } = connection.socket
  const isWaiting = connectionOf(connection.client).readyForQuery === false
  const isNews = bytesRead !== connection.bytesRead
  connection.bytesRead = bytesRead
  // While rows are sent to it, the database may well be found waiting for more.
  if (bytesWritten !== connection.bytesWritten) connection.foundIdle = 0
  connection.bytesWritten = bytesWritten
  if (isNews) connection.isHeard = true
  connection.quietMs = isNews ? 0 : connection.quietMs + elapsed
  connection.unansweredMs = isNews || !isWaiting ? 0 : connection.unansweredMs + elapsed
}

function isIdleLong({ quietMs, unansweredMs, client }: Watched): boolean {
  return quietMs >= IDLE_BEFORE_PROBE_MS && unansweredMs === 0 && connectionOf(client)._queryable !== false
}
