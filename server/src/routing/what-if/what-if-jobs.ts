import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import { type JobServices, workInThreads } from '../../jobs/work-in-threads.ts'

const GIVEN_UP = 'This trial failed. Nothing has been changed. Try again in a moment.'

/** Runs queued what-ifs in worker threads. */
export const doWhatIfs = (services: JobServices): Promise<void> =>
  workInThreads(services, {
    queue: 'what-if',
    atOnce: 2,
    thread: new URL('what-if-worker.ts', import.meta.url),
    // Enough for the largest rule book and the consignments in memory at a time.
    memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    title: 'a what-if',
    giveUp: (database, { client, whatIfId }) =>
      inClient(database, client, (transaction) =>
        transaction.write(
          db
            .updateTable('what_ifs')
            .set({ status: 'Failed', error: GIVEN_UP })
            .where('client_code', '=', client)
            .where('what_if_id', '=', whatIfId)
            .where('status', 'in', ['NotStarted', 'Running']),
        ),
      ),
  })
