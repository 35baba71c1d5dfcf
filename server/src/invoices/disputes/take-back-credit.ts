import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { disputeNumber } from '@despatch/domain/invoices/dispute'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { refreshInvoices } from '../accept-and-reject/lock-invoices.ts'
import { noteNeverOwed } from '../parcel-accounts/note-never-owed.ts'
import { notePostedInvoices } from '../postings/posting-changes.ts'
import { openOperatorScope } from '../scope.ts'
import { presentCredit } from './list-credits.ts'
import { lockDisputes } from './lock-disputes.ts'
import { unmatchRow } from './match-credited-rows.ts'
import { lockCredit, readCredit } from './settle-credit.ts'
import { takeBackSettlements } from './remove-from-disputes.ts'

/**
 * Takes back what a user recorded for a credit: its disputes reopen and it waits again. Settlements made by an import
 * stay.
 *
 * @throws AppError 403 for client users, 404, 409 if another user changed it first, 422 if nobody recorded anything
 *   or rows that it settled were accepted since
 */
export async function takeBackCredit(
  context: Context,
  { body }: RouteChecked<typeof routes.takeBackCredit>,
): Promise<RouteAnswer<typeof routes.takeBackCredit>> {
  await openOperatorScope(context)
  const { transaction, now } = context
  const credit = await lockCredit(context, body)
  const byHand = sql`(select settlement_id from invoice_settlements where credit_id = ${credit.credit_id} and by_name <> '')`
  const settled = await transaction.rows(
    sql<{ dispute_id: number }>`select distinct dispute_id from invoice_settlements
      where settlement_id in ${byHand}`.compile(db),
  )
  if (settled.length === 0 && credit.explanation === '')
    throw new AppError('unprocessable', 'This credit isn’t allocated, so there is nothing to remove.')
  const ids = settled.map(({ dispute_id }) => dispute_id)
  await lockDisputes(transaction, ids)
  await refuseAcceptedRows(context, ids)
  await noteNeverOwed(transaction, [credit.invoice_id])
  const takenBack = await takeBackSettlements(context, sql`settlement_id in ${byHand}`)
  await transaction.write(
    db
      .updateTable('invoice_credits')
      .set((is) => ({
        settled: is('settled', '-', takenBack),
        explanation: '',
        explained_by: '',
        explained_at: null,
        version: is('version', '+', 1),
      }))
      .where('credit_id', '=', credit.credit_id),
  )
  await unmatchRow(transaction, credit)
  // The cost expected before the settlement is not stored, so the row is judged again.
  await transaction.write(
    sql`insert into invoice_rows_to_judge (invoice_id, parcel_no)
      select invoice_id, parcel_no from invoice_parcels
      where invoice_id = ${credit.invoice_id} and parcel_no = ${credit.parcel_no} and status = 'Imported'
      on conflict (invoice_id, parcel_no) do update set parcel_no = excluded.parcel_no`.compile(db),
  )
  await refreshInvoices(context, [credit.invoice_id])
  await notePostedInvoices(transaction, [credit.invoice_id], now)
  await audit(context, {
    clientCode: null,
    act: 'invoice.credit-taken-back',
    object: `${credit.invoice_number}: ${costText(credit.amount)} ${credit.currency}`,
    ...(ids.length > 0 && { before: { disputes: ids.map(disputeNumber) } }),
  })
  const after = await readCredit(context, credit.credit_id)
  return { code: 200, message: 'Allocation removed. The credit is unallocated again.', credit: presentCredit(after) }
}

async function refuseAcceptedRows({ transaction }: Context, disputeIds: readonly number[]): Promise<void> {
  const accepted = await transaction.row(
    sql<{ dispute_id: number }>`
      select x.dispute_id from invoice_dispute_parts x
      join invoice_parcels p on p.invoice_id = x.invoice_id and p.parcel_no = x.parcel_no
      where x.dispute_id = any (${disputeIds}::bigint[]) and p.status <> 'Rejected' limit 1`.compile(db),
  )
  if (accepted)
    throw new AppError(
      'unprocessable',
      `Rows of dispute ${disputeNumber(accepted.dispute_id)} have been accepted since, so the credit can’t be removed.`,
    )
}
