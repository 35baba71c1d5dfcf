import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { CompiledQuery, sql } from 'kysely'
import { type Db, PgBoss } from 'pg-boss'
import type { FastifyBaseLogger } from 'fastify'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { type DatabaseAddress, openJobsDatabase } from './jobs-database.ts'

/** What a job of each queue is told. Queues are made by migrations: the application's role may make none. */
type JobData = {
  'what-if': { client: string; whatIfId: string }
  /** `was` is what the code meant before; without it, nobody knew. `by` is who deleted it. */
  'event-code': { carrier: string; code: string; was?: { state: string; reason: string }; by?: string }
  'invoice-import': { fileId: number }
  'returns-try': { client: string; tryId: string }
  'file-export': { exportId: string; clients: string[] }
  /** `job` is the name of a recurring job. */
  recurring: { job: string }
}
export type Queue = keyof JobData

/** A job that is being done. `signal` is aborted when it was cancelled, when another has it, and when the server stops. */
export type Job<Name extends Queue> = { data: JobData[Name]; signal: AbortSignal; tries: number }

export type Jobs = {
  /** Queues a job in the transaction that asks for it: it is there when that is committed, and begins at once. `owner` is who may have only so many. */
  send<Name extends Queue>(
    transaction: Transaction,
    job: { queue: Name; id: string; owner: string; data: JobData[Name] },
  ): Promise<void>
  /** Takes a job back, whether it waits or is being done. */
  cancel(transaction: Transaction, queue: Queue, id: string): Promise<void>
  /** How many jobs of an owner wait or are being done. No two transactions count at once: what one sends, the next sees. */
  unfinishedOf(transaction: Transaction, queue: Queue, owner: string): Promise<number>
  /** Has a recurring job run by a cron expression in London's time, whichever server does it. */
  schedule(job: { name: string; cron: string }): Promise<void>
  /** Queues one run of a recurring job, to begin at once or after some seconds. Gives false where a run waits or is under way: then nothing is queued. */
  sendRecurring(transaction: Transaction, job: { name: string; afterSeconds?: number }): Promise<boolean>
  /** Does the jobs of a queue, so many at a time. A job that throws is tried again; it must not mind being done twice. */
  work<Name extends Queue>(queue: Name, atOnce: number, handle: (job: Job<Name>) => Promise<void>): Promise<void>
  /** Takes no more jobs, and gives those under way back: another server begins them again. */
  stop(): Promise<void>
}

const SCHEMA = 'jobs'
/** With the 4 seconds of silence that a queue allows (its migration), a killed server's job runs again within 10. */
const WATCH_SECONDS = 2
const POLL_SECONDS = 2
const HEARTBEAT_SECONDS = 1

const SETTINGS = {
  // The schema is made by migrations, as the owner.
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
  /** Whether no job may be taken just now, as where this server's clock is wrong. */
  isHeld?: () => boolean
  /** Whether this server takes its turn at queueing what schedules make due. One server does so, each half minute. */
  runsSchedules?: boolean
}

/** The queue of jobs, kept in the database: a job survives the tab that asked for it and the server that does it. */
export async function openJobs(given: OpenJobsOptions): Promise<Jobs> {
  const own = openJobsDatabase(given)
  // Each statement that takes a job passes over what others hold; `cron_on` is the turn at queueing what is due.
  const executeSql: typeof own.executeSql = async (text, values) =>
    given.isHeld?.() && /skip locked|cron_on/i.test(text) ? { rows: [] } : own.executeSql(text, values)
  const boss = new PgBoss({ db: { executeSql }, schema: SCHEMA, ...SETTINGS, schedule: given.runsSchedules ?? false })
  let isStopped = false
  boss.on('error', (error) => {
    if (!isStopped) given.log.warn({ err: error }, 'the queue of jobs failed')
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
            // pg-boss would wait out its interval before it asks for the next one.
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

/** One run of each recurring job waits or is under way at a time: its name is the singleton key. */
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
        // What came due while no server ran is done once.
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

/** How many jobs of an owner wait or run; until the end of the transaction nobody else adds one. */
async function unfinishedOf(transaction: Transaction, queue: Queue, owner: string): Promise<number> {
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`${queue} ${owner}`}, 0))`.compile(db))
  const row = await transaction.row(
    sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(`${SCHEMA}.job`)}
      where name = ${queue} and group_id = ${owner} and state < 'completed'`.compile(db),
  )
  return row?.count ?? 0
}

/** Lets pg-boss ask within a request's transaction. */
function within(transaction: Transaction): Db {
  return {
    async executeSql(text, values = []) {
      return { rows: await transaction.write(CompiledQuery.raw(text, values)) }
    },
  }
}
