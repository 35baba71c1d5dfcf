import pg from 'pg'
import { connectionOf } from '../connection-of.ts'

export type Probe = {
  waitedMs: number
  /** Whether the database, or a pooler before it, has let a new connection in, or refused it. */
  isAnswered: boolean
  isOver: boolean
  /** Of the processes that were asked about, those that have nothing to do for us. */
  idleBackends: ReadonlySet<number>
  waitingCopies: readonly string[]
  end(): void
}

/** One that waits for our next message, or is gone. A database that tells nobody what it does says neither. */
const IDLE_BACKENDS = `
  select asked.pid from unnest($1::int[]) as asked (pid)
  left join pg_stat_activity as backend on backend.pid = asked.pid
  where backend.pid is null or backend.state like 'idle%' or (backend.state = 'active' and backend.wait_event = 'ClientRead')`

/**
 * Ends transactions that others wait for and whose server is gone: within a COPY no limit of PostgreSQL holds. Gives those
 * that wait for rows now, each with what it has read; one that the probe before found the same ($2) is ended.
 */
const END_DEAD_COPIES = `
  select copy.seen, copy.seen = any ($2::text[]) and pg_terminate_backend(copy.pid) as is_ended from (
    select waits.pid, concat_ws(' ', waits.pid, waits.query_start, read.bytes_processed) as seen
    from pg_stat_activity as waits left join pg_stat_progress_copy as read on read.pid = waits.pid
    where waits.datname = current_database() and waits.usename = current_user
      and waits.state = 'active' and waits.wait_event = 'ClientRead' and waits.query_start < now() - $1 * interval '1 ms'
      and exists (
        select from pg_stat_activity as waiting
        where waiting.wait_event_type = 'Lock' and waits.pid = any (pg_blocking_pids(waiting.pid))
      )
  ) as copy`

/** Tries a new connection, and asks over it for the processes that have nothing to do for us. */
export function startProbe(
  url: string,
  backends: number[],
  { maxIdleMs, waitedBefore }: { maxIdleMs: number; waitedBefore: readonly string[] },
): Probe {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const probe: Probe = {
    waitedMs: 0,
    isAnswered: false,
    isOver: false,
    idleBackends: new Set(),
    waitingCopies: [],
    end: () => connectionOf(client).connection.stream.destroy(),
  }
  const ask = async () => {
    await client.connect()
    probe.isAnswered = true
    const copies = await client.query<{ seen: string }>(END_DEAD_COPIES, [maxIdleMs, waitedBefore])
    probe.waitingCopies = copies.rows.map(({ seen }) => seen)
    if (backends.length === 0) return
    const { rows } = await client.query<{ pid: number }>(IDLE_BACKENDS, [backends])
    probe.idleBackends = new Set(rows.map(({ pid }) => pid))
  }
  ask()
    // A refusal is an answer too.
    .catch(() => (probe.isAnswered = true))
    .finally(() => (probe.isOver = true))
  return probe
}
