import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Services } from '../process/services.ts'
import { noteBegin, noteEnd } from './job-runs.ts'
import type { Jobs } from './jobs.ts'

/** A recurring job as the Jobs screen shows it. */
export type JobDescription = {
  /** Its key in the database: never change it. When a job is removed, a migration deletes it from jobs.schedule and job_runs. */
  readonly name: string
  readonly title: string
  readonly what: string
  /** When it runs, in words for the screen. */
  readonly schedule: string
}

/** What a job's run function gets. */
type RunContext = {
  readonly database: Database
  readonly services: Services
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Aborts when this server stops or another server takes over the run. */
  readonly signal: AbortSignal
}

/** Work for the whole portal that recurs every minute or less often. */
export type RecurringJob = JobDescription & {
  /** A cron expression in London's time. */
  readonly cron: string
  /** If set, the job also runs this many seconds after a server starts. */
  readonly startsAfter?: number
  /** May be interrupted, and may overlap with the next run if this server lost its connection: it must be safe to run twice. */
  readonly run: (context: RunContext) => Promise<unknown>
}

/** Concurrent recurring jobs per server: enough that a few long ones do not delay the short ones. */
const JOBS_AT_ONCE = 5
const SCHEDULE_AGAIN_MS = 10_000

type RecurringServices = Omit<RunContext, 'signal'> & { readonly jobs: Jobs }

/**
 * Schedules recurring jobs and runs them when they are due, each on one server at a time. Scheduling is retried until it succeeds,
 * for example while the server's clock is wrong. Returns a function that ends the retries.
 */
export async function runRecurring(
  on: RecurringServices,
  recurring: readonly RecurringJob[],
): Promise<() => Promise<void>> {
  const { jobs, log } = on
  const byName = new Map(recurring.map((job) => [job.name, job]))
  await jobs.work('recurring', JOBS_AT_ONCE, async ({ data, signal }) => {
    const job = byName.get(data.job)
    // During an update another server may know jobs that this one does not: the retry may reach it.
    if (!job) throw new Error(`This server does not know the job ${data.job}`)
    await runOnce(on, job, signal).catch((error: unknown) => {
      log.warn({ err: error, job: job.name }, 'a recurring job was cut short')
      throw error
    })
  })
  const stopping = new AbortController()
  let left = await scheduleAll(on, recurring)
  const again = async () => {
    while (left.length > 0 && !stopping.signal.aborted) {
      await sleep(SCHEDULE_AGAIN_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (!stopping.signal.aborted) left = await scheduleAll(on, left)
    }
  }
  const scheduling = again()
  return () => {
    stopping.abort()
    return scheduling
  }
}

/** Schedules jobs, and queues those that run after a start. Returns the jobs for which that failed. */
async function scheduleAll(
  { database, jobs, log }: RecurringServices,
  recurring: readonly RecurringJob[],
): Promise<RecurringJob[]> {
  const failed: RecurringJob[] = []
  for (const job of recurring) {
    const { name, startsAfter } = job
    try {
      await jobs.schedule(job)
      if (startsAfter !== undefined)
        await database.transaction((transaction) =>
          jobs.sendRecurring(transaction, { name, afterSeconds: startsAfter }),
        )
    } catch (error) {
      log.warn({ err: error, job: name }, 'a recurring job was not scheduled')
      failed.push(job)
    }
  }
  return failed
}

/** Records a failed run, which is not retried before its next time. Throws only if the run was interrupted: then the queue retries it. */
async function runOnce(on: RecurringServices, { name, run }: RecurringJob, signal: AbortSignal): Promise<void> {
  const { database, log } = on
  const beganAt = await noteBegin(database, name)
  try {
    await unlessAborted(run({ ...on, signal }), signal)
  } catch (error) {
    // The next run records this one as failed.
    if (signal.aborted) throw error
    log.warn({ err: error, job: name }, 'a recurring job failed')
    await noteEnd(database, { name, beganAt, failure: error instanceof Error ? error.message : String(error) })
    return
  }
  await noteEnd(database, { name, beganAt })
}

/** Rejects as soon as the signal aborts: a stopping server does not wait for a long run. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new Error('The run was cut short'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
