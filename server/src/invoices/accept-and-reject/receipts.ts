import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { detachRows } from '../disputes/detach-rows.ts'
import { openDisputes } from '../disputes/open-disputes.ts'
import { rowId } from '../ids.ts'
import { openScope } from '../scope.ts'
import { disputesText } from './decide-rows.ts'
import { detailsOfCommand, markDetails } from './mark-details.ts'
import {
  type LockedInvoice,
  lockInvoices,
  isRejected,
  refreshInvoices,
  refuseAccepted,
  rowsText,
} from './lock-invoices.ts'
import { reopenedText, setBackRejected } from './set-back-rejected.ts'
import { refuseRowsToJudge } from './refuse-rows-to-judge.ts'
import { refuseLargeSums } from './sum-tolerance.ts'

/** Lists the receipts of a decision: the caller's own, or for internal users anyone's. */
export async function listReceipts(
  context: Context,
  { params: { commandId }, query: { page, limit } }: RouteChecked<typeof routes.receipts>,
): Promise<RouteAnswer<typeof routes.receipts>> {
  const { transaction, caller } = context
  await openScope(context)
  const own = db
    .selectFrom('invoice_receipts')
    .where('command_id', '=', commandId)
    .$if(!caller.isInternal, (query) => query.where('user_id', '=', caller.userId))
  const [rows, counted] = await Promise.all([
    transaction.rows(
      own
        .selectAll()
        .orderBy('invoice_id')
        .orderBy('parcel_no')
        .limit(limit)
        .offset((page - 1) * limit),
    ),
    transaction.row(own.select(sql<number>`count(*)`.as('total'))),
  ])
  return {
    code: 200,
    rows: rows.map((row) => ({
      parcelID: rowId(row.invoice_id, row.parcel_no),
      trackingNumber: row.tracking_number,
      before: row.before,
      after: row.after,
      undoneAt: row.undone_at?.toISOString() ?? null,
    })),
    total: counted?.total ?? 0,
  }
}

/**
 * Undoes a decision, except for rows that someone has decided since.
 *
 * @throws AppError 422 for an accepted invoice, or if rows that would be accepted again must be judged first or
 *   exceed the tolerance of one invoice
 */
export async function undoDecision(
  context: Context,
  { params: { commandId } }: RouteChecked<typeof routes.undo>,
): Promise<RouteAnswer<typeof routes.undo>> {
  const { transaction, caller, now } = context
  await openScope(context)
  const touched = await transaction.rows(
    db
      .selectFrom('invoice_receipts')
      .select('invoice_id')
      .distinct()
      .where('command_id', '=', commandId)
      .$if(!caller.isInternal, (query) => query.where('user_id', '=', caller.userId)),
  )
  if (touched.length === 0) throw new AppError('not_found', 'Decision not found, or you don’t have access to it.')
  const ids = touched.map(({ invoice_id }) => invoice_id)
  const invoices = await lockInvoices(context, ids)
  refuseAccepted(invoices)
  await detachRows(context, unrejectedBy(commandId), 'undo')
  await refuseRowsToJudge(context, invoices, acceptedAgainBy(commandId))
  const undone = await transaction.writeRow(rowsAsBefore(commandId, context).compile(db))
  if (undone && undone.accepted > 0) await refuseLargeSums(context, invoices)
  await markDetails(context, detailsOfCommand(commandId))
  // Rows that are rejected again are disputed again.
  const receipts = sql`r.undone_at = ${now} and r.before = 'Rejected'`
  const disputes = await openDisputes(context, { invoices, commandId, receipts })
  // An invoice with open rows is no longer rejected as a whole.
  const isBack = ({ invoice_id, decided_command }: LockedInvoice) =>
    decided_command === commandId || undone?.opened.includes(invoice_id)
  const reopened = await setBackRejected(context, invoices.filter(isRejected).filter(isBack))
  await refreshInvoices(context, ids)
  const done = undone?.count ?? 0
  const left = await transaction.row(
    db
      .selectFrom('invoice_receipts')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('command_id', '=', commandId)
      .where('undone_at', 'is', null),
  )
  await audit(context, {
    clientCode: null,
    act: 'invoice.rows-undone',
    object: `${invoices.map(({ invoice_number }) => invoice_number).join(', ')}: ${rowsText(done)}`.slice(0, 1000),
  })
  const message = `${undoneText(done, left?.count ?? 0)}${reopenedText(reopened)}${disputesText(disputes)}`
  return { code: 200, message, commandId, done, disputes }
}

/** Sets the rows of a command back to their earlier status, except for those that someone has decided since. */
const rowsAsBefore = (commandId: string, { caller, now }: Context) =>
  sql<{ count: number; accepted: number; opened: number[] }>`
    with back as (
      update invoice_parcels p set status = r.before, reason = r.reason_before, version = p.version + 1,
        decided_by = case when r.before = 'Imported' then '' else ${caller.username} end,
        decided_at = case when r.before = 'Imported' then null else ${now}::timestamptz end
      from invoice_receipts r
      where r.command_id = ${commandId}::uuid and r.undone_at is null and p.client_code = r.client_code
        and p.invoice_id = r.invoice_id and p.parcel_no = r.parcel_no and p.version = r.version_after
      returning r.client_code, r.invoice_id, r.parcel_no, r.before
    ), noted as (
      update invoice_receipts r set undone_at = ${now} from back
      where r.command_id = ${commandId}::uuid and r.client_code = back.client_code
        and r.invoice_id = back.invoice_id and r.parcel_no = back.parcel_no
    )
    select count(*)::int as count, count(*) filter (where before = 'Accepted')::int as accepted,
      coalesce(jsonb_agg(distinct invoice_id) filter (where before <> 'Rejected'), '[]') as opened
    from back`

/** For example '3 rows are as before. 1 row has been changed since, and stays as it is.' */
function undoneText(done: number, left: number): string {
  const undone = done === 0 ? 'Nothing was undone.' : `${rowsText(done)} ${done === 1 ? 'is' : 'are'} as before.`
  if (left === 0) return undone
  return `${undone} ${rowsText(left)} ${left === 1 ? 'has been changed since and was left alone' : 'have been changed since and were left alone'}.`
}

/** The rows `p` that undoing a command accepts again: those that nobody has decided since. */
const acceptedAgainBy = (commandId: string) => sql`(p.client_code, p.invoice_id, p.parcel_no, p.version) in (
  select r.client_code, r.invoice_id, r.parcel_no, r.version_after from invoice_receipts r
  where r.command_id = ${commandId}::uuid and r.undone_at is null and r.before = 'Accepted')`

/** The rows `p` that a command rejected and undoing it sets back: those that nobody has decided since. */
const unrejectedBy = (commandId: string) => sql`(p.client_code, p.invoice_id, p.parcel_no, p.version) in (
  select r.client_code, r.invoice_id, r.parcel_no, r.version_after from invoice_receipts r
  where r.command_id = ${commandId}::uuid and r.undone_at is null and r.before <> 'Rejected' and r.after = 'Rejected')`
