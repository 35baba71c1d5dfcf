import type { InvoiceDetail, InvoiceParcel, InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { invoices } from '@despatch/contract/invoices/invoices'
import { countText, sumText } from '../invoice-text.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { storeDecision } from './decision-store.ts'

/**
 * What a decision is about: invoices, some of their details, or some of their parcel rows. `currency` is undefined if
 * they have several.
 */
export type Target = { readonly currency: string | undefined } & (
  | { readonly kind: 'invoice'; readonly rows: readonly InvoiceSummary[] }
  | { readonly kind: 'detail'; readonly rows: readonly InvoiceDetail[] }
  | { readonly kind: 'parcel'; readonly rows: readonly InvoiceParcel[] }
)

/** The maximum number of ids in a call. */
export const MAX_DECIDED = 500

const NOUNS = {
  invoice: ['invoice', 'invoices'],
  detail: ['detail', 'details'],
  parcel: ['parcel row', 'parcel rows'],
} as const

/** '3 details'. */
export const targetText = ({ kind, rows }: Target) => countText(rows.length, NOUNS[kind])

/** 'invoice 12345', or '3 invoices'. */
export function whichText(target: Target | undefined): string {
  if (!target) return ''
  const { kind, rows } = target
  if (rows.length !== 1) return targetText(target)
  if (kind === 'invoice') return `invoice ${rows[0]?.invoiceNumber}`
  if (kind === 'detail') return `consignment ${rows[0]?.consignmentNumber || rows[0]?.orderNumber || ''}`.trim()
  return `parcel ${rows[0]?.trackingNumber ?? ''}`.trim()
}

/** The billed sum. */
export const targetSum = (target: Target) =>
  sumText(
    target.kind === 'invoice'
      ? target.rows.map(({ totalCarrier }) => totalCarrier)
      : target.rows.map(({ billed }) => billed),
  )

export const idsOf = (target: Target): string[] =>
  target.kind === 'invoice'
    ? target.rows.map(({ summaryID }) => summaryID)
    : target.kind === 'detail'
      ? target.rows.map(({ detailsID }) => detailsID)
      : target.rows.map(({ parcelID }) => parcelID)

/** The ids of the invoices, or of the rows' invoices. */
const invoicesOf = ({ rows }: Target): string[] => [...new Set(rows.map(({ summaryID }) => summaryID))]

/** The versions of the rows as read: nothing changes if someone has decided one of them meanwhile. */
const versionsOf = ({ rows }: Target) => ({ versions: rows.map(({ version }) => version) })

/** The reason of a rejection, and for a single parcel row the claim, if it differs from the excess. */
export type Rejection = { readonly reason?: string; readonly claimed?: string }

/** Accepts, or rejects with a reason. Throws an ApiError if nothing could be decided. */
export async function decide(
  target: Target,
  status: 'Accepted' | 'Rejected',
  rejection: Rejection = {},
): Promise<void> {
  const { claimed, ...why } = rejection
  if (target.kind === 'invoice') return decideInvoices(target.rows, status, why)
  const body = { ...why, ...versionsOf(target) }
  const ids = idsOf(target).join(',')
  const params = { value: status }
  try {
    const { message, commandId, done } =
      target.kind === 'detail'
        ? await call(invoices.decideDetails, { params, body: { ...body, detailsID: ids } })
        : await call(invoices.decideParcels, { params, body: { ...body, parcelIDs: ids, ...(claimed && { claimed }) } })
    storeDecision({ message, commandIds: [commandId], done, summaryIDs: invoicesOf(target) })
  } catch (error) {
    // Show the decisions of others before the user decides again.
    void invoicesChanged()
    throw error
  }
}

/** One call for each invoice, so that a refused invoice does not stop the others. */
async function decideInvoices(
  rows: readonly InvoiceSummary[],
  status: 'Accepted' | 'Rejected',
  why: { readonly reason?: string },
): Promise<void> {
  const commandIds: string[] = []
  const refusals: unknown[] = []
  let done = 0
  let message = ''
  for (const { summaryID, version, invoiceNumber } of rows) {
    try {
      const answer = await call(invoices.decideSummary, {
        params: { id: status },
        body: { summaryID, version, ...why },
      })
      commandIds.push(answer.commandId)
      done += answer.done
      message = answer.message
    } catch (error) {
      refusals.push(rows.length === 1 ? error : new Error(`${invoiceNumber}: ${messageOf(error)}`))
    }
  }
  if (commandIds.length === 0) {
    void invoicesChanged()
    throw refusals.length === 1 ? refusals[0] : new Error(refusals.map(messageOf).join(' '))
  }
  if (rows.length > 1) message = `${countText(commandIds.length, NOUNS.invoice)} ${status.toLowerCase()}.`
  storeDecision({
    message: [message, ...refusals.map(messageOf)].join(' '),
    commandIds,
    done,
    summaryIDs: rows.map(({ summaryID }) => summaryID),
    isPartial: refusals.length > 0,
    isFinal: status === 'Accepted',
  })
}

/** Sets details or parcel rows back to Imported. Never throws. */
export async function undoRows(target: Target): Promise<void> {
  if (target.kind === 'invoice') return
  const ids = idsOf(target).join(',')
  const versions = versionsOf(target)
  try {
    const { message } =
      target.kind === 'detail'
        ? await call(invoices.undoDetails, { body: { detailsID: ids, ...versions } })
        : await call(invoices.undoParcels, { body: { parcelIDs: ids, ...versions } })
    notify.success(message)
  } catch (error) {
    notify.danger(messageOf(error))
  } finally {
    await invoicesChanged()
  }
}

/** Deletes all of it for good, or nothing. Throws an ApiError. */
export async function remove(target: Target): Promise<void> {
  const query = { id: idsOf(target).join(','), versions: versionsOf(target).versions.join(',') }
  try {
    const { message } =
      target.kind === 'invoice'
        ? await call(invoices.removeSummary, { query })
        : target.kind === 'detail'
          ? await call(invoices.removeDetails, { query })
          : await call(invoices.removeParcels, { query })
    notify.success(message)
  } finally {
    // Show the changes of others before the user decides again.
    void invoicesChanged()
  }
}
