import type { ImportState } from '@despatch/contract/invoices/importing'
import { db } from '../../database/sql.ts'
import type { Database } from '../../database/database.ts'
import { asOperator } from './as-operator.ts'

/** Thrown within an import that a user has cancelled. */
export class ImportCancelled extends Error {}

/** Records the progress of an import. Throws {@link ImportCancelled} if a user has cancelled it. */
export async function recordProgress(
  database: Database,
  fileId: number,
  is: { state: ImportState; message?: string; done?: number; total?: number },
): Promise<void> {
  const row = await asOperator(database, (transaction) =>
    transaction.writeRow(
      db
        .updateTable('invoice_files')
        .set(is)
        .where('file_id', '=', fileId)
        .where('state', 'in', ['Waiting', 'Reading', 'Matching', 'Judging'])
        .returning('file_id'),
    ),
  )
  if (!row) throw new ImportCancelled()
}
