import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { ThreadJob } from './job-thread.ts'
import type { DatabaseAddress } from './jobs-database.ts'
import type { Job, Jobs, Queue } from './jobs.ts'

const MAX_TRIES = 3
/** How long an idle thread stays: jobs come in groups, and loading a thread's code takes half a second. */
const MAX_IDLE_MS = 30_000

/** The services that jobs use. */
export type JobServices = DatabaseAddress & {
  database: Database
  jobs: Jobs
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

type ThreadedQueue<Name extends Queue> = {
  queue: Name
  atOnce: number
  /** The thread's script, which calls `doThreadJobs`. */
  thread: URL
  /** Memory limit of a thread, in MB. */
  memory: ResourceLimits
  /** The job's name in the log. */
  title: string
  /** Called when the last try of a job has failed. */
  giveUp(database: Database, data: Job<Name>['data']): Promise<unknown>
  /** Called after a job, whether it succeeded or failed. */
  settle?(database: Database, data: Job<Name>['data']): Promise<unknown>
}

/** Works on a queue with a thread for each job, so that calls to the server do not wait for it. */
export async function workInThreads<Name extends Queue>(
  { appUrl, role, database, jobs, log }: JobServices,
  { queue, atOnce, thread, memory, title, giveUp, settle }: ThreadedQueue<Name>,
): Promise<void> {
  await jobs.work(queue, atOnce, async ({ data, signal, tries }) => {
    try {
      await runInThread({ thread, memory, signal }, { address: { appUrl, role }, data })
    } catch (error) {
      // Aborted: the job was cancelled, another server has it, or this server stops.
      if (!signal.aborted) {
        const told: object = { err: error, ...data, tries }
        log.warn(told, `${title} went wrong`)
        if (tries + 1 < MAX_TRIES) throw error
        await giveUp(database, data)
      }
    }
    await settle?.(database, data)
  })
}

/** @throws the thread's error, or an Error if `signal` stops it, it exits, or it exceeds its memory limit */
async function runInThread(
  { thread, memory, signal }: { thread: URL; memory: ResourceLimits; signal: AbortSignal },
  job: ThreadJob<object>,
): Promise<void> {
  signal.throwIfAborted()
  const worker = takeIdle(thread) ?? begin(thread, memory)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => reject(new Error('The thread was stopped'))
  const onExit = (code: number) => reject(new Error(`The thread ended with ${code}`))
  signal.addEventListener('abort', stop)
  worker.once('message', resolve).once('error', reject).once('exit', onExit)
  worker.postMessage(job)
  try {
    await promise
    keep(worker, thread)
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
  }
}

const idle = new Map<Worker, { file: string; timer: NodeJS.Timeout }>()

function begin(thread: URL, memory: ResourceLimits): Worker {
  // Debugger and profiler flags of the server must not reach its threads.
  const worker = new Worker(thread, { resourceLimits: memory, execArgv: [] })
  worker.once('exit', () => idle.delete(worker))
  // A job's own listener reports the error; without a job the thread simply ends.
  worker.on('error', () => undefined)
  return worker
}

/** Keeps a thread for the next job without keeping the process alive. */
function keep(worker: Worker, { href }: URL): void {
  worker.unref()
  const timer = setTimeout(() => {
    idle.delete(worker)
    void worker.terminate()
  }, MAX_IDLE_MS)
  idle.set(worker, { file: href, timer: timer.unref() })
}

function takeIdle({ href }: URL): Worker | undefined {
  for (const [worker, { file, timer }] of idle) {
    if (file !== href) continue
    clearTimeout(timer)
    idle.delete(worker)
    worker.ref()
    return worker
  }
  return undefined
}
