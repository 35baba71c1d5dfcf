import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { DatabaseAddress } from '../../jobs/jobs-database.ts'
import type { Job, Jobs } from '../../jobs/jobs.ts'
import { asOperator } from './as-operator.ts'

const AT_ONCE = 1
/** An import that went wrong is tried so often before it is given up. */
const MAX_TRIES = 3
/** Of a thread, in MB: the rows of a file are held until they are judged. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 }

const GIVEN_UP =
  'This import went wrong and was given up. Nothing of the file was kept. Send it again; if it fails again, tell your administrator.'

type ImportServices = DatabaseAddress & {
  database: Database
  jobs: Jobs
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Imports the files that were sent, each in a thread of its own: what is asked of the server meanwhile does not wait. */
export async function doInvoiceImports({ appUrl, role, database, jobs, log }: ImportServices): Promise<void> {
  await jobs.work('invoice-import', AT_ONCE, async ({ data, signal, tries }) => {
    try {
      await inThread({ appUrl, role, ...data }, signal)
    } catch (error) {
      // Another server has it by now, or it was cancelled, or this one stops.
      if (signal.aborted) return await forgetCancelled(database, data.fileId)
      log.warn({ err: error, fileId: data.fileId, tries }, 'an import of invoices went wrong')
      if (tries + 1 < MAX_TRIES) throw error
      await giveUp(database, data)
    }
    await forgetCancelled(database, data.fileId)
  })
}

/** What the thread is told. */
export type ImportThread = DatabaseAddress & Job<'invoice-import'>['data']

async function inThread(workerData: ImportThread, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('import-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: MEMORY,
    // What the server was started with to be watched by is not for its threads.
    execArgv: [],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => reject(new Error('The import was stopped'))
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

/** A file whose import was cancelled under way goes once the import has let go of it. */
async function forgetCancelled(database: Database, fileId: number): Promise<void> {
  await asOperator(database, (transaction) =>
    transaction.write(db.deleteFrom('invoice_files').where('file_id', '=', fileId).where('state', '=', 'Cancelled')),
  )
}

async function giveUp(database: Database, { fileId }: Job<'invoice-import'>['data']): Promise<void> {
  await asOperator(database, (transaction) =>
    transaction.write(
      db
        .updateTable('invoice_files')
        .set({ state: 'Refused', message: GIVEN_UP })
        .where('file_id', '=', fileId)
        .where('state', 'in', ['Waiting', 'Reading', 'Matching', 'Judging']),
    ),
  )
}
