import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import { Transaction } from '../../database/transaction.ts'
import { namedRows } from '../accept-and-reject/change-rows.ts'
import { asOperator } from '../import/as-operator.ts'
import { lockToJudge, judgeAgain } from '../judging/judge-again.ts'
import { lockAccounts } from './lock-accounts.ts'
import { findDependentsOfNew, deleteNotesOfJudged, noteDependents, noteRows } from './note-dependents.ts'

/** New invoices that are not the last of their carrier by day. */
const LATE = `
select n.invoice_id as id from invoices n
where n.invoice_id = any ($1::bigint[]) and exists (
  select from invoices o
  where o.carrier = n.carrier and o.invoice_id < n.invoice_id and o.status <> 'Accepted'
    and (o.invoice_day, o.invoice_number) > (n.invoice_day, n.invoice_number)
)`

/**
 * Judges open rows again that depend on new invoices, because less is now due for their parcels. Decided rows stay,
 * and are judged when the decision is undone. `connection` comes from `database.copying` and sees client '' and all
 * `clients`.
 */
export async function judgeDependents(
  connection: pg.PoolClient,
  invoiceIds: readonly number[],
  { clients }: { clients: readonly string[] },
): Promise<void> {
  const transaction = new Transaction(connection)
  const late = await connection.query<{ id: number }>(LATE, [invoiceIds])
  const rows = await findDependentsOfNew(
    transaction,
    invoiceIds,
    late.rows.map(({ id }) => id),
  )
  for (const [invoiceId, ofInvoice] of Map.groupBy(rows, (row) => row.invoiceId)) {
    // Note the rows before judging them, so that notes of other transactions wait instead of being deleted with
    // these.
    await noteRows(
      transaction,
      invoiceId,
      ofInvoice.map(({ no }) => no),
    )
    const open = ofInvoice.filter(({ isOpen }) => isOpen).map(({ no }) => no)
    if (open.length === 0) continue
    const { judged } = await judgeAgain(connection, invoiceId, open, { clients })
    await deleteNotesOfJudged(transaction, invoiceId, judged)
  }
}

/**
 * Judges rows of an invoice again like {@link judgeAgain}, and notes the rows that depend on them if any changed.
 * Deletes the notes of the judged rows.
 */
export async function judgeWithDependents(
  connection: pg.PoolClient,
  invoiceId: number,
  rows: readonly number[],
  { clients }: { clients: readonly string[] },
): Promise<{ changed: number }> {
  const transaction = new Transaction(connection)
  const keys = rows.map((no) => ({ invoiceId, no }))
  const noteOthers = () => noteDependents(transaction, { invoiceIds: [invoiceId], rows: namedRows('parcels', keys) })
  // Dependents of the present rows can only be found now; if no row changes, the notes are rolled back.
  await connection.query('savepoint as_it_was')
  await noteOthers()
  const { judged, changed } = await judgeAgain(connection, invoiceId, rows, { clients })
  if (changed > 0) await noteOthers()
  else await connection.query('rollback to savepoint as_it_was')
  await deleteNotesOfJudged(transaction, invoiceId, judged)
  return { changed }
}

/**
 * Notes the effects of rejecting an invoice as a whole, or of undoing that: dependent rows, and the days of its
 * parcels in `billing_days`.
 */
export async function noteRejectionChange(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  await noteDependents(transaction, { invoiceIds })
  await transaction.write(
    sql`insert into billing_days_changed (client_code, carrier, day)
      select distinct p.client_code, p.carrier, london_day(p.despatched_at)
      from parcel_bills b join parcels p on p.client_code = b.client_code and p.tracking_number = b.tracking_number
      where b.invoice_id = any (${invoiceIds}::bigint[])`.compile(db),
  )
}

/** Notes of rows that are undecided; decided rows wait until that is undone. */
const IS_OPEN = `not exists (
  select from invoice_parcels p where p.invoice_id = n.invoice_id and p.parcel_no = n.parcel_no and p.status <> 'Imported')`
/** Of the invoices with such notes, the one that comes first in the order of accounts. */
const NEXT = `
select invoice_id as id from (select distinct n.invoice_id from invoice_rows_to_judge n where ${IS_OPEN}) n join invoices using (invoice_id)
order by invoice_day, invoice_number, invoice_id limit 1`
const TAKE = `delete from invoice_rows_to_judge n where n.invoice_id = $1 and ${IS_OPEN} returning n.parcel_no as no`

/**
 * Judges the noted rows again, each invoice in its own transaction.
 *
 * @returns the number of rows that changed
 */
export async function judgeNotedRows(database: Database): Promise<number> {
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  for (let changed = 0; ;) {
    const done = await retryOnDeadlock(() =>
      database.copying(clients, async (connection) => {
        await lockAccounts(connection)
        const next = await connection.query<{ id: number }>(NEXT)
        const [first] = next.rows
        if (!first) return undefined
        // Lock the invoice before its notes: decisions lock in that order.
        await lockToJudge(connection, first.id)
        const { rows } = await connection.query<{ no: number }>(TAKE, [first.id])
        return judgeAgain(
          connection,
          first.id,
          rows.map(({ no }) => no),
          { clients },
        )
      }),
    )
    if (!done) return changed
    changed += done.changed
  }
}
