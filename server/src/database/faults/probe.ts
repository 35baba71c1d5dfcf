import pg from 'pg'
import { connectionOf } from '../connection-of.ts'

export type Probe = {
  waitedMs: number
  /** Whether the database, or a pooler in front of it, accepted or refused a new connection. */
  isAnswered: boolean
  isOver: boolean
  /** Those of the given backends that are idle or gone. */
  idleBackends: ReadonlySet<number>
  waitingCopies: readonly string[]
  end(): void
}

/** Backends that are gone or wait for our next message. Where the database hides their state, it returns neither. */
const IDLE_BACKENDS = `
  select asked.pid from unnest($1::int[]) as asked (pid)
  left join pg_stat_activity as backend on backend.pid = asked.pid
  where backend.pid is null or backend.state like 'idle%' or (backend.state = 'active' and backend.wait_event = 'ClientRead')`

/**
 * Returns COPYs that wait for rows and block others, each with the amount it has read, and ends those that the previous probe saw
 * with the same amount ($2): their server is gone, and no timeout of PostgreSQL applies within a COPY.
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

/** Opens a new connection and looks up idle backends over it. */
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
