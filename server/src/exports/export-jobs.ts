import { sql } from 'kysely'
import { inClients } from '../database/in-client.ts'
import { db } from '../database/sql.ts'
import { type JobServices, workInThreads } from '../jobs/work-in-threads.ts'

const GIVEN_UP = 'The file couldn’t be created. Try again. If it keeps happening, tell your administrator.'

/**
 * Makes the files in the queue. `worker` is the thread that makes one file; it imports all reports, which this module
 * does not.
 */
export const runExports = ({ worker, ...services }: JobServices & { worker: URL }): Promise<void> =>
  workInThreads(services, {
    queue: 'file-export',
    atOnce: 2,
    thread: worker,
    // Enough for a file of any size.
    memory: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 64 },
    title: 'an export',
    giveUp: (database, { exportId, clients }) =>
      inClients(database, clients, (transaction) =>
        transaction.write(
          db
            .updateTable('export_jobs')
            .set({ status: 'Failed', error: GIVEN_UP, finished_at: sql<Date>`now()` })
            .where('export_id', '=', exportId)
            .where('status', 'in', ['NotStarted', 'Running']),
        ),
      ),
  })
