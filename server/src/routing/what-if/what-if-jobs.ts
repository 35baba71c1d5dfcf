import type { FastifyBaseLogger } from 'fastify'
import { db } from '../../database/sql.ts'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import type { DatabaseAddress } from '../../jobs/jobs-database.ts'
import type { Job, Jobs } from '../../jobs/jobs.ts'
import { runThread } from '../../jobs/run-thread.ts'

const AT_ONCE = 2
/** A what-if that went wrong is tried so often before it is given up. */
const MAX_TRIES = 3
/** Of a thread, in MB: what a rule book may take at most, beside the few consignments that are held at a time. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
const THREAD = new URL('what-if-worker.ts', import.meta.url)

const GIVEN_UP = 'This what-if went wrong and was given up. Nothing has been changed; try it again in a moment.'

type Given = DatabaseAddress & { database: Database; jobs: Jobs; log: Pick<FastifyBaseLogger, 'warn' | 'error'> }

/** Does the what-ifs that are asked for, each in a thread of its own: what is asked of the server meanwhile does not wait. */
export async function doWhatIfs({ appUrl, role, database, jobs, log }: Given): Promise<void> {
  await jobs.work('what-if', AT_ONCE, async ({ data, signal, tries }) => {
    try {
      const workerData: WhatIfThread = { appUrl, role, ...data }
      await runThread(THREAD, { workerData, resourceLimits: MEMORY, signal })
    } catch (error) {
      // Another server has it by now, or it was cancelled, or this one stops.
      if (signal.aborted) return
      log.warn({ err: error, whatIfId: data.whatIfId, tries }, 'a what-if went wrong')
      if (tries + 1 < MAX_TRIES) throw error
      await giveUp(database, data)
    }
  })
}

/** What the thread is told. */
export type WhatIfThread = DatabaseAddress & Job<'what-if'>['data']

async function giveUp(database: Database, { client, whatIfId }: Job<'what-if'>['data']): Promise<void> {
  await inClient(database, client, (transaction) =>
    transaction.write(
      db
        .updateTable('what_ifs')
        .set({ status: 'Failed', error: GIVEN_UP })
        .where('client_code', '=', client)
        .where('what_if_id', '=', whatIfId)
        .where('status', 'in', ['NotStarted', 'Running']),
    ),
  )
}
