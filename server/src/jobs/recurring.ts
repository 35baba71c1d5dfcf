import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Services } from '../process/services.ts'
import { noteBegin, noteEnd } from './job-runs.ts'
import type { Jobs } from './jobs.ts'

/** What people see of a recurring job. */
export type JobDescription = {
  /** By which it is kept: it never changes. A job that is taken away is taken out of jobs.schedule and job_runs by a migration. */
  readonly name: string
  readonly title: string
  readonly what: string
  /** When it runs, in words. */
  readonly schedule: string
}

/** What the work of a job has. */
type RunContext = {
  readonly database: Database
  readonly services: Services
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Aborted when the run is no longer this server's: it stops, or another server has taken over. */
  readonly signal: AbortSignal
}

/** Work for the whole portal that recurs each minute or more rarely. */
export type RecurringJob = JobDescription & {
  /** In London's time, as far as it matters. */
  readonly cron: string
  /** So many seconds after a server started it is run too. */
  readonly startsAfter?: number
  /** A run may be cut short. Where a server was cut off from the database, its run may go on beside the next one. */
  readonly run: (context: RunContext) => Promise<unknown>
}

/** How many recurring jobs one server runs at a time: beside some long ones there is room for the short. */
const AT_ONCE = 5
const SCHEDULE_AGAIN_MS = 10_000

type RecurringServices = Omit<RunContext, 'signal'> & { readonly jobs: Jobs }

/**
 * Schedules recurring jobs, and runs those that are due, each on one server at a time. What cannot be scheduled now, as while the
 * server's clock is wrong, is tried again until it is. Gives what ends that.
 */
export async function runRecurring(
  on: RecurringServices,
  recurring: readonly RecurringJob[],
): Promise<() => Promise<void>> {
  const { jobs, log } = on
  const byName = new Map(recurring.map((job) => [job.name, job]))
  await jobs.work('recurring', AT_ONCE, async ({ data, signal }) => {
    const job = byName.get(data.job)
    // In an update another server may know more jobs than this one: that one may take it.
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

/** Schedules jobs, and queues those that run when a server starts. Gives those for which it failed. */
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

/** A run that fails is noted, and not tried again before its next time. Throws where it is cut short: then it is. */
async function runOnce(on: RecurringServices, { name, run }: RecurringJob, signal: AbortSignal): Promise<void> {
  const { database, log } = on
  const beganAt = await noteBegin(database, name)
  try {
    await unlessAborted(run({ ...on, signal }), signal)
  } catch (error) {
    // Noted as such where the next run begins.
    if (signal.aborted) throw error
    log.warn({ err: error, job: name }, 'a recurring job failed')
    await noteEnd(database, { name, beganAt, failure: error instanceof Error ? error.message : String(error) })
    return
  }
  await noteEnd(database, { name, beganAt })
}

/** A server that stops does not wait for a run: it may take long. */
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
