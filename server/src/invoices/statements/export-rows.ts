import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { ExportedParcel } from '@despatch/contract/invoices/statements'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { rowKey } from '../ids.ts'
import { readDisputesOfRows } from '../disputes/disputes-of-rows.ts'
import { readBilledBefore } from '../details/billed-before.ts'
import { presentParcel } from '../details/present-rows.ts'
import type { ParcelRow } from '../details/row-queries.ts'
import { isWhole, noSuchInvoice, openScope, refuseClientUsers, type Scope } from '../scope.ts'

type Invoice = {
  invoice_id: number
  invoice_number: string
  carrier_name: string
  currency: string
  invoice_day: string
}

/**
 * Exports rows of invoices in pages, ordered by invoice id and row number.
 *
 * @throws AppError 404 for an invoice without a part in the scope, 403 if a client user requests whole files
 */
export async function exportRows(
  context: Context,
  { body }: RouteChecked<typeof routes.exportRows>,
): Promise<RouteAnswer<typeof routes.exportRows>> {
  const { clientCode, wholeFiles, after, items } = body
  if (wholeFiles) refuseClientUsers(context.caller)
  const scope = await openScope(context, clientCode)
  const invoices = await invoicesOf(context, scope, { ids: body.summaryIDs, wholeFiles })
  const from = after === undefined ? { invoiceId: 0, no: 0 } : rowKey(after)
  const rows: ExportedParcel[] = []
  for (const invoice of invoices) {
    if (invoice.invoice_id < from.invoiceId) continue
    if (rows.length > items) break
    const above = invoice.invoice_id === from.invoiceId ? from.no : 0
    // One row more than requested shows whether there are more.
    const found = await rowsAbove(context, scope, { id: invoice.invoice_id, above, most: items + 1 - rows.length })
    rows.push(...(await presentRows(context, scope, invoice, found)))
  }
  return { code: 200, rows: rows.slice(0, items), hasMore: rows.length > items }
}

async function presentRows(
  { transaction }: Context,
  scope: Scope,
  { invoice_id: invoiceId, invoice_number: invoiceRef, carrier_name: carrierName, currency, invoice_day }: Invoice,
  rows: readonly ParcelRow[],
): Promise<ExportedParcel[]> {
  const numbers = rows.map(({ parcel_no }) => parcel_no)
  const disputeOf = await readDisputesOfRows(transaction, scope, 'parcels', { invoiceId, numbers })
  const before = await readBilledBefore(transaction, scope, rows)
  const of = { invoiceNumber: invoiceRef, carrier: carrierName, currency }
  return rows.map((row) => ({
    ...presentParcel(scope, row, of, { dispute: disputeOf(row.parcel_no), before }),
    invoiceRef,
    carrierName,
    invoiceDay: invoice_day,
    currency,
  }))
}

async function invoicesOf(
  { transaction }: Context,
  { parts }: Scope,
  { ids, wholeFiles }: { ids: readonly string[]; wholeFiles: boolean },
): Promise<Invoice[]> {
  const named = [...new Set(ids.map(Number))]
  const of = wholeFiles
    ? sql`invoice_id in (select i.invoice_id from invoices i where i.file_id in (
        select n.file_id from invoices n where n.invoice_id = any (${named}::bigint[])))`
    : sql`invoice_id = any (${named}::bigint[])`
  const found = await transaction.rows(
    sql<Invoice>`
      select distinct on (invoice_id) invoice_id, invoice_number, carrier_name, currency, invoice_day from invoice_sums
      where client_code = any (${parts}::text[]) and ${of} order by invoice_id`.compile(db),
  )
  const known = new Set(found.map(({ invoice_id }) => invoice_id))
  if (named.some((id) => !known.has(id))) throw noSuchInvoice()
  return found
}

const rowsAbove = (
  { transaction }: Context,
  scope: Scope,
  { id, above, most }: { id: number; above: number; most: number },
) =>
  transaction.rows(
    sql<ParcelRow>`
      select r.*, c.name as client_name from (
        select * from invoice_parcels p where invoice_id = ${id} and parcel_no > ${above}
          ${isWhole(scope) ? sql`` : sql`and client_code = any (${scope.parts}::text[])`}
        order by parcel_no limit ${most}
      ) r
      left join clients c using (client_code)
      order by r.parcel_no`.compile(db),
  )
