import { sql } from 'kysely'
import { inClients } from '../database/in-client.ts'
import { db } from '../database/sql.ts'
import { type JobServices, workInThreads } from '../jobs/work-in-threads.ts'

const GIVEN_UP = 'The file could not be made. Try again; if it fails again, tell your administrator.'

/** Makes the files that are asked for. `worker` is the thread that makes one: it knows all reports, which nothing here does. */
export const doExports = ({ worker, ...services }: JobServices & { worker: URL }): Promise<void> =>
  workInThreads(services, {
    queue: 'file-export',
    atOnce: 2,
    thread: worker,
    // A file of any size is made in as much.
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
