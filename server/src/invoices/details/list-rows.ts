import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { readDisputesOfRows } from '../disputes/disputes-of-rows.ts'
import { rowKey } from '../ids.ts'
import { noSuchInvoice, openScope, type Scope } from '../scope.ts'
import { readBilledBefore } from './billed-before.ts'
import { type OfInvoice, presentDetail, presentParcel } from './present-rows.ts'
import { type DetailRow, readRowsOfInvoice } from './row-queries.ts'

/** Specification 7: the consignments of an invoice that belong to the caller's clients. */
export async function listDetails(
  context: Context,
  { body }: RouteChecked<typeof routes.details>,
): Promise<RouteAnswer<typeof routes.details>> {
  const { scope, invoiceId, of } = await openInvoice(context, body)
  const { page, limit, sort, desc, detailsID, search, status, verdict, cause } = body
  const detailNo = noWithin(invoiceId, detailsID)
  const { rows, total } = await readRowsOfInvoice(context, 'details', {
    scope,
    filter: { invoiceId, detailNo, search, status, verdict, cause },
    page: { page, limit, sort, desc },
  })
  const disputeOf = await disputesOfDetails(context, scope, invoiceId, rows)
  return {
    code: 200,
    details: rows.map((row) => presentDetail(scope, row, of, disputeOf(row.detail_no))),
    pageInfo: { total, page, limit },
  }
}

/** Specification 7: the parcel rows of an invoice, or of one of its details, with their charges. */
export async function listParcels(
  context: Context,
  { body }: RouteChecked<typeof routes.parcels>,
): Promise<RouteAnswer<typeof routes.parcels>> {
  const { scope, invoiceId, of } = await openInvoice(context, body)
  const { page, limit, sort, desc, detailsID, parcelID, search, status, verdict, cause } = body
  const [detailNo, parcelNo] = [noWithin(invoiceId, detailsID), noWithin(invoiceId, parcelID)]
  const { rows, total } = await readRowsOfInvoice(context, 'parcels', {
    scope,
    filter: { invoiceId, detailNo, parcelNo, search, status, verdict, cause },
    page: { page, limit, sort, desc },
  })
  const numbers = rows.map(({ parcel_no }) => parcel_no)
  const disputeOf = await readDisputesOfRows(context.transaction, scope, 'parcels', { invoiceId, numbers })
  const before = await readBilledBefore(context.transaction, scope, rows)
  return {
    code: 200,
    parcels: rows.map((row) => presentParcel(scope, row, of, { dispute: disputeOf(row.parcel_no), before })),
    pageInfo: { total, page, limit },
  }
}

/**
 * Specification 9: 'Invoice detail export: 1000 items per page'; specification 3: 'exports add clientName and
 * invoiceRef'.
 */
export async function exportDetails(
  context: Context,
  { body }: RouteChecked<typeof routes.detailsExport>,
): Promise<RouteAnswer<typeof routes.detailsExport>> {
  const { scope, invoiceId, of } = await openInvoice(context, body)
  const { page, items } = body
  const { rows, total } = await readRowsOfInvoice(context, 'details', {
    scope,
    filter: { invoiceId },
    page: { page, limit: items, sort: 'line', desc: false },
  })
  const disputeOf = await disputesOfDetails(context, scope, invoiceId, rows)
  const details = rows.map((row) => ({
    ...presentDetail(scope, row, of, disputeOf(row.detail_no)),
    invoiceRef: of.invoiceNumber,
  }))
  return { code: 200, details, pageInfo: { total, page, limit: items } }
}

const disputesOfDetails = ({ transaction }: Context, scope: Scope, invoiceId: number, rows: readonly DetailRow[]) =>
  readDisputesOfRows(transaction, scope, 'details', { invoiceId, numbers: rows.map(({ detail_no }) => detail_no) })

/** Reads an invoice and the caller's scope of it. Throws an AppError (404) if the scope has no part of it. */
export async function openInvoice(
  context: Context,
  { summaryID, clientCode }: { summaryID: string; clientCode?: string | undefined },
): Promise<{ scope: Scope; invoiceId: number; of: OfInvoice }> {
  const scope = await openScope(context, clientCode)
  const invoiceId = Number(summaryID)
  return { scope, invoiceId, of: await invoiceIn(context.transaction, scope, invoiceId) }
}

export async function invoiceIn(transaction: Transaction, { parts }: Scope, invoiceId: number): Promise<OfInvoice> {
  const row = await transaction.row(
    db
      .selectFrom('invoice_sums')
      .select(['invoice_number', 'carrier_name', 'currency'])
      .where('client_code', 'in', parts)
      .where('invoice_id', '=', invoiceId)
      .limit(1),
  )
  if (!row) throw noSuchInvoice()
  return { invoiceNumber: row.invoice_number, carrier: row.carrier_name, currency: row.currency }
}

/** The number of a row within its invoice; -1, which no row has, for a row of another invoice. */
function noWithin(invoiceId: number, id: string | undefined): number | undefined {
  if (id === undefined) return undefined
  const key = rowKey(id)
  return key.invoiceId === invoiceId ? key.no : -1
}
