import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { CompiledQuery, sql } from 'kysely'
import { type Db, PgBoss } from 'pg-boss'
import type { FastifyBaseLogger } from 'fastify'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { type DatabaseAddress, openJobsDatabase } from './jobs-database.ts'

/** The data of a job, by queue. Migrations create queues: the application's role may not. */
type JobData = {
  'what-if': { client: string; whatIfId: string }
  /** `was` is the code's meaning before, missing if it had none. `by` is the user who deleted it. */
  'event-code': { carrier: string; code: string; was?: { state: string; reason: string }; by?: string }
  'invoice-import': { fileId: number }
  'returns-try': { client: string; tryId: string }
  'file-export': { exportId: string; clients: string[] }
  /** `job` is the name of a recurring job. */
  recurring: { job: string }
}
export type Queue = keyof JobData

/** A running job. `signal` aborts when the job is cancelled, when another server has taken it, and when this server stops. */
export type Job<Name extends Queue> = { data: JobData[Name]; signal: AbortSignal; tries: number }

export type Jobs = {
  /** Queues a job in the caller's transaction: it begins when that commits. `owner` counts towards the owner's limit. */
  send<Name extends Queue>(
    transaction: Transaction,
    job: { queue: Name; id: string; owner: string; data: JobData[Name] },
  ): Promise<void>
  /** Cancels a queued or running job. */
  cancel(transaction: Transaction, queue: Queue, id: string): Promise<void>
  /** Counts an owner's queued and running jobs, and locks the owner until the transaction ends, so that limits hold. */
  unfinishedOf(transaction: Transaction, queue: Queue, owner: string): Promise<number>
  /** Schedules a recurring job by a cron expression in London's time. Any server may run it. */
  schedule(job: { name: string; cron: string }): Promise<void>
  /** Queues one run of a recurring job, now or after some seconds. Returns false, and queues nothing, if one is queued or running. */
  sendRecurring(transaction: Transaction, job: { name: string; afterSeconds?: number }): Promise<boolean>
  /** Works on a queue, with a limit of concurrent jobs. A job that throws is retried, so jobs must be idempotent. */
  work<Name extends Queue>(queue: Name, atOnce: number, handle: (job: Job<Name>) => Promise<void>): Promise<void>
  /** Stops taking jobs and returns running ones to the queue, where another server restarts them. */
  stop(): Promise<void>
}

const SCHEMA = 'jobs'
/** Queues allow 4 seconds without a heartbeat (see their migration), so another server restarts a killed server's job within 10 s. */
const WATCH_SECONDS = 2
const POLL_SECONDS = 2
const HEARTBEAT_SECONDS = 1

const SETTINGS = {
  // Migrations create the schema.
  migrate: false,
  createSchema: false,
  superviseIntervalSeconds: WATCH_SECONDS,
  monitorIntervalSeconds: WATCH_SECONDS - 1,
  flowIntervalSeconds: 3600,
  reindex: false,
  monitorVacuum: false,
} as const

type OpenJobsOptions = DatabaseAddress & {
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Whether this server must not take jobs now, for example because its clock is wrong. */
  isHeld?: () => boolean
  /** Whether this server may queue jobs whose time has come. One server does so each half minute. */
  runsSchedules?: boolean
}

/** Opens the job queue. It lives in the database, so jobs survive closed tabs and stopped servers. */
export async function openJobs(options: OpenJobsOptions): Promise<Jobs> {
  const own = openJobsDatabase(options)
  // Statements that fetch jobs skip locked rows; `cron_on` marks whose turn it is to queue due jobs.
  const executeSql: typeof own.executeSql = async (text, values) =>
    options.isHeld?.() && /skip locked|cron_on/i.test(text) ? { rows: [] } : own.executeSql(text, values)
  const boss = new PgBoss({ db: { executeSql }, schema: SCHEMA, ...SETTINGS, schedule: options.runsSchedules ?? false })
  let isStopped = false
  boss.on('error', (error) => {
    if (!isStopped) options.log.warn({ err: error }, 'the queue of jobs failed')
  })
  await boss.start().catch(async (error: unknown) => {
    await own.close()
    throw error
  })
  const workers = new Map<Queue, string[]>()
  const wake = (queue: Queue) => workers.get(queue)?.forEach((worker) => boss.notifyWorker(worker))
  const underWay = new Set<Promise<void>>()
  return {
    async send(transaction, { queue, id, owner, data }) {
      await boss.send(queue, data, { id, group: { id: owner }, db: within(transaction) })
      transaction.afterCommit(() => wake(queue))
    },
    async cancel(transaction, queue, id) {
      await boss.cancel(queue, id, { db: within(transaction) })
    },
    unfinishedOf,
    ...recurringOn(boss, () => wake('recurring')),
    async work(queue, atOnce, handle) {
      for (let count = 0; count < atOnce; count++) {
        const worker = await boss.work<JobData[typeof queue]>(
          queue,
          { pollingIntervalSeconds: POLL_SECONDS, heartbeatRefreshSeconds: HEARTBEAT_SECONDS },
          async ([job]) => {
            if (!job) return
            const work = handle({ data: job.data, signal: job.signal, tries: job.retryCount })
            const settled = work.catch(() => undefined)
            underWay.add(settled)
            await work.finally(() => underWay.delete(settled))
            // Otherwise pg-boss would wait for its polling interval before it fetches the next job.
            wake(queue)
          },
        )
        workers.set(queue, [...(workers.get(queue) ?? []), worker])
      }
    },
    async stop() {
      isStopped = true
      await boss.stop({ graceful: false })
      await Promise.all(underWay)
      await own.close()
    },
  }
}

/** At most one run of each recurring job is queued or running: the job's name is the singleton key. */
const recurringOn = (boss: PgBoss, wake: () => void): Pick<Jobs, 'schedule' | 'sendRecurring'> => ({
  async schedule({ name, cron }) {
    await boss.schedule(
      'recurring',
      cron,
      { job: name },
      {
        tz: OPERATOR_ZONE,
        key: name,
        singletonKey: name,
        // Runs missed while no server ran are made up for by one run.
        missed: 'once',
      },
    )
  },
  async sendRecurring(transaction, { name, afterSeconds = 0 }) {
    const options = { singletonKey: name, startAfter: afterSeconds, db: within(transaction) }
    const id = await boss.send('recurring', { job: name }, options)
    if (id !== null) transaction.afterCommit(wake)
    return id !== null
  },
})

/** Counts an owner's queued and running jobs, and locks the owner until the transaction ends. */
async function unfinishedOf(transaction: Transaction, queue: Queue, owner: string): Promise<number> {
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`${queue} ${owner}`}, 0))`.compile(db))
  const row = await transaction.row(
    sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(`${SCHEMA}.job`)}
      where name = ${queue} and group_id = ${owner} and state < 'completed'`.compile(db),
  )
  return row?.count ?? 0
}

/** Lets pg-boss run its statements in the caller's transaction. */
function within(transaction: Transaction): Db {
  return {
    async executeSql(text, values = []) {
      return { rows: await transaction.write(CompiledQuery.raw(text, values)) }
    },
  }
}
