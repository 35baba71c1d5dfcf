import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { sumDetails } from '../disputes/match-credited-rows.ts'
import { removeFromDisputes } from '../disputes/remove-from-disputes.ts'
import { rowKey } from '../ids.ts'
import { noteDependents } from '../parcel-accounts/note-dependents.ts'
import { namedRows } from './change-rows.ts'
import { refuseMissingRows, refuseOtherCount } from './decide-rows.ts'
import { type LockedInvoice, lockInvoices, refreshInvoices, refuseAccepted, rowsText } from './lock-invoices.ts'

type Answer = RouteAnswer<typeof routes.removeSummary>

/**
 * Deletes all of the named invoices or none. Their numbers can be used again, and so can their files once all of a
 * file's invoices are gone.
 */
export async function removeSummaries(
  context: Context,
  { query: { id, versions } }: RouteChecked<typeof routes.removeSummary>,
): Promise<Answer> {
  const { transaction } = context
  const named = id.split(',').map(Number)
  const invoices = await lockInvoices(context, named)
  refuseAccepted(invoices)
  refuseChanged(invoices, named, versions)
  const ids = invoices.map(({ invoice_id }) => invoice_id)
  await removeFromDisputes(context, sql`p.invoice_id = any (${ids}::bigint[])`)
  await noteDependents(transaction, { invoiceIds: ids })
  for (const table of [
    'invoice_receipts',
    'invoice_covers',
    'invoice_parcels',
    'invoice_details',
    'invoice_sums',
    'invoices',
  ] as const)
    await transaction.write(sql`delete from ${sql.table(table)} where invoice_id = any (${ids}::bigint[])`.compile(db))
  await transaction.write(
    sql`delete from invoice_files f where file_id = any (${invoices.map(({ file_id }) => file_id)}::bigint[])
      and not exists (select from invoices i where i.file_id = f.file_id)`.compile(db),
  )
  for (const invoice of invoices)
    await audit(context, {
      clientCode: null,
      act: 'invoice.deleted',
      object: invoice.invoice_number,
      before: plain(invoice),
    })
  return { code: 200, message: DATA_DELETED }
}

/** @throws AppError 409 if an invoice has another version than the caller has read, 400 if not each has a version */
function refuseChanged(invoices: readonly LockedInvoice[], ids: readonly number[], versions?: readonly number[]): void {
  if (!versions) return
  refuseOtherCount(ids, versions)
  const read = new Map(ids.map((id, index) => [id, versions[index]]))
  const changed = invoices.filter(({ invoice_id, version }) => read.get(invoice_id) !== version)
  if (changed.length === 0) return
  const names = changed.slice(0, 3).map(({ invoice_number }) => invoice_number)
  const more = changed.length > names.length ? ` and ${changed.length - names.length} more` : ''
  throw new AppError(
    'version_conflict',
    `Someone else changed ${changed.length === 1 ? 'invoice' : 'invoices'} ${names.join(', ')}${more}. Nothing was deleted. Reload, then decide.`,
  )
}

const plain = ({ carrier, account, invoice_number, invoice_day, status }: LockedInvoice) => ({
  carrier,
  account,
  invoiceNumber: invoice_number,
  invoiceDay: invoice_day,
  status,
})

/** Deletes details with all their parcel rows. */
export function removeDetails(context: Context, { query }: RouteChecked<typeof routes.removeDetails>): Promise<Answer> {
  return removeRows(context, 'details', query)
}

/** Deletes parcel rows, and details that have no rows left. */
export function removeParcels(context: Context, { query }: RouteChecked<typeof routes.removeParcels>): Promise<Answer> {
  return removeRows(context, 'parcels', query)
}

async function removeRows(
  context: Context,
  of: 'details' | 'parcels',
  { id, versions }: RouteChecked<typeof routes.removeParcels>['query'],
): Promise<Answer> {
  const { transaction } = context
  const keys = id.split(',').map(rowKey)
  const invoices = await lockInvoices(
    context,
    keys.map(({ invoiceId }) => invoiceId),
  )
  refuseAccepted(invoices)
  await refuseMissingRows(context, of, keys, { versions })
  const rows = namedRows(of, keys)
  await removeFromDisputes(context, rows)
  await noteDependents(transaction, { invoiceIds: invoices.map(({ invoice_id }) => invoice_id), rows })
  const gone = await transaction.write(
    sql<{ invoice_id: number; detail_no: number; rows: number }>`
      with gone as (
        delete from invoice_parcels p where ${rows} returning p.client_code, p.invoice_id, p.parcel_no, p.detail_no
      ), uncovered as (
        delete from invoice_covers c using gone where c.client_code = gone.client_code
          and c.invoice_id = gone.invoice_id and c.parcel_no = gone.parcel_no
      )
      select invoice_id, detail_no, count(*)::int as rows from gone group by invoice_id, detail_no`.compile(db),
  )
  await resumDetails(context, gone)
  const byInvoice = Map.groupBy(gone, ({ invoice_id }) => invoice_id)
  for (const [invoiceId, details] of byInvoice)
    await transaction.write(
      db
        .updateTable('invoices')
        .set((is) => ({
          deleted_rows: is(
            'deleted_rows',
            '+',
            details.reduce((sum, { rows }) => sum + rows, 0),
          ),
        }))
        .where('invoice_id', '=', invoiceId),
    )
  await refreshInvoices(context, [...byInvoice.keys()])
  const count = gone.reduce((sum, one) => sum + one.rows, 0)
  await audit(context, {
    clientCode: null,
    act: 'invoice.rows-deleted',
    object: `${invoices.map(({ invoice_number }) => invoice_number).join(', ')}: ${rowsText(count)}`,
    before: { [of]: id },
  })
  return { code: 200, message: DATA_DELETED }
}

/** Recalculates details after rows were deleted, and deletes details without rows. */
async function resumDetails(
  { transaction }: Context,
  touched: readonly { invoice_id: number; detail_no: number }[],
): Promise<void> {
  const [ids, numbers] = [touched.map(({ invoice_id }) => invoice_id), touched.map(({ detail_no }) => detail_no)]
  const isTouched = sql`(d.invoice_id, d.detail_no) in (select * from unnest(${ids}::bigint[], ${numbers}::int[]))`
  await transaction.write(
    sql`delete from invoice_details d where ${isTouched} and not exists (
      select from invoice_parcels p where p.invoice_id = d.invoice_id and p.detail_no = d.detail_no)`.compile(db),
  )
  await transaction.write(
    sql`update invoice_details d set parcels = s.parcels, billed = s.billed, tax = s.tax, version = d.version + 1
      from (
        select p.invoice_id, p.detail_no, count(*)::int as parcels, sum(p.billed)::bigint as billed, sum(p.tax)::bigint as tax
        from invoice_parcels p
        where (p.invoice_id, p.detail_no) in (select * from unnest(${ids}::bigint[], ${numbers}::int[]))
        group by p.invoice_id, p.detail_no
      ) s
      where d.invoice_id = s.invoice_id and d.detail_no = s.detail_no`.compile(db),
  )
  for (const [invoiceId, details] of Map.groupBy(touched, ({ invoice_id }) => invoice_id))
    await sumDetails(
      transaction,
      invoiceId,
      details.map(({ detail_no }) => detail_no),
    )
}
