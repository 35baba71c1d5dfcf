import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { asOperator } from '../import/as-operator.ts'
import { judgeAgain } from '../reconciliation/judge-again.ts'
import { lockAccounts } from './lock-accounts.ts'

/**
 * Open rows of other invoices that may stand behind rows of some invoices in the accounts of their parcels (order-rows.ts): those of
 * the same orders and numbers, for a row that covers nothing may cover what is free by now. A row of which nothing was found stays
 * Not found, whatever others bill. Each order and number finds its rows by
 * its index, whatever the planner knows of rows that were just written (docs/decisions/0014).
 */
const FOLLOWING = `
select j.invoice_id as "invoiceId", q.no
from invoices i
cross join lateral (
  select o.invoice_id, o.no
  from (
    select distinct client_code, order_number from invoice_parcels
    where invoice_id = i.invoice_id and order_number <> ''
  ) r
  cross join lateral (
    select invoice_id, parcel_no as no from invoice_parcels
    where client_code = r.client_code and order_number = r.order_number and order_number <> '' and status = 'Imported'
    offset 0
  ) o
  union
  select o.invoice_id, o.no
  from (
    select distinct tracking_number from invoice_parcels where invoice_id = i.invoice_id and tracking_number <> ''
  ) r
  cross join lateral (
    select invoice_id, parcel_no as no from invoice_parcels
    where tracking_number = r.tracking_number and tracking_number <> '' and client_code <> '' and status = 'Imported'
    offset 0
  ) o
) q
join invoices j on j.invoice_id = q.invoice_id and j.invoice_id <> i.invoice_id and j.status <> 'Accepted'
  and ((j.invoice_day, j.invoice_number, j.invoice_id) > (i.invoice_day, i.invoice_number, i.invoice_id)
    or j.billed_since > coalesce(i.billed_since, '-infinity'))
where i.invoice_id = any ($1::bigint[])
group by j.invoice_id, q.no`
/** Rows are judged again in the order of the accounts: what one covers is no longer free for those behind it. */
const IN_ORDER = 'order by j.invoice_day, j.invoice_number, j.invoice_id, q.no'

/** Of new invoices those that do not stand behind all others of their carrier. */
const LATE = `
select n.invoice_id as id from invoices n
where n.invoice_id = any ($1::bigint[]) and exists (
  select from invoices o
  where o.carrier = n.carrier and o.invoice_id < n.invoice_id and o.status <> 'Accepted'
    and (o.invoice_day, o.invoice_number) > (n.invoice_day, n.invoice_number)
)`

/**
 * Judges the open rows again that stand behind those of new invoices, which came late: what is due of their parcels is less
 * now. What was decided stays. `connection` is one of `database.copying` that sees '' and every client, who are named.
 */
export async function judgeFollowing(
  connection: pg.PoolClient,
  invoiceIds: readonly number[],
  { clients }: { clients: readonly string[] },
): Promise<void> {
  const late = await connection.query<{ id: number }>(LATE, [invoiceIds])
  if (late.rows.length === 0) return
  const { rows } = await connection.query<{ invoiceId: number; no: number }>(`${FOLLOWING} ${IN_ORDER}`, [
    late.rows.map(({ id }) => id),
  ])
  for (const [invoiceId, ofInvoice] of Map.groupBy(rows, (row) => row.invoiceId))
    await judgeAgain(
      connection,
      invoiceId,
      ofInvoice.map(({ no }) => no),
      { clients },
    )
}

/**
 * Notes the open rows that stand behind those of invoices whose entries in the accounts change: a job judges them again
 * (`judgeNoted`). Called while the entries are still there.
 */
export async function noteFollowing(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  const text = `insert into invoice_rows_to_judge (invoice_id, parcel_no) ${FOLLOWING} on conflict do nothing`
  const [before = '', after = ''] = text.split('$1')
  await transaction.write(sql`${sql.raw(before)}${invoiceIds}${sql.raw(after)}`.compile(db))
}

/**
 * Notes the open rows beside rows `p` that are about to be deleted, or that are matched otherwise: those of their invoice that are of
 * the same detail, order or number.
 */
export async function noteBeside(transaction: Transaction, rows: RawBuilder<unknown>): Promise<void> {
  await transaction.write(
    sql`with gone as (
        select invoice_id, detail_no, client_code, order_number, tracking_number from invoice_parcels p where ${rows}
      )
      insert into invoice_rows_to_judge (invoice_id, parcel_no)
      select o.invoice_id, o.parcel_no from gone g
      join invoice_parcels o on o.invoice_id = g.invoice_id and o.detail_no = g.detail_no
      where o.status = 'Imported'
      union
      select o.invoice_id, o.parcel_no from gone g
      join invoice_parcels o on o.client_code = g.client_code and o.order_number = g.order_number
      where o.invoice_id = g.invoice_id and o.order_number <> '' and o.status = 'Imported'
      union
      select o.invoice_id, o.parcel_no from gone g join invoice_parcels o on o.tracking_number = g.tracking_number
      where o.invoice_id = g.invoice_id and o.tracking_number <> '' and o.client_code <> '' and o.status = 'Imported'
      on conflict do nothing`.compile(db),
  )
}

/**
 * Notes what follows from an invoice that is rejected as a whole, or is not any more: its own open rows and those behind it, and
 * the days of what it bills, which is still to be billed or not.
 */
export async function noteVoided(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  await noteFollowing(transaction, invoiceIds)
  await transaction.write(
    sql`insert into invoice_rows_to_judge (invoice_id, parcel_no)
      select invoice_id, parcel_no from invoice_parcels
      where invoice_id = any (${invoiceIds}::bigint[]) and status = 'Imported'
      on conflict do nothing`.compile(db),
  )
  await transaction.write(
    sql`insert into billing_days_changed (client_code, carrier, day)
      select distinct p.client_code, p.carrier, london_day(p.despatched_at)
      from parcel_bills b join parcels p on p.client_code = b.client_code and p.tracking_number = b.tracking_number
      where b.invoice_id = any (${invoiceIds}::bigint[])`.compile(db),
  )
}

/** Takes what is noted of the invoice that comes first in the accounts of its parcels. */
const TAKE = `
delete from invoice_rows_to_judge where invoice_id = (
  select invoice_id from (select distinct invoice_id from invoice_rows_to_judge) n join invoices using (invoice_id)
  order by invoice_day, invoice_number, invoice_id limit 1
)
returning invoice_id as "invoiceId", parcel_no as no`

/** Judges the noted rows again, those of an invoice in a transaction of its own. Gives how many rows are another than before. */
export async function judgeNoted(database: Database): Promise<number> {
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  for (let changed = 0; ;) {
    const done = await retryOnDeadlock(() =>
      database.copying(clients, async (connection) => {
        await lockAccounts(connection)
        const { rows } = await connection.query<{ invoiceId: number; no: number }>(TAKE)
        const [first] = rows
        const numbers = rows.map(({ no }) => no)
        return first && judgeAgain(connection, first.invoiceId, numbers, { clients })
      }),
    )
    if (!done) return changed
    changed += done.changed
  }
}
