import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import { type JobServices, workInThreads } from '../../jobs/work-in-threads.ts'
import { asOperator } from './as-operator.ts'

const GIVEN_UP = 'The import failed and nothing was kept. Try again. If it fails again, contact your administrator.'

export const doInvoiceImports = (services: JobServices): Promise<void> =>
  workInThreads(services, {
    queue: 'invoice-import',
    atOnce: 1,
    thread: new URL('import-worker.ts', import.meta.url),
    // The worker holds the rows of a file in memory until they are judged.
    memory: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 },
    title: 'an import of invoices',
    giveUp: (database, { fileId }) =>
      asOperator(database, (transaction) =>
        transaction.write(
          db
            .updateTable('invoice_files')
            .set({ state: 'Refused', message: GIVEN_UP })
            .where('file_id', '=', fileId)
            .where('state', 'in', ['Waiting', 'Reading', 'Matching', 'Judging']),
        ),
      ),
    settle: (database, { fileId }) => deleteCancelledFile(database, fileId),
  })

/** Deletes a file whose import was cancelled while it ran, after the import has stopped. */
async function deleteCancelledFile(database: Database, fileId: number): Promise<void> {
  await asOperator(database, (transaction) =>
    transaction.write(db.deleteFrom('invoice_files').where('file_id', '=', fileId).where('state', '=', 'Cancelled')),
  )
}
