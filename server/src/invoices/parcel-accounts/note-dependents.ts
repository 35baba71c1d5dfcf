import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Rows `p` of invoices that change, all of them unless it is said which. */
export type Changed = { readonly invoiceIds: readonly number[]; readonly rows?: RawBuilder<unknown> }

const ALL = sql`true`
/** Rows of details are of one parcel or order; what an invoice bills as a whole stands in a row that is of neither. */
const IS_OWN_ROW = sql`o.client_code = '' and o.consignment_number = '' and o.tracking_number = ''`

/**
 * Rows that may stand behind rows that change in the accounts of their parcels (order-rows.ts): those of the same orders and numbers,
 * for a row that covers nothing may cover what is free by now. A row of which nothing was found stays Not found, whatever others
 * bill. Each order and number finds its rows by its index, whatever the planner knows of rows that were just written
 * (docs/decisions/0014).
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
    offset 0
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
    offset 0
  ) o`

/**
 * Of other invoices that are neither closed nor rejected as a whole. Behind a row that somebody decided on stands what came later,
 * whatever its day.
 */
const behind = ({ invoiceIds, rows = ALL }: Changed) => sql`
  select j.invoice_id, q.no
  from invoices i
  cross join lateral (${ofSameParcels(rows)}) q
  join invoices j on j.invoice_id = q.invoice_id and j.invoice_id <> i.invoice_id and j.status = 'Imported'
    and ((j.invoice_day, j.invoice_number, j.invoice_id) > (i.invoice_day, i.invoice_number, i.invoice_id)
      or j.billed_since > coalesce(i.billed_since, '-infinity')
      or exists (select from invoice_parcels d where d.invoice_id = i.invoice_id and coalesce(d.first_decided_at, d.decided_at) is not null))
  where i.invoice_id = any (${invoiceIds}::bigint[])`

/** Of their own invoice: rows of the same orders and numbers, of the same details, and what it bills as a whole. */
const beside = ({ invoiceIds, rows = ALL }: Changed) => sql`
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

/** What other invoices of their accounts bill as a whole by what is agreed for a week, near their days. */
const ofSameWeeks = ({ invoiceIds }: Changed) => sql`
  select j.invoice_id, o.parcel_no as no
  from invoices i
  join invoices j on j.carrier = i.carrier and j.account = i.account and j.invoice_id <> i.invoice_id and j.status = 'Imported'
    and j.invoice_day between i.invoice_day - 67 and i.invoice_day + 67
  join invoice_parcels o on o.invoice_id = j.invoice_id and ${IS_OWN_ROW}
    and o.reasons @> '[{"kind": "agreed charge", "amount": {"per": "week"}}]'
  where i.invoice_id = any (${invoiceIds}::bigint[])`

/**
 * Notes the rows whose judgement depends on rows that change: others of the same parcels and details, and what invoices bill as a
 * whole. A job judges them again (`judgeNoted`), those that somebody decided on once that is undone. Called while the rows are as they
 * were, and again once they are as they will be where they then bill other parcels. A note that is there already is held, so that
 * the job does not take it before these changes are to be seen.
 */
export async function noteDependents(transaction: Transaction, changed: Changed): Promise<void> {
  if (changed.invoiceIds.length === 0) return
  await transaction.write(
    sql`insert into invoice_rows_to_judge (invoice_id, parcel_no)
      ${beside(changed)} union ${behind(changed)} union ${ofSameWeeks(changed)} order by 1, 2
      on conflict (invoice_id, parcel_no) do update set parcel_no = excluded.parcel_no`.compile(db),
  )
}

/** A row that depends on others, and whether nobody has decided on it. */
type Dependent = { invoiceId: number; no: number; isOpen: boolean }

/**
 * Rows of other invoices that depend on new ones: those behind the ones that came late, and what invoices bill by the week. In the
 * order of the accounts: what one covers is no longer free for those behind it.
 */
export const dependentsOfNew = (transaction: Transaction, ids: readonly number[], late: readonly number[]) =>
  transaction.rows(
    sql<Dependent>`
      select d.invoice_id as "invoiceId", d.no, p.status = 'Imported' as "isOpen"
      from (${behind({ invoiceIds: late })} union ${ofSameWeeks({ invoiceIds: ids })}) d
      join invoices j on j.invoice_id = d.invoice_id
      join invoice_parcels p on p.invoice_id = d.invoice_id and p.parcel_no = d.no
      order by j.invoice_day, j.invoice_number, j.invoice_id, d.no`.compile(db),
  )

/** Notes rows of an invoice, as {@link noteDependents} does. */
export async function noteRows(transaction: Transaction, invoiceId: number, rows: readonly number[]): Promise<void> {
  await transaction.write(
    sql`insert into invoice_rows_to_judge (invoice_id, parcel_no)
      select ${invoiceId}::bigint, n.no from unnest(${rows}::int[]) as n (no) order by 1, 2
      on conflict (invoice_id, parcel_no) do update set parcel_no = excluded.parcel_no`.compile(db),
  )
}

/**
 * Forgets the notes of rows that were judged just now, and of what their invoice bills as a whole, by who holds the accounts. What
 * somebody decided on stays noted.
 */
export async function forgetJudged(
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

/** Forgets all notes of an invoice that is closed, or rejected as a whole: all of it is noted again where that is undone. */
export async function forgetInvoice(transaction: Transaction, invoiceId: number): Promise<void> {
  await transaction.write(sql`delete from invoice_rows_to_judge where invoice_id = ${invoiceId}`.compile(db))
}
