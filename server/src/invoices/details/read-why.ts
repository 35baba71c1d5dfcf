import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { NotJudgedReason, Reason } from '@despatch/domain/invoices/judging/reasons'
import { visibleReasons } from '@despatch/domain/invoices/visible-reasons'
import { reasonSteps } from '@despatch/domain/invoices/reason-text'
import { isOfZone } from '@despatch/domain/routing/terms/conditions'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { readDisputesOfRows } from '../disputes/disputes-of-rows.ts'
import { rowKey } from '../ids.ts'
import { noSuchInvoice, openScope } from '../scope.ts'
import { readBilledBefore } from './billed-before.ts'
import { invoiceIn } from './list-rows.ts'
import { presentParcel } from './present-rows.ts'
import { type ParcelRow, readRowsOfInvoice } from './row-queries.ts'

type Answer = RouteAnswer<typeof routes.why>

/**
 * Explains the expected cost of a parcel row, down to the price and who entered it. Throws an AppError (404) for a
 * row out of scope.
 */
export async function readWhy(
  context: Context,
  { query: { parcelID } }: RouteChecked<typeof routes.why>,
): Promise<Answer> {
  const { transaction } = context
  const scope = await openScope(context)
  const { invoiceId, no } = rowKey(parcelID)
  const of = await invoiceIn(transaction, scope, invoiceId)
  const { rows } = await readRowsOfInvoice(context, 'parcels', {
    scope,
    filter: { invoiceId, parcelNo: no },
    page: { page: 1, limit: 1, sort: 'line', desc: false },
  })
  const [row] = rows
  if (!row) throw noSuchInvoice()
  const reasons = row.reasons as readonly Reason[]
  const [despatch, price, disputeOf, before, matchedByHand] = await Promise.all([
    despatchOf(transaction, row),
    priceOf(transaction, row, reasons),
    readDisputesOfRows(transaction, scope, 'parcels', { invoiceId, numbers: [no] }),
    readBilledBefore(transaction, scope, [row]),
    matchOf(transaction, row),
  ])
  return {
    code: 200,
    parcel: presentParcel(scope, row, of, { dispute: disputeOf(no), before }),
    despatch,
    price,
    matchedByHand,
    missing: missingOf(row, reasons),
    steps: reasonSteps(visibleReasons(reasons, scope), of),
  }
}

const MISSING: Readonly<Partial<Record<NotJudgedReason, Answer['missing']>>> = {
  'no price': 'price',
  'no rate': 'rate',
  'no return price': 'agreed charge',
  duties: 'agreed charge',
}

/** Without a currency no rate can be found, so the currency is what is missing. */
function missingOf({ status }: ParcelRow, reasons: readonly Reason[]): Answer['missing'] {
  const problem = reasons.find((reason) => reason.kind === 'not judged')
  if (!problem || status !== 'Imported' || (problem.why === 'no rate' && problem.detail.endsWith(' '))) return null
  if (reasons.some((reason) => reason.kind === 'not checked' && isOfZone(reason.unknown))) return 'zone'
  return MISSING[problem.why] ?? null
}

/** Row-level security shows none to client users. */
async function matchOf(transaction: Transaction, row: ParcelRow): Promise<Answer['matchedByHand']> {
  const match = await transaction.row(
    sql<{ by: string; at: Date }>`select matched_by as by, matched_at as at from invoice_matches
      where invoice_id = ${row.invoice_id} and parcel_no = ${row.parcel_no}`.compile(db),
  )
  return match ? { by: match.by, at: match.at.toISOString() } : null
}

async function despatchOf(transaction: Transaction, row: ParcelRow): Promise<Answer['despatch']> {
  if (row.client_code === '' || row.despatched_as === '') return null
  const parcel = await transaction.row(
    db
      .selectFrom('parcels')
      .selectAll()
      .where('client_code', '=', row.client_code)
      .where('tracking_number', '=', row.despatched_as),
  )
  return parcel
    ? {
        clientCode: parcel.client_code,
        orderNumber: parcel.order_number,
        trackingNumber: parcel.written_as ?? parcel.tracking_number,
        carrier: parcel.carrier,
        carrierService: parcel.carrier_service,
        despatchedAt: parcel.despatched_at.toISOString(),
        weight: parcel.weight,
      }
    : null
}

async function priceOf(transaction: Transaction, row: ParcelRow, reasons: readonly Reason[]): Promise<Answer['price']> {
  const price = reasons.find((reason) => reason.kind === 'price')
  if (!price || price.setIn === null) return null
  const version = await transaction.row(
    db
      .selectFrom('rule_books')
      .leftJoin('rule_book_items', (join) =>
        join
          .onRef('rule_book_items.client_code', '=', 'rule_books.client_code')
          .onRef('rule_book_items.from_version', '=', 'rule_books.version')
          .on('rule_book_items.kind', '=', 'method')
          .on('rule_book_items.item_key', '=', price.clientMethodID),
      )
      .select(['published_at', 'by_name', 'summary', 'holds_from'])
      .where('rule_books.client_code', '=', row.client_code)
      .where('rule_books.version', '=', price.setIn),
  )
  return {
    clientMethodID: price.clientMethodID,
    methodDescription: price.method,
    pricingMethod: price.pricingMethod,
    ruleBookVersion: price.setIn,
    publishedAt: version?.published_at.toISOString() ?? '',
    holdsFrom: version?.holds_from ?? null,
    publishedBy: version?.by_name ?? price.setBy,
    summary: version?.summary ?? '',
  }
}
