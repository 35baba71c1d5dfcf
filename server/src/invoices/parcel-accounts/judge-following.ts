import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import { Transaction } from '../../database/transaction.ts'
import { namedRows } from '../accept-and-reject/change-rows.ts'
import { asOperator } from '../import/as-operator.ts'
import { holdToJudge, judgeAgain } from '../reconciliation/judge-again.ts'
import { lockAccounts } from './lock-accounts.ts'
import { dependentsOfNew, forgetJudged, noteDependents, noteRows } from './note-dependents.ts'

/** Of new invoices those that do not stand behind all others of their carrier. */
const LATE = `
select n.invoice_id as id from invoices n
where n.invoice_id = any ($1::bigint[]) and exists (
  select from invoices o
  where o.carrier = n.carrier and o.invoice_id < n.invoice_id and o.status <> 'Accepted'
    and (o.invoice_day, o.invoice_number) > (n.invoice_day, n.invoice_number)
)`

/**
 * Judges the open rows again that depend on new invoices: what is due of their parcels is less now. What was decided stays, and is
 * judged once that is undone. `connection` is one of `database.copying` that sees '' and every client, who are named.
 */
export async function judgeFollowing(
  connection: pg.PoolClient,
  invoiceIds: readonly number[],
  { clients }: { clients: readonly string[] },
): Promise<void> {
  const transaction = new Transaction(connection)
  const late = await connection.query<{ id: number }>(LATE, [invoiceIds])
  const rows = await dependentsOfNew(
    transaction,
    invoiceIds,
    late.rows.map(({ id }) => id),
  )
  for (const [invoiceId, ofInvoice] of Map.groupBy(rows, (row) => row.invoiceId)) {
    // Noted before they are judged: what others note meanwhile waits, and is not forgotten with these.
    await noteRows(
      transaction,
      invoiceId,
      ofInvoice.map(({ no }) => no),
    )
    const open = ofInvoice.filter(({ isOpen }) => isOpen).map(({ no }) => no)
    if (open.length === 0) continue
    const { judged } = await judgeAgain(connection, invoiceId, open, { clients })
    await forgetJudged(transaction, invoiceId, judged)
  }
}

/**
 * Judges rows of an invoice again as {@link judgeAgain} does, and notes what depends on them where any is another than before. What
 * was noted of them is done.
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
  // What depends on the rows as they were can be found only now, and is of no account where none of them changes.
  await connection.query('savepoint as_it_was')
  await noteOthers()
  const { judged, changed } = await judgeAgain(connection, invoiceId, rows, { clients })
  if (changed > 0) await noteOthers()
  else await connection.query('rollback to savepoint as_it_was')
  await forgetJudged(transaction, invoiceId, judged)
  return { changed }
}

/**
 * Notes what follows from an invoice that is rejected as a whole, or is not any more: what depends on it, and the days of what it
 * bills, which is still to be billed or not.
 */
export async function noteVoided(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  await noteDependents(transaction, { invoiceIds })
  await transaction.write(
    sql`insert into billing_days_changed (client_code, carrier, day)
      select distinct p.client_code, p.carrier, london_day(p.despatched_at)
      from parcel_bills b join parcels p on p.client_code = b.client_code and p.tracking_number = b.tracking_number
      where b.invoice_id = any (${invoiceIds}::bigint[])`.compile(db),
  )
}

/** A note of a row that is not decided: others wait until that is undone. */
const IS_OPEN = `not exists (
  select from invoice_parcels p where p.invoice_id = n.invoice_id and p.parcel_no = n.parcel_no and p.status <> 'Imported')`
/** Of the invoices with such notes, the one that comes first in the accounts of its parcels. */
const NEXT = `
select invoice_id as id from (select distinct n.invoice_id from invoice_rows_to_judge n where ${IS_OPEN}) n join invoices using (invoice_id)
order by invoice_day, invoice_number, invoice_id limit 1`
const TAKE = `delete from invoice_rows_to_judge n where n.invoice_id = $1 and ${IS_OPEN} returning n.parcel_no as no`

/** Judges the noted rows again, those of an invoice in a transaction of its own. Gives how many rows are another than before. */
export async function judgeNoted(database: Database): Promise<number> {
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  for (let changed = 0; ;) {
    const done = await retryOnDeadlock(() =>
      database.copying(clients, async (connection) => {
        await lockAccounts(connection)
        const next = await connection.query<{ id: number }>(NEXT)
        const [first] = next.rows
        if (!first) return undefined
        // Before its notes, as those hold them who decide.
        await holdToJudge(connection, first.id)
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
