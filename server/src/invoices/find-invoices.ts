import type { InvoiceStatus } from '@despatch/domain/invoices/invoice'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { clientsOfReadable, openScope } from './scope.ts'

/** An invoice, or the caller's part of it, and how many invoices have its number. */
export type InvoiceOfCaller = {
  invoice_id: number
  invoice_number: string
  carrier_name: string
  account: string
  invoice_day: string
  status: InvoiceStatus
  billed: number
  currency: string
  count: number
}

/**
 * Finds the newest invoices with some normalised numbers that the caller may read; several carriers and accounts may
 * use the same number. Row-level security then shows the rest of the transaction the caller's scope of invoices.
 */
export async function findInvoices(
  context: Context,
  numbers: readonly string[],
  { limit, counted }: { limit: number; counted: number },
): Promise<InvoiceOfCaller[]> {
  const clients = clientsOfReadable(context)
  if (!clients || numbers.length === 0) return []
  const { transaction, caller } = context
  const { parts } = await openScope({ transaction, caller: { ...caller, clients } })
  return transaction.rows(
    sql<InvoiceOfCaller>`
      select found.*, count(*) over ()::int as count from (
        select invoice_id, min(invoice_number) as invoice_number, min(carrier_name) as carrier_name, min(account) as account,
          min(invoice_day)::text as invoice_day, min(status) as status, sum(billed)::bigint as billed, min(currency) as currency
        from unnest(${parts}::text[]) as mine (part) cross join unnest(${numbers}::text[]) as asked (number)
        cross join lateral (
          select * from invoice_sums where client_code = mine.part and normal_invoice_number(invoice_number) = asked.number
          limit ${counted}
        ) s
        group by invoice_id limit ${counted}
      ) found
      order by invoice_day desc, invoice_id desc limit ${limit}`.compile(db),
  )
}
