import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** The failure recorded for a run that never reported its end. */
export const CUT_SHORT = 'The run did not finish: its server stopped, or lost the database.'
const MAX_FAILURE_LENGTH = 4000

/** The last run of a job. */
export type JobRun = {
  name: string
  began_at: Date | null
  ended_at: Date | null
  seconds: number | null
  outcome: 'succeeded' | 'failed' | null
  failed_at: Date | null
  failure: string | null
  /** Whether the job is running, or queued to run. */
  progress: 'running' | 'waiting' | null
}

/**
 * Records that a run begins. Returns its start time. If an earlier run has no end, it is recorded as failed: two runs of a job never
 * overlap.
 */
export async function noteBegin(database: Database, name: string): Promise<Date> {
  const wasCutShort = sql<boolean>`(r.began_at is not null and r.ended_at is null)`
  const row = await database.transaction((transaction) =>
    transaction.writeRow(
      sql<{ began_at: Date }>`insert into job_runs as r (name, began_at) values (${name}, clock_timestamp())
        on conflict (name) do update set began_at = excluded.began_at, ended_at = null,
          failures = r.failures + ${wasCutShort}::int,
          failed_at = case when ${wasCutShort} then now() else r.failed_at end,
          failure = case when ${wasCutShort} then ${CUT_SHORT} else r.failure end
        returning began_at`.compile(db),
    ),
  )
  if (!row) throw new Error(`The run of ${name} was not noted`)
  return row.began_at
}

/** Records the end of the run that began at `beganAt`. Does nothing if a later run has begun since. */
export async function noteEnd(
  database: Database,
  { name, beganAt, failure }: { name: string; beganAt: Date; failure?: string },
): Promise<void> {
  const ended = sql`ended_at = now(), seconds = extract(epoch from now() - began_at)`
  // A Date holds milliseconds, timestamptz microseconds.
  const isThis = sql`name = ${name} and date_trunc('milliseconds', began_at) = ${beganAt}`
  await database.transaction((transaction) =>
    transaction.write(
      (failure === undefined
        ? sql<object>`update job_runs set ${ended}, outcome = 'succeeded', succeeded_at = now() where ${isThis}`
        : sql<object>`update job_runs set ${ended}, outcome = 'failed', failed_at = now(), failures = failures + 1,
            failure = ${failure.slice(0, MAX_FAILURE_LENGTH)} where ${isThis}`
      ).compile(db),
    ),
  )
}

/** The last run of each job that has run or is queued. */
export function loadRuns(transaction: Transaction): Promise<JobRun[]> {
  return transaction.rows(
    sql<JobRun>`
      select coalesce(r.name, q.singleton_key) as name, r.began_at, r.ended_at, r.seconds, r.outcome, r.failed_at, r.failure,
        case when q.state = 'active' then 'running' when q.state is not null then 'waiting' end as progress
      from job_runs r
      full join (select * from jobs.job where name = 'recurring' and state <= 'active') q on q.singleton_key = r.name
      order by 1`.compile(db),
  )
}

/** The metrics of a job. */
export type JobFigures = { name: string; succeeded_at: Date | null; seconds: number | null; failures: number }

export function loadFigures(database: Database): Promise<JobFigures[]> {
  return database.transaction((transaction) =>
    transaction.rows(
      sql<JobFigures>`select name, succeeded_at, seconds, failures::float8 as failures from job_runs order by name`.compile(
        db,
      ),
    ),
  )
}
