import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { DisputeMatch, InvoiceMatch, ReferenceMatch } from '@despatch/contract/enquiries/search/any-reference'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import {
  MAX_COUNTED,
  ORDER_KEY_KINDS,
  type OrderKeyKind,
  type PossibleReferences,
  possibleReferences,
  possibleSearch,
  type ReferenceKind,
  interpretationText,
} from '@despatch/domain/enquiries/search/any-reference'
import { disputeNumber } from '@despatch/domain/invoices/dispute'
import { deliveryTown } from '@despatch/domain/orders/delivery-town'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { Context } from '../../http/context.ts'
import { mayReadClaims } from '../../claims/order-claims.ts'
import { findDisputes, type DisputeOfCaller } from '../../invoices/disputes/find-disputes.ts'
import { findInvoices, type InvoiceOfCaller } from '../../invoices/find-invoices.ts'
import { findByCustomer } from './find-by-customer.ts'
import { MAX_MATCHES, referenceMatches, type ReferenceRow } from './reference-queries.ts'

/**
 * Finds orders, invoices and disputes by any reference, or orders by what a customer says (name, phone, address), and
 * says how it interpreted the text. All kinds of orders are looked up at once, each through its index; invoices and
 * disputes follow, because they may belong to more clients.
 */
export async function findReference(
  context: Context,
  { query: { text } }: RouteChecked<typeof routes.reference>,
): Promise<RouteAnswer<typeof routes.reference>> {
  const { transaction, clients } = context
  const { claim, ...rest } = possibleReferences(text)
  const possible: PossibleReferences = claim && mayReadClaims(context) ? { ...rest, claim } : rest
  const [customer, ...looked] = await Promise.all([
    findByCustomer(context, possibleSearch(text)),
    ...ORDER_KEY_KINDS.map(async (kind) => ({
      kind,
      rows: possible[kind] ? await transaction.rows(referenceMatches(kind, clients, possible[kind])) : [],
    })),
  ])
  const invoices = await findInvoices(context, possible.invoice ?? [], { limit: MAX_MATCHES, counted: MAX_COUNTED + 1 })
  const disputes = await findDisputes(context, possible.dispute ?? [])
  const orders = looked.flatMap(({ kind, rows }) => {
    const [first] = rows
    return first ? [{ kind, rows, taken: interpretation(kind, first.reference, first.count) }] : []
  })
  const [invoice] = invoices
  const [dispute] = disputes
  const tookItFor = [
    ...orders.map(({ taken }) => taken),
    ...(invoice ? [interpretation('invoice', invoice.invoice_number, invoice.count)] : []),
    ...(dispute ? [interpretation('dispute', disputeNumber(dispute.dispute_id), disputes.length)] : []),
    ...(customer ? [interpretation(customer.kind, '', customer.count)] : []),
  ]
  return {
    tookItFor,
    matches: [
      ...orders.flatMap(({ kind, rows }) => rows.map((row) => present(kind, row))),
      ...(customer?.matches ?? []),
    ],
    invoices: invoices.map(presentInvoice),
    disputes: disputes.map((row) => presentDispute(context, row)),
    more: tookItFor.some(({ count }) => count > MAX_MATCHES),
  }
}

function interpretation(kind: ReferenceKind, reference: string, found: number) {
  const count = Math.min(found, MAX_COUNTED + 1)
  return { kind, reference, title: interpretationText(kind, count), count }
}

function present(kind: OrderKeyKind, row: ReferenceRow): ReferenceMatch {
  return {
    kind,
    reference: row.reference,
    clientCode: row.client_code,
    orderNumber: row.order_number,
    Status: row.status,
    orderDate: row.ordered_at.toISOString(),
    customer: `${row.customer_first_name} ${row.customer_last_name}`.trim(),
    town: deliveryTown({ addressLine2: row.address_line_2, addressLine3: row.address_line_3 }),
    postCode: row.post_code,
    carrier: row.carriers ?? '',
    trackingNumber: row.tracking_number,
    matched: [],
  }
}

const presentInvoice = (row: InvoiceOfCaller): InvoiceMatch => ({
  summaryID: String(row.invoice_id),
  invoiceNumber: row.invoice_number,
  carrierName: row.carrier_name,
  account: row.account,
  invoiceDay: row.invoice_day,
  status: row.status,
  totalCarrier: costText(row.billed),
  currency: row.currency,
})

const presentDispute = ({ caller }: Context, row: DisputeOfCaller): DisputeMatch => ({
  disputeID: caller.isInternal ? String(row.dispute_id) : null,
  number: disputeNumber(row.dispute_id),
  state: row.state,
  summaryID: String(row.invoice_id),
  invoiceNumber: row.invoice_number,
  carrierName: row.carrier_name,
  claimed: costText(row.claimed),
  credited: costText(row.credited),
  currency: row.currency,
})
