import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Proof } from '@despatch/domain/invoices/reading/proof'
import { costText } from '@despatch/domain/routing/allocation/units'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { noSuchInvoice, openOperatorScope } from '../scope.ts'

/**
 * Reads the proof that an invoice was read completely. Throws an AppError (403) for client users, because it covers
 * all clients.
 */
export async function readProof(
  context: Context,
  { query: { summaryID } }: RouteChecked<typeof routes.proof>,
): Promise<RouteAnswer<typeof routes.proof>> {
  await openOperatorScope(context)
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
  const { proof, remarks, refusals, duplicates } = row.proof_details
  const file = row.file_read
  const [fileRows, passedOver] = [file?.rows ?? proof.rowsTaken + proof.rowsRefused, file?.passedOver ?? 0]
  const unplaced = file?.unplacedRows ?? 0
  // Refused rows of other invoices count too: those neither here nor unplaced are elsewhere.
  const elsewhere =
    file?.unplacedRows === undefined ? 0 : fileRows - passedOver - unplaced - proof.rowsTaken - proof.rowsRefused
  return {
    code: 200,
    result: row.proof,
    filename: row.filename,
    fileRows,
    taken: proof.rowsTaken,
    refused: proof.rowsRefused,
    passedOver,
    deleted: row.deleted_rows,
    unplaced,
    elsewhere,
    net: costText(proof.net),
    tax: proof.tax === null ? null : costText(proof.tax),
    stated: proof.statements.map(({ what, amount, difference, line }) => ({
      what,
      amount: costText(amount),
      difference: costText(difference),
      line,
    })),
    refusals: [...(file?.unplaced ?? []), ...refusals].map(({ line, column, value, reason }) => ({
      line,
      column: column ?? '',
      value,
      reason,
    })),
    remarks: [...(file?.remarks ?? []), ...remarks].map((one) => ({ ...one, column: one.column ?? '' })),
    contradictions: contradictionsOf(proof),
    duplicates: [...duplicates],
    explanation: row.explanation,
    explainedBy: row.explained_by,
  }
}

/** Rows and columns whose stated total differs from the sum of their content. */
function contradictionsOf({ ownTotals, repeats }: Proof) {
  return [
    ...ownTotals.first.map(({ line, column, stated, difference }) => ({
      line,
      column,
      value: costText(stated),
      reason: `The charges of the row total ${costText(stated + difference)}`,
    })),
    ...repeats
      .filter(({ ofRows, ofColumn }) => ofRows !== ofColumn)
      .map(({ line, code, ofRows, ofColumn }) => ({
        line,
        column: code,
        value: costText(ofRows),
        reason: `The column of the same charge totals ${costText(ofColumn)}`,
      })),
  ]
}
