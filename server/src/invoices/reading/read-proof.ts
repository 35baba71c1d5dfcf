import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { costText } from '@despatch/domain/routing/allocation/units'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import type { KeptProof } from '../import/kept-proof.ts'
import { noSuchInvoice, openOperators } from '../scope.ts'

/** What proves that an invoice was read whole. Throws an AppError (403) for users of clients: it tells of all clients. */
export async function readProof(
  context: Context,
  { query: { summaryID } }: RouteChecked<typeof routes.proof>,
): Promise<RouteAnswer<typeof routes.proof>> {
  await openOperators(context)
  const row = await context.transaction.row(
    db
      .selectFrom('invoices as i')
      .innerJoin('invoice_files as f', 'f.file_id', 'i.file_id')
      .select([
        'i.proof',
        'i.proof_details',
        'i.deleted_rows',
        'i.explanation',
        'i.explained_by',
        'f.filename',
        'f.file_read',
      ])
      .where('i.invoice_id', '=', Number(summaryID)),
  )
  if (!row) throw noSuchInvoice()
  const { proof, refusals, duplicates } = row.proof_details as unknown as KeptProof
  const file = row.file_read as { rows?: number; passedOver?: number } | null
  return {
    code: 200,
    result: row.proof,
    filename: row.filename,
    fileRows: file?.rows ?? proof.rowsTaken + proof.rowsRefused,
    taken: proof.rowsTaken,
    refused: proof.rowsRefused,
    passedOver: file?.passedOver ?? 0,
    deleted: row.deleted_rows,
    net: costText(proof.net),
    tax: proof.tax === null ? null : costText(proof.tax),
    stated: proof.statements.map(({ what, amount, difference, line }) => ({
      what,
      amount: costText(amount),
      difference: costText(difference),
      line,
    })),
    refusals: refusals.map(({ line, column, value, reason }) => ({ line, column: column ?? '', value, reason })),
    contradictions: contradictionsOf(proof),
    duplicates: [...duplicates],
    explanation: row.explanation,
    explainedBy: row.explained_by,
  }
}

/** Rows and columns that say something else than what they hold comes to. */
function contradictionsOf({ ownTotals, repeats }: KeptProof['proof']) {
  return [
    ...ownTotals.first.map(({ line, column, stated, difference }) => ({
      line,
      column,
      value: costText(stated),
      reason: `The charges of the row come to ${costText(stated + difference)}`,
    })),
    ...repeats
      .filter(({ ofRows, ofColumn }) => ofRows !== ofColumn)
      .map(({ line, code, ofRows, ofColumn }) => ({
        line,
        column: code,
        value: costText(ofRows),
        reason: `The column of the same charge comes to ${costText(ofColumn)}`,
      })),
  ]
}
