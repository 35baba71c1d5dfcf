import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { lockInvoices, refreshInvoices, refuseAccepted } from './lock-invoices.ts'

/**
 * Stores why an invoice that does not add up may be accepted, and who says so.
 *
 * @throws AppError 422 if the invoice adds up
 */
export async function explainInvoice(
  context: Context,
  { body: { summaryID, reason } }: RouteChecked<typeof routes.explain>,
): Promise<RouteAnswer<typeof routes.explain>> {
  const [invoice] = await lockInvoices(context, [Number(summaryID)])
  if (!invoice) throw new Error('An invoice that is held is there')
  refuseAccepted([invoice])
  if (invoice.proof !== 'does not add up')
    throw new AppError(
      'unprocessable',
      `Invoice ${invoice.invoice_number} needs no explanation. Its ${invoice.proof === 'adds up' ? 'totals match' : 'file states no totals'}.`,
    )
  await context.transaction.write(
    db
      .updateTable('invoices')
      .set({
        explanation: reason,
        explained_by: context.caller.username,
        explained_at: context.now,
      })
      .where('invoice_id', '=', invoice.invoice_id),
  )
  await refreshInvoices(context, [invoice.invoice_id])
  await audit(context, {
    clientCode: null,
    act: 'invoice.explained',
    object: invoice.invoice_number,
    before: { explanation: invoice.explanation },
    after: { explanation: reason },
  })
  return { code: 200, message: DATA_UPDATED }
}
