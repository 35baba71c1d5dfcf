import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import { settleCredits } from '../disputes/settle-credits.ts'
import { noteRejectionChange } from '../parcel-accounts/judge-dependents.ts'
import { noteCreditsOf } from '../postings/posting-changes.ts'
import { whileSeeingEveryClient } from '../scope.ts'
import { changeRowsOfInvoices } from './change-rows.ts'
import { type LockedInvoice, rowsText } from './lock-invoices.ts'

/**
 * Sets locked invoices that were rejected as a whole back to Imported. They now bill after the invoices that were
 * decided meanwhile, and their credits settle disputes again. Rows that had been accepted are open again, because
 * other invoices may have billed the same since.
 *
 * @returns the number of rows that were accepted and are open again
 */
export async function setBackRejected(context: ActContext, invoices: readonly LockedInvoice[]): Promise<number> {
  if (invoices.length === 0) return 0
  const { transaction, now } = context
  const ids = invoices.map(({ invoice_id }) => invoice_id)
  const reopened = await changeRowsOfInvoices(context, invoices, {
    rows: sql`p.status = 'Accepted'`,
    status: 'Imported',
    reason: '',
    commandId: randomUUID(),
  })
  await noteRejectionChange(transaction, ids)
  await noteCreditsOf(transaction, ids, now)
  await transaction.write(
    db
      .updateTable('invoices')
      .set({
        status: 'Imported',
        reason: '',
        decided_by: '',
        decided_at: null,
        decided_command: null,
        billed_since: sql`clock_timestamp()`,
      })
      .where('invoice_id', 'in', ids),
  )
  await whileSeeingEveryClient(transaction, () => settleCredits(transaction, ids))
  return reopened
}

/** For example ' 2 rows that were accepted are open again.' */
export const reopenedText = (rows: number) =>
  rows === 0 ? '' : ` ${rowsText(rows)} that ${rows === 1 ? 'was accepted is' : 'were accepted are'} open again.`
