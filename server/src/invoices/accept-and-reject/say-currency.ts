import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { isCurrency } from '@despatch/domain/invoices/reading/known-currency'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { lockInvoices, refreshInvoices } from './lock-invoices.ts'
import { refuseClientUsers } from '../scope.ts'

/**
 * Sets the currency of an invoice that states none, and of all present and future invoices of its account that state
 * none. A job then judges their rows and settles disputes with their credits.
 *
 * @throws AppError 403 for client users, 404 if there is no such invoice, 422 for an unknown currency or an invoice
 *   that has one
 */
export async function sayCurrency(
  context: Context,
  { body: { summaryID, currency } }: RouteChecked<typeof routes.sayCurrency>,
): Promise<RouteAnswer<typeof routes.sayCurrency>> {
  const { transaction, caller, now } = context
  refuseClientUsers(caller)
  if (!isCurrency(currency))
    throw new AppError('unprocessable', `${currency} is not a currency. Choose one like GBP or EUR.`)
  const [invoice] = await lockInvoices(context, [Number(summaryID)])
  if (!invoice) throw new Error('A locked invoice exists')
  if (invoice.currency !== '')
    throw new AppError(
      'unprocessable',
      `Invoice ${invoice.invoice_number} is in ${invoice.currency}, as its file states.`,
    )
  const { carrier_name, account } = invoice
  await transaction.write(
    sql`insert into invoice_account_currencies (carrier_name, account, currency, said_at, said_by)
      values (${carrier_name}, ${account}, ${currency}, ${now}, ${caller.username})
      on conflict (carrier_name, account) do update
        set currency = excluded.currency, said_at = excluded.said_at, said_by = excluded.said_by`.compile(db),
  )
  const others = await transaction.rows(
    sql<{ invoice_id: number }>`select invoice_id from invoices
      where carrier_name = ${carrier_name} and account = ${account} and currency = '' order by invoice_id for update`.compile(
      db,
    ),
  )
  const ids = others.map(({ invoice_id }) => invoice_id)
  for (const table of ['invoices', 'invoice_disputes', 'invoice_credits'])
    await transaction.write(
      sql`update ${sql.table(table)} set currency = ${currency}
        where invoice_id = any (${ids}::bigint[]) and currency = ''`.compile(db),
    )
  await refreshInvoices(context, ids)
  await audit(context, {
    clientCode: null,
    act: 'invoice.currency-said',
    object: invoice.invoice_number,
    after: { carrier: carrier_name, account, currency, invoices: ids.length },
  })
  const which = ids.length === 1 ? `Invoice ${invoice.invoice_number} is` : `${ids.length} invoices are`
  return { code: 200, message: `${which} in ${currency} now. Their rows are recalculated within a minute.` }
}
