import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { ThreadJob } from './job-thread.ts'
import type { DatabaseAddress } from './jobs-database.ts'
import type { Job, Jobs, Queue } from './jobs.ts'

/** A job that went wrong is tried so often before it is given up. */
const MAX_TRIES = 3
/** A thread is kept for so long after its job: jobs come several at a time, and loading what one needs takes half a second. */
const MAX_IDLE_MS = 30_000

/** What jobs are done with. */
export type JobServices = DatabaseAddress & {
  database: Database
  jobs: Jobs
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

type ThreadedQueue<Name extends Queue> = {
  queue: Name
  atOnce: number
  /** The file of the thread: it calls `doThreadJobs`. */
  thread: URL
  /** What a thread may take, in MB. */
  memory: ResourceLimits
  /** What the log calls a job. */
  title: string
  /** Notes that a job went wrong for the last time. */
  giveUp(database: Database, data: Job<Name>['data']): Promise<unknown>
  /** What follows a job that has ended, however it did. */
  settle?(database: Database, data: Job<Name>['data']): Promise<unknown>
}

/** Does the jobs of a queue, each in a thread: what is asked of the server meanwhile does not wait. */
export async function workInThreads<Name extends Queue>(
  { appUrl, role, database, jobs, log }: JobServices,
  { queue, atOnce, thread, memory, title, giveUp, settle }: ThreadedQueue<Name>,
): Promise<void> {
  await jobs.work(queue, atOnce, async ({ data, signal, tries }) => {
    try {
      await runInThread({ thread, memory, signal }, { address: { appUrl, role }, data })
    } catch (error) {
      // Once it is aborted, another server has it, or it was cancelled, or this server stops.
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

/** Throws what the thread throws, and an Error where it is stopped by `signal`, ends by itself, or takes more memory. */
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
  // What the server was started with to be watched by is not for its threads.
  const worker = new Worker(thread, { resourceLimits: memory, execArgv: [] })
  worker.once('exit', () => idle.delete(worker))
  // Anyone who waits for its job listens as well; an idle one merely ends.
  worker.on('error', () => undefined)
  return worker
}

/** Keeps a thread for the next job. It does not keep the process from ending. */
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
