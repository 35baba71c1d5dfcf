import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Rows `p` of invoices that change; all rows of the invoices by default. */
export type ChangedRows = { readonly invoiceIds: readonly number[]; readonly rows?: RawBuilder<unknown> }

const ALL = sql`true`
/** Rows of details belong to a parcel or an order; charges of the whole invoice have a row without either. */
const IS_OWN_ROW = sql`o.client_code = '' and o.consignment_number = '' and o.tracking_number = ''`

/**
 * Rows that may follow the changed rows in the accounts of their parcels (order-rows.ts): rows of the same orders,
 * and of the same numbers, because a row that covers nothing may cover a parcel that is now free. Rows that are Not
 * found stay so, whatever others bill.
 */
const ofSameParcels = (rows: RawBuilder<unknown>) => sql`
  select o.invoice_id, o.no
  from (
    select distinct p.client_code, p.order_number from invoice_parcels p
    where p.invoice_id = i.invoice_id and p.order_number <> '' and ${rows}
  ) r
  cross join lateral (
    select invoice_id, parcel_no as no from invoice_parcels
    where client_code = r.client_code and order_number = r.order_number and order_number <> ''
  ) o
  union
  select o.invoice_id, o.no
  from (
    select distinct p.tracking_number from invoice_parcels p
    where p.invoice_id = i.invoice_id and p.tracking_number <> '' and ${rows}
  ) r
  cross join lateral (
    select invoice_id, parcel_no as no from invoice_parcels
    where tracking_number = r.tracking_number and tracking_number <> '' and client_code <> ''
  ) o`

/**
 * Following rows of other invoices that are neither accepted nor rejected as a whole. A decided row is followed by
 * rows that came later, whatever their day.
 */
const followingRows = ({ invoiceIds, rows = ALL }: ChangedRows) => sql`
  select j.invoice_id, q.no
  from invoices i
  cross join lateral (${ofSameParcels(rows)}) q
  join invoices j on j.invoice_id = q.invoice_id and j.invoice_id <> i.invoice_id and j.status = 'Imported'
    and ((j.invoice_day, j.invoice_number, j.invoice_id) > (i.invoice_day, i.invoice_number, i.invoice_id)
      or j.billed_since > coalesce(i.billed_since, '-infinity')
      or exists (select from invoice_parcels d where d.invoice_id = i.invoice_id and coalesce(d.first_decided_at, d.decided_at) is not null))
  where i.invoice_id = any (${invoiceIds}::bigint[])`

/** Rows of the same invoice: of the same orders, numbers and details, and charges of the whole invoice. */
const rowsOfSameInvoice = ({ invoiceIds, rows = ALL }: ChangedRows) => sql`
  select i.invoice_id, q.no
  from invoices i
  cross join lateral (
    select s.no from (${ofSameParcels(rows)}) s where s.invoice_id = i.invoice_id
    union
    select o.parcel_no from (
      select distinct p.detail_no from invoice_parcels p where p.invoice_id = i.invoice_id and ${rows}
    ) d join invoice_parcels o on o.invoice_id = i.invoice_id and o.detail_no = d.detail_no
    union
    select o.parcel_no from invoice_parcels o where o.invoice_id = i.invoice_id and ${IS_OWN_ROW}
  ) q
  where i.invoice_id = any (${invoiceIds}::bigint[])`

/** Charges of whole invoices that depend on a weekly agreement, on other invoices of the account near these days. */
const ofSameWeeks = ({ invoiceIds }: ChangedRows) => sql`
  select j.invoice_id, o.parcel_no as no
  from invoices i
  join invoices j on j.carrier = i.carrier and j.account = i.account and j.invoice_id <> i.invoice_id and j.status = 'Imported'
    and j.invoice_day between i.invoice_day - 67 and i.invoice_day + 67
  join invoice_parcels o on o.invoice_id = j.invoice_id and ${IS_OWN_ROW}
    and o.reasons @> '[{"kind": "agreed charge", "amount": {"per": "week"}}]'
  where i.invoice_id = any (${invoiceIds}::bigint[])`

/**
 * Notes the rows whose verdicts depend on changed rows: others of the same parcels and details, and charges of whole
 * invoices. A job judges them again (`judgeNotedRows`); decided rows only after that is undone. Call it before the
 * change, and again after it if the rows then bill other parcels. Existing notes are locked, so that the job cannot
 * take them before the change is committed.
 */
export async function noteDependents(transaction: Transaction, changed: ChangedRows): Promise<void> {
  if (changed.invoiceIds.length === 0) return
  await transaction.write(
    sql`insert into invoice_rows_to_judge (invoice_id, parcel_no)
      ${rowsOfSameInvoice(changed)} union ${followingRows(changed)} union ${ofSameWeeks(changed)} order by 1, 2
      on conflict (invoice_id, parcel_no) do update set parcel_no = excluded.parcel_no`.compile(db),
  )
}

/** A dependent row, and whether it is undecided. */
type Dependent = { invoiceId: number; no: number; isOpen: boolean }

/**
 * Finds rows of other invoices that depend on new ones: rows that follow late invoices, and weekly charges. They are
 * in the order of accounts, because a parcel covered by one row is no longer free for the next.
 */
export const findDependentsOfNew = (transaction: Transaction, ids: readonly number[], late: readonly number[]) =>
  transaction.rows(
    sql<Dependent>`
      select d.invoice_id as "invoiceId", d.no, p.status = 'Imported' as "isOpen"
      from (${followingRows({ invoiceIds: late })} union ${ofSameWeeks({ invoiceIds: ids })}) d
      join invoices j on j.invoice_id = d.invoice_id
      join invoice_parcels p on p.invoice_id = d.invoice_id and p.parcel_no = d.no
      order by j.invoice_day, j.invoice_number, j.invoice_id, d.no`.compile(db),
  )

/** Notes rows of an invoice like {@link noteDependents}. */
export async function noteRows(transaction: Transaction, invoiceId: number, rows: readonly number[]): Promise<void> {
  await transaction.write(
    sql`insert into invoice_rows_to_judge (invoice_id, parcel_no)
      select ${invoiceId}::bigint, n.no from unnest(${rows}::int[]) as n (no) order by 1, 2
      on conflict (invoice_id, parcel_no) do update set parcel_no = excluded.parcel_no`.compile(db),
  )
}

/**
 * Deletes the notes of rows that were just judged, and of charges of their whole invoice. Notes of decided rows stay.
 * The caller has locked the accounts.
 */
export async function deleteNotesOfJudged(
  transaction: Transaction,
  invoiceId: number,
  rows: readonly number[],
): Promise<void> {
  await transaction.write(
    sql`delete from invoice_rows_to_judge n using invoice_parcels o
      where n.invoice_id = ${invoiceId} and o.invoice_id = n.invoice_id and o.parcel_no = n.parcel_no and o.status = 'Imported'
        and (o.parcel_no = any (${rows}::int[]) or ${IS_OWN_ROW})`.compile(db),
  )
}

/**
 * Deletes all notes of an invoice that is accepted or rejected as a whole. Undoing that notes all of its rows again.
 */
export async function deleteNotesOfInvoice(transaction: Transaction, invoiceId: number): Promise<void> {
  await transaction.write(sql`delete from invoice_rows_to_judge where invoice_id = ${invoiceId}`.compile(db))
}
