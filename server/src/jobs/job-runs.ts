import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** What is kept as the failure of a run whose server stopped or was killed within it. */
export const CUT_SHORT = 'The run was cut short: its server stopped.'
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
  /** Whether a server is at it, or one soon will be. */
  progress: 'running' | 'waiting' | null
}

/** Notes that a job has a schedule. */
export async function noteSchedule(database: Database, { name, cron }: { name: string; cron: string }): Promise<void> {
  await database.transaction((transaction) =>
    transaction.write(
      sql<object>`insert into job_runs (name, schedule) values (${name}, ${cron})
        on conflict (name) do update set schedule = excluded.schedule where job_runs.schedule <> excluded.schedule`.compile(
        db,
      ),
    ),
  )
}

/** Notes that a run begins. One that began before and has not ended was cut short: no two run at a time. */
export async function noteBegin(database: Database, { name, cron }: { name: string; cron: string }): Promise<void> {
  const wasCutShort = sql<boolean>`(r.began_at is not null and r.ended_at is null)`
  await database.transaction((transaction) =>
    transaction.write(
      sql<object>`insert into job_runs as r (name, schedule, began_at) values (${name}, ${cron}, now())
        on conflict (name) do update set began_at = excluded.began_at, ended_at = null,
          failures = r.failures + ${wasCutShort}::int,
          failed_at = case when ${wasCutShort} then now() else r.failed_at end,
          failure = case when ${wasCutShort} then ${CUT_SHORT} else r.failure end`.compile(db),
    ),
  )
}

/** Notes how a run ended: with a failure, or well. */
export async function noteEnd(database: Database, name: string, failure?: string): Promise<void> {
  const ended = sql`ended_at = now(), seconds = extract(epoch from now() - began_at)`
  await database.transaction((transaction) =>
    transaction.write(
      (failure === undefined
        ? sql<object>`update job_runs set ${ended}, outcome = 'succeeded', succeeded_at = now() where name = ${name}`
        : sql<object>`update job_runs set ${ended}, outcome = 'failed', failed_at = now(), failures = failures + 1,
            failure = ${failure.slice(0, MAX_FAILURE_LENGTH)} where name = ${name}`
      ).compile(db),
    ),
  )
}

/** The last runs of all jobs that have a schedule. */
export function loadRuns(transaction: Transaction): Promise<JobRun[]> {
  return transaction.rows(
    sql<JobRun>`
      select r.name, r.began_at, r.ended_at, r.seconds, r.outcome, r.failed_at, r.failure,
        case when q.state = 'active' then 'running' when q.state is not null then 'waiting' end as progress
      from job_runs r
      left join jobs.job q on q.name = 'recurring' and q.singleton_key = r.name and q.state <= 'active'
      order by r.name`.compile(db),
  )
}

/** What /metrics says of a job. */
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
