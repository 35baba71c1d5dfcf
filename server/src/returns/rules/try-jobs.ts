import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { DatabaseAddress } from '../../jobs/jobs-database.ts'
import type { Job, Jobs } from '../../jobs/jobs.ts'
import { runThread } from '../../jobs/run-thread.ts'

const AT_ONCE = 1
/** A trial that went wrong is tried so often before it is given up. */
const MAX_TRIES = 3
/** Of a thread, in MB: two books, the classes of returns that were decided, and the few lines that are read at a time. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
const THREAD = new URL('try-worker.ts', import.meta.url)

const GIVEN_UP = 'This trial went wrong and was given up. Nothing has been changed. Try it again in a moment.'

type Given = DatabaseAddress & { database: Database; jobs: Jobs; log: Pick<FastifyBaseLogger, 'warn' | 'error'> }

/** Does the trials of drafts that are asked for, each in a thread of its own: what is asked of the server meanwhile does not wait. */
export async function doReturnsTries({ appUrl, role, database, jobs, log }: Given): Promise<void> {
  await jobs.work('returns-try', AT_ONCE, async ({ data, signal, tries }) => {
    try {
      const workerData: TryThread = { appUrl, role, ...data }
      await runThread(THREAD, { workerData, resourceLimits: MEMORY, signal })
    } catch (error) {
      // Another server has it by now, or it was cancelled, or this one stops.
      if (signal.aborted) return
      log.warn({ err: error, tryId: data.tryId, tries }, 'a trial of a returns book went wrong')
      if (tries + 1 < MAX_TRIES) throw error
      await giveUp(database, data)
    }
  })
}

/** What the thread is told. */
export type TryThread = DatabaseAddress & Job<'returns-try'>['data']

async function giveUp(database: Database, { client, tryId }: Job<'returns-try'>['data']): Promise<void> {
  await inClient(database, client, (transaction) =>
    transaction.write(
      db
        .updateTable('return_tries')
        .set({ status: 'Failed', error: GIVEN_UP })
        .where('client_code', '=', client)
        .where('try_id', '=', tryId)
        .where('status', 'in', ['NotStarted', 'Running']),
    ),
  )
}
