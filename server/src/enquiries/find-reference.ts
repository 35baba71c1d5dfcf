import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { InvoiceMatch, ReferenceMatch } from '@despatch/contract/enquiries/any-reference'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import {
  MAX_COUNTED,
  ORDER_REFERENCE_KINDS,
  type OrderReferenceKind,
  possibleReferences,
  type ReferenceKind,
  tookItForWords,
} from '@despatch/domain/enquiries/any-reference'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { Context } from '../http/context.ts'
import { findInvoices, type FoundInvoice } from '../invoices/find-invoices.ts'
import { MAX_MATCHES, referenceMatches, type ReferenceRow } from './reference-queries.ts'

/**
 * Finds orders, and invoices, by whatever reference somebody has at hand, and says what it was taken for. Every kind that the
 * text may be is looked up by its index, all at once; invoices behind them, for they may be of more clients.
 */
export async function findReference(
  context: Context,
  { query: { text } }: RouteChecked<typeof routes.reference>,
): Promise<RouteAnswer<typeof routes.reference>> {
  const { transaction, clients } = context
  const possible = possibleReferences(text)
  const looked = await Promise.all(
    ORDER_REFERENCE_KINDS.map(async (kind) => ({
      kind,
      rows: possible[kind] ? await transaction.rows(referenceMatches(kind, clients, possible[kind])) : [],
    })),
  )
  const invoices = await findInvoices(context, possible.invoice ?? [], { limit: MAX_MATCHES, counted: MAX_COUNTED + 1 })
  const orders = looked.flatMap(({ kind, rows }) => {
    const [first] = rows
    return first ? [{ kind, rows, taken: takenFor(kind, first.reference, first.count) }] : []
  })
  const [invoice] = invoices
  const tookItFor = [
    ...orders.map(({ taken }) => taken),
    ...(invoice ? [takenFor('invoice', invoice.invoice_number, invoice.count)] : []),
  ]
  return {
    tookItFor,
    matches: orders.flatMap(({ kind, rows }) => rows.map((row) => present(kind, row))),
    invoices: invoices.map(presentInvoice),
    more: tookItFor.some(({ count }) => count > MAX_MATCHES),
  }
}

function takenFor(kind: ReferenceKind, reference: string, found: number) {
  const count = Math.min(found, MAX_COUNTED + 1)
  return { kind, reference, title: tookItForWords(kind, count), count }
}

function present(kind: OrderReferenceKind, row: ReferenceRow): ReferenceMatch {
  return {
    kind,
    reference: row.reference,
    clientCode: row.client_code,
    orderNumber: row.order_number,
    Status: row.status,
    orderDate: row.ordered_at.toISOString(),
    customer: `${row.customer_first_name} ${row.customer_last_name}`.trim(),
    postCode: row.post_code,
    trackingNumber: row.tracking_number,
  }
}

const presentInvoice = (row: FoundInvoice): InvoiceMatch => ({
  summaryID: String(row.invoice_id),
  invoiceNumber: row.invoice_number,
  carrierName: row.carrier_name,
  account: row.account,
  invoiceDay: row.invoice_day,
  status: row.status,
  totalCarrier: costText(row.billed),
  currency: row.currency,
})
