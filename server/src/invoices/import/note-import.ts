import type { ImportState } from '@despatch/contract/invoices/importing'
import { db } from '../../database/sql.ts'
import type { Database } from '../../database/database.ts'
import { asOperator } from './as-operator.ts'

/** Thrown within an import: it was cancelled. */
export class ImportCancelled extends Error {}

/** Says how far an import is. Throws {@link ImportCancelled} where nobody wants it any more. */
export async function noteImport(
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
