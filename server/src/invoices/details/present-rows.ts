import type { InvoiceCharge, InvoiceDetail, InvoiceParcel } from '@despatch/contract/invoices/invoice'
import type { BilledCharge } from '@despatch/domain/invoices/invoice'
import type { JudgedCharge } from '@despatch/domain/invoices/judging/judged'
import type { Reason } from '@despatch/domain/invoices/judging/reasons'
import { visibleReasons } from '@despatch/domain/invoices/visible-reasons'
import { verdictText } from '@despatch/domain/invoices/reason-text'
import { costText, kilogramsOf } from '@despatch/domain/routing/allocation/units'
import type { RowDispute } from '../disputes/disputes-of-rows.ts'
import { rowId } from '../ids.ts'
import type { Scope } from '../scope.ts'
import type { BilledBefore } from './billed-before.ts'
import { presentCauses } from './present-summary.ts'
import type { DetailRow, ParcelRow } from './row-queries.ts'

/** The fields of the invoice that are shown with its rows. */
export type OfInvoice = { invoiceNumber: string; carrier: string; currency: string }

const amount = (cost: number | null) => (cost === null ? null : costText(cost))
const weight = (grams: number | null) => (grams === null ? null : String(kilogramsOf(grams)))

function presentRow(scope: Scope, row: DetailRow | ParcelRow, of: OfInvoice, dispute: RowDispute) {
  return {
    summaryID: String(row.invoice_id),
    status: row.status,
    clientCode: row.client_code,
    clientName: row.client_name ?? '',
    orderNumber: row.order_number,
    billed: costText(row.billed),
    tax: costText(row.tax),
    expected: amount(row.expected),
    variance: amount(row.variance),
    verdict: row.verdict,
    verdictText: verdictText(row.verdict, visibleReasons(row.reasons as readonly Reason[], scope), of),
    causes: presentCauses(row.causes),
    ourChange: amount(row.our_change),
    billedWeight: weight(row.billed_weight),
    ourWeight: weight(row.our_weight),
    dispute,
    reason: row.reason,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    version: row.version,
    line: scope.isOperator ? row.line : null,
  }
}

export const presentDetail = (scope: Scope, row: DetailRow, of: OfInvoice, dispute: RowDispute): InvoiceDetail => ({
  detailsID: rowId(row.invoice_id, row.detail_no),
  ...presentRow(scope, row, of, dispute),
  consignmentNumber: row.consignment_number,
  references: row.order_references,
  leg: row.leg,
  service: row.service,
  shipmentDay: row.shipment_day,
  country: row.country,
  postcode: row.postcode,
  pieces: row.pieces,
  parcels: row.parcels,
})

export const presentParcel = (
  scope: Scope,
  row: ParcelRow,
  of: OfInvoice,
  { dispute, before }: { dispute: RowDispute; before: BilledBefore },
): InvoiceParcel => ({
  parcelID: rowId(row.invoice_id, row.parcel_no),
  detailID: rowId(row.invoice_id, row.detail_no),
  ...presentRow(scope, row, of, dispute),
  invoiceNumber: of.invoiceNumber,
  consignmentNumber: row.consignment_number,
  trackingNumber: row.written_as ?? row.tracking_number,
  declaredWeight: weight(row.declared_weight),
  size: row.size && row.size.map((millimetres) => String(millimetres / 10)),
  charges: chargesOf(scope, row),
  billedBefore: before.get(rowId(row.invoice_id, row.parcel_no)) ?? null,
})

/** The charges as judged, and those expected but not billed; for a row that was not judged, the charges as billed. */
function chargesOf({ isOperator }: Scope, row: ParcelRow): InvoiceCharge[] {
  const judged = row.judged_charges as readonly JudgedCharge[]
  const billed = row.charges as readonly BilledCharge[]
  // The price is judged as one charge, whatever parts the carrier bills: it is shown in place of the first part.
  const lineOf = ({ code, text, category, billed: amount }: JudgedCharge) =>
    (
      billed.find((one) => one.category === category && one.code === code && one.text === text) ??
      (amount === 0 ? undefined : billed.find((one) => one.category === category))
    )?.line
  if (judged.length > 0)
    return judged.map((charge) => ({
      chargeCode: charge.code,
      chargeText: charge.text,
      category: charge.category,
      billed: costText(charge.billed),
      expected: charge.isUnchecked ? null : costText(charge.expected),
      variance: charge.isUnchecked ? null : costText(charge.billed - charge.expected),
      line: (isOperator && lineOf(charge)) || null,
    }))
  return billed.map(({ code, text, category, net, line }) => ({
    chargeCode: code,
    chargeText: text,
    category,
    billed: costText(net),
    expected: null,
    variance: null,
    line: isOperator ? line : null,
  }))
}
