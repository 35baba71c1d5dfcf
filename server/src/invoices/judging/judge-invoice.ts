import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type pg from 'pg'
import { skipAudit, writeAudit } from '../../audit/write-audit.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { Transaction } from '../../database/transaction.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { rowsText } from '../accept-and-reject/lock-invoices.ts'
import { asOperator } from '../import/as-operator.ts'
import { judgeWithDependents } from '../parcel-accounts/judge-dependents.ts'
import { noSuchInvoice, refuseClientUsers } from '../scope.ts'
import { type InvoiceToJudge, lockToJudge } from './judge-again.ts'

/** Details judged by one call: it takes some tenths of a second, for which decisions on the invoice wait. */
const MAX_DETAILS = 1000

/** The next details with undecided rows, and these rows. */
const OPEN = `
select detail_no as no, array_agg(parcel_no) as rows from invoice_parcels
where invoice_id = $1 and detail_no > $2 and status = 'Imported'
group by detail_no order by detail_no limit $3`

const EXISTS = 'select from invoices where invoice_id = $1'

/**
 * Judges the next undecided rows of an invoice again, by today's prices, agreed charges, divisors, tolerances and
 * rates. Decided rows stay.
 *
 * @throws AppError 403 for client users, 404 if there is no such invoice, 422 if it is accepted
 */
export async function judgeInvoiceAgain(
  context: StreamingContext,
  { body: { summaryID, after } }: RouteChecked<typeof routes.judgeAgain>,
): Promise<RouteAnswer<typeof routes.judgeAgain>> {
  const { caller, database } = context
  refuseClientUsers(caller)
  const invoiceId = Number(summaryID)
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  return retryOnDeadlock(() =>
    database.copying(clients, async (connection) => {
      await refuseChangedCaller(new Transaction(connection), caller)
      const invoice = await lockOpenInvoice(connection, invoiceId)
      const { rows } = await connection.query<{ no: number; rows: number[] }>(OPEN, [invoiceId, after, MAX_DETAILS])
      const numbers = rows.flatMap(({ rows: ofDetail }) => ofDetail)
      const { changed } = await judgeWithDependents(connection, invoiceId, numbers, { clients })
      if (after === 0 || changed > 0) await auditJudging(context, connection, invoice, changed)
      else skipAudit(context)
      return {
        code: 200,
        message: changed > 0 ? `${rowsText(changed)} changed.` : 'Nothing changed.',
        changed,
        after: rows.length < MAX_DETAILS ? null : (rows.at(-1)?.no ?? null),
      }
    }),
  )
}

async function lockOpenInvoice(connection: pg.PoolClient, invoiceId: number): Promise<InvoiceToJudge> {
  const invoice = await lockToJudge(connection, invoiceId)
  if (invoice) return invoice
  const { rows } = await connection.query(EXISTS, [invoiceId])
  if (rows.length === 0) throw noSuchInvoice()
  throw new AppError('unprocessable', 'The invoice is accepted and closed, so its rows don’t change.')
}

async function auditJudging(
  context: StreamingContext,
  connection: pg.PoolClient,
  { number }: InvoiceToJudge,
  changed: number,
): Promise<void> {
  context.audited.push('invoice.judged-again')
  await writeAudit(new Transaction(connection), {
    context,
    clientCode: null,
    userId: context.caller.userId,
    byName: context.caller.username,
    act: 'invoice.judged-again',
    object: number,
    after: { rows: changed },
  })
}
