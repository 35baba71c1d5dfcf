import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import { type JobServices, workInThreads } from '../../jobs/work-in-threads.ts'

const GIVEN_UP = 'The trial failed and nothing changed. Try again in a moment.'

/** Runs queued trials of drafts. */
export const runReturnsTries = (services: JobServices): Promise<void> =>
  workInThreads(services, {
    queue: 'returns-try',
    atOnce: 1,
    thread: new URL('try-worker.ts', import.meta.url),
    // Holds two books, the decided classes, and one batch of lines.
    memory: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    title: 'a trial of a returns book',
    giveUp: (database, { client, tryId }) =>
      inClient(database, client, (transaction) =>
        transaction.write(
          db
            .updateTable('return_tries')
            .set({ status: 'Failed', error: GIVEN_UP })
            .where('client_code', '=', client)
            .where('try_id', '=', tryId)
            .where('status', 'in', ['NotStarted', 'Running']),
        ),
      ),
  })
