import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClients } from '../database/in-client.ts'
import { db } from '../database/sql.ts'
import type { DatabaseAddress } from '../jobs/jobs-database.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'

const AT_ONCE = 2
/** An export that went wrong is tried so often before it is given up. */
const MAX_TRIES = 3
/** Of a thread, in MB: a file of any size is made in as much. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 64 }

const GIVEN_UP = 'The file could not be made. Try again; if it fails again, tell your administrator.'

type Given = DatabaseAddress & {
  database: Database
  jobs: Jobs
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** The thread that makes a file: it knows all reports, which nothing here does. */
  worker: URL
}

/** Makes the files that are asked for, each in a thread of its own: what is asked of the server meanwhile does not wait. */
export async function doExports({ appUrl, role, database, jobs, log, worker }: Given): Promise<void> {
  await jobs.work('file-export', AT_ONCE, async ({ data, signal, tries }) => {
    try {
      await inThread(worker, { appUrl, role, ...data }, signal)
    } catch (error) {
      // Another server has it by now, or it was cancelled, or this one stops.
      if (signal.aborted) return
      log.warn({ err: error, exportId: data.exportId, tries }, 'an export went wrong')
      if (tries + 1 < MAX_TRIES) throw error
      await giveUp(database, data)
    }
  })
}

/** What the thread is told. */
export type ExportThread = DatabaseAddress & Job<'file-export'>['data']

async function inThread(url: URL, workerData: ExportThread, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(url, { workerData, resourceLimits: MEMORY })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => reject(new Error('The export was stopped'))
  signal.addEventListener('abort', stop)
  worker.once('error', reject)
  worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The thread ended with ${code}`))))
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

const giveUp = (database: Database, { exportId, clients }: Job<'file-export'>['data']) =>
  inClients(database, clients, (transaction) =>
    transaction.write(
      db
        .updateTable('export_jobs')
        .set({ status: 'Failed', error: GIVEN_UP, finished_at: sql<Date>`now()` })
        .where('export_id', '=', exportId)
        .where('status', 'in', ['NotStarted', 'Running']),
    ),
  )
