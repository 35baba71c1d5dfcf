import { randomUUID } from 'node:crypto'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { formatMoney } from '@despatch/domain/money/money'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { changeRowsOfInvoices } from './change-rows.ts'
import { openDisputes } from '../disputes/open-disputes.ts'
import { withdrawCredits } from '../disputes/remove-from-disputes.ts'
import { noteCreditsOf } from '../postings/posting-changes.ts'
import { noteRejectionChange } from '../parcel-accounts/judge-dependents.ts'
import { deleteNotesOfInvoice } from '../parcel-accounts/note-dependents.ts'
import { disputesText, reasonMissing, rejectedBy } from './decide-rows.ts'
import {
  type LockedInvoice,
  lockInvoices,
  refreshInvoices,
  refuseAccepted,
  refuseRejected,
  rowsText,
} from './lock-invoices.ts'
import { refuseRowsToJudge } from './refuse-rows-to-judge.ts'
import { refuseLargeSums } from './sum-tolerance.ts'

type Input = RouteChecked<typeof routes.decideSummary>
type Answer = RouteAnswer<typeof routes.decideSummary>

/**
 * Accepts or rejects a whole invoice. Accepting takes the Imported rows that are Matched or Within tolerance; any
 * other Imported row refuses it. The path's id is 'Accepted', 'Rejected' or the invoice's id. The invoice's id
 * rejects with a reason and is refused without one, so that forgetting the reason never accepts an invoice.
 */
export async function decideSummary(context: ActContext, { params, body }: Input): Promise<Answer> {
  const { summaryID, reason = '', version } = body
  const status = statusOf(params.id, summaryID, reason)
  if (status === 'Rejected' && reason === '') throw reasonMissing()
  const [invoice] = await lockInvoices(context, [Number(summaryID)])
  if (!invoice) throw new Error('An invoice that is held is there')
  refuseAccepted([invoice])
  if (version !== undefined && version !== invoice.version)
    throw new AppError('version_conflict', 'Someone else changed this invoice. Reload, then decide.')
  if (status === 'Accepted') await refuseUnready(context, invoice)
  const commandId = randomUUID()
  const done = await changeRowsOfInvoices(context, [invoice], {
    rows: sql`p.status = 'Imported'`,
    status,
    reason: status === 'Rejected' ? reason : '',
    commandId,
    isUndecided: true,
    isVoid: status === 'Rejected',
  })
  if (status === 'Accepted') await refuseLargeSums(context, [invoice])
  if (status === 'Rejected') await withdrawCredits(context, [invoice.invoice_id])
  const disputes =
    status === 'Rejected' ? await openDisputes(context, { ...rejectedBy(commandId), invoices: [invoice] }) : []
  await context.transaction.write(
    db
      .updateTable('invoices')
      .set({
        status,
        reason: status === 'Rejected' ? reason : '',
        decided_by: context.caller.username,
        decided_at: context.now,
        decided_command: commandId,
      })
      .where('invoice_id', '=', invoice.invoice_id),
  )
  if (status === 'Rejected') {
    await noteRejectionChange(context.transaction, [invoice.invoice_id])
    await noteCreditsOf(context.transaction, [invoice.invoice_id], context.now)
  }
  await deleteNotesOfInvoice(context.transaction, invoice.invoice_id)
  await refreshInvoices(context, [invoice.invoice_id])
  await audit(context, {
    clientCode: null,
    act: 'invoice.decided',
    object: invoice.invoice_number,
    before: { status: invoice.status },
    after: { status, ...(reason && { reason }), ...(disputes.length > 0 && { disputes }) },
  })
  return {
    code: 200,
    message: `Invoice ${invoice.invoice_number} is ${status.toLowerCase()}${done > 0 ? `, with ${rowsText(done)} that were undecided` : ''}.${disputesText(disputes)}`,
    commandId,
    done,
    disputes,
  }
}

function statusOf(id: string, summaryID: string, reason: string): 'Accepted' | 'Rejected' {
  const value = id.toLowerCase()
  if (value === 'accepted') return 'Accepted'
  if (value === 'rejected') return 'Rejected'
  if (value !== summaryID) throw new AppError('bad_request', 'The path names another invoice than summaryID.')
  if (reason !== '') return 'Rejected'
  throw new AppError(
    'bad_request',
    'Give a reason to reject this invoice. To accept it, call /api/invoice/summary/Accepted.',
  )
}

/**
 * @throws AppError 422 if the invoice is rejected as a whole, does not add up, or has rows that must be decided or
 *   judged again first
 */
async function refuseUnready(context: ActContext, invoice: LockedInvoice): Promise<void> {
  const { transaction } = context
  refuseRejected([invoice])
  if (invoice.proof === 'does not add up' && invoice.explanation === '')
    throw new AppError(
      'unprocessable',
      `Invoice ${invoice.invoice_number} doesn’t match its totals. Explain the difference before you accept it.`,
    )
  await refuseRowsToJudge(context, [invoice], sql`p.status = 'Imported'`)
  const left = await transaction.row(
    sql<{ rows: number; billed: number }>`
      select count(*) as rows, coalesce(sum(billed), 0)::bigint as billed from invoice_parcels
      where invoice_id = ${invoice.invoice_id} and status = 'Imported' and verdict not in ('Matched', 'Within tolerance')`.compile(
      db,
    ),
  )
  if (left && left.rows > 0)
    throw new AppError(
      'unprocessable',
      `${rowsText(left.rows)} for ${formatMoney(costText(left.billed), invoice.currency)} ${left.rows === 1 ? 'is' : 'are'} neither matched nor within tolerance. Accept or reject ${left.rows === 1 ? 'it' : 'these'} first.`,
    )
}
