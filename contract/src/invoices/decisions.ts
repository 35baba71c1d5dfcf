import { VERDICTS } from '@despatch/domain/invoices/invoice'
import { z } from 'zod'
import { cost } from '../routing/rule-book/fields.ts'
import { instant, prose, queryPaging, givenId, recordId, recordIds } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { done, INVOICES, ok, operators, reason } from './invoice.ts'

/** One id, a list of ids, or ids separated by commas, as texts or numbers: 500 at most. */
const someIds = (name: string) =>
  z.preprocess(
    (given) => (Array.isArray(given) ? given.join(',') : typeof given === 'number' ? String(given) : given),
    recordIds.meta({ description: name }),
  )
/** The amount to claim for a single rejected row instead of its excess; net, up to the billed amount. */
const claimed = cost('Amount to dispute').optional()
const optionalReason = prose(500, 'Reason').optional()
const version = z.int('A version is a whole number').min(0).max(2_000_000_000)
const optionalVersion = version.optional()
/** The versions of the rows as read, in the order of the ids: nothing changes if one has another version by now. */
const readVersions = { version: optionalVersion, versions: z.array(version).min(1).max(500).optional() }

/** The versions in a query, separated by commas. */
const versionsText = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,499}$/, 'Versions are digits with commas between them, one for each id')
  .transform((text) => text.split(',').map(Number))
  .optional()

/** Specification 9: 'Invoice statuses: Rejected and Imported', and Accepted, in any case. */
const decision = z
  .string()
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(['rejected', 'accepted'], 'The decision is Rejected or Accepted'))

const commandId = z.uuid('A command id is a UUID')
const byCommand = z.strictObject({ commandId })

/** The number of changed rows, and the command by which they can be undone. */
const decided = z.strictObject({
  ...ok,
  message: z.string(),
  commandId: z.string(),
  done: z.int(),
  /** The disputes opened by rejecting: one for each invoice with a claim. */
  disputes: z.array(z.strictObject({ number: z.string(), claimed: z.string(), currency: z.string() })).optional(),
})

const removal = {
  method: 'DELETE',
  permission: { edits: [INVOICES] },
  shows: ['costs'],
  access: 'clients',
  query: z.strictObject({ id: recordIds, versions: versionsText }),
  answer: done,
  errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access', 'bad_request'],
} as const

/** Invoices for a command. */
const someInvoices = { summaryIDs: z.array(givenId).min(1, 'Choose at least one invoice').max(500) }

/** Specification 7, Invoices: decisions; and accepting everything that is matched. */
export const decisions = routes({
  decideSummary: {
    method: 'PUT',
    path: '/api/invoice/summary/:id',
    summary:
      'Accept or reject an invoice: the path says Accepted or Rejected, or repeats summaryID; then a reason rejects it',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    params: z.strictObject({
      id: z.string().regex(/^(?:[1-9]\d{0,14}|accepted|rejected)$/i, 'Accepted, Rejected or the id'),
    }),
    body: z.strictObject({ summaryID: givenId, reason: optionalReason, version: optionalVersion }),
    answer: decided,
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access', 'bad_request'],
    audited: 'invoice.decided',
  },
  decideDetails: {
    method: 'PUT',
    path: '/api/invoice/details/:value',
    summary: 'Accept or reject details with all their parcel rows; rejecting needs a reason',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    params: z.strictObject({ value: decision }),
    body: z.strictObject({ detailsID: someIds('Details'), reason: optionalReason, ...readVersions }),
    answer: decided,
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access', 'bad_request'],
    audited: 'invoice.rows-decided',
  },
  decideParcels: {
    method: 'PUT',
    path: '/api/invoice/parcels/:value',
    summary: 'Accept or reject parcel rows; rejecting needs a reason',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    params: z.strictObject({ value: decision }),
    body: z.strictObject({
      parcelIDs: someIds('Parcels'),
      reason: optionalReason,
      ...readVersions,
      claimed,
    }),
    answer: decided,
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access', 'bad_request'],
    audited: 'invoice.rows-decided',
  },
  undoDetails: {
    method: 'PUT',
    path: '/api/invoice/details/undo',
    summary: 'Set details back to Imported, with all their parcel rows',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({ detailsID: someIds('Details'), ...readVersions }),
    answer: decided,
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access', 'bad_request'],
    audited: 'invoice.rows-undone',
  },
  undoParcels: {
    method: 'PUT',
    path: '/api/invoice/parcels/undo',
    summary: 'Set parcel rows back to Imported',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({ parcelIDs: someIds('Parcels'), ...readVersions }),
    answer: decided,
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access', 'bad_request'],
    audited: 'invoice.rows-undone',
  },
  removeSummary: {
    ...removal,
    path: '/api/invoice/summary',
    summary: 'Delete invoices: all that are named, or none; an accepted one is refused. Their numbers are free again',
    audited: 'invoice.deleted',
  },
  removeDetails: {
    ...removal,
    path: '/api/invoice/details',
    summary: 'Delete details of invoices that are not accepted: all that are named, or none',
    audited: 'invoice.rows-deleted',
  },
  removeParcels: {
    ...removal,
    path: '/api/invoice/parcels',
    summary: 'Delete parcel rows of invoices that are not accepted: all that are named, or none',
    audited: 'invoice.rows-deleted',
  },
  explain: {
    method: 'POST',
    path: '/api/invoice/summary/explain',
    summary: 'Say why an invoice that does not add up may be accepted all the same',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({ summaryID: givenId, reason }),
    answer: done,
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.explained',
  },
  sayCurrency: {
    ...operators,
    method: 'PUT',
    path: '/api/invoice/currency',
    summary: 'Say which currency an invoice is in that states none, and all of its account; for internal users',
    body: z.strictObject({
      summaryID: givenId,
      currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three capitals, like GBP'),
    }),
    answer: done,
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.currency-said',
  },
  preflight: {
    method: 'POST',
    path: '/api/invoice/decisions/preflight',
    summary:
      'What accepting all that is matched or within tolerance would accept, and what it would leave; changes nothing',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject(someInvoices),
    answer: z.strictObject({
      ...ok,
      /** Sums by currency, because the invoices may have several. */
      accepted: z.array(
        z.strictObject({ currency: z.string(), rows: z.int(), billed: z.string(), variance: z.string() }),
      ),
      left: z.array(
        z.strictObject({ currency: z.string(), verdict: z.enum(VERDICTS), rows: z.int(), billed: z.string() }),
      ),
      /** Invoices that cannot be accepted at all, and why. */
      refused: z.array(z.strictObject({ summaryID: recordId, invoiceNumber: z.string(), message: z.string() })),
      /**
       * The number of rows that would be accepted. If it is sent with the command, nothing is accepted if the number
       * has changed.
       */
      most: z.int(),
    }),
    errors: ['not_found'],
    audited: false,
  },
  acceptMatched: {
    method: 'POST',
    path: '/api/invoice/decisions',
    summary:
      'Accept all rows of invoices that are matched or within tolerance; a receipt for each, and it can be undone',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({
      ...someInvoices,
      /** Created by the caller: repeating a command with the same id changes nothing. */
      commandId: commandId.optional(),
      most: z.int().min(0).optional(),
    }),
    answer: decided,
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access'],
    audited: 'invoice.rows-decided',
  },
  receipts: {
    method: 'GET',
    path: '/api/invoice/decisions/:commandId',
    summary: 'The receipts of a decision: the rows, their status before and after, a page at a time',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    params: byCommand,
    query: z.strictObject(queryPaging),
    answer: z.strictObject({
      ...ok,
      rows: z.array(
        z.strictObject({
          parcelID: recordId,
          trackingNumber: z.string(),
          before: z.string(),
          after: z.string(),
          undoneAt: instant.nullable(),
        }),
      ),
      total: z.int(),
    }),
    errors: [],
    audited: false,
  },
  undo: {
    method: 'POST',
    path: '/api/invoice/decisions/:commandId/undo',
    summary: 'Undo a decision: each row that nobody has decided on since is as before; not of an accepted invoice',
    permission: { edits: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    params: byCommand,
    answer: decided,
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.rows-undone',
  },
})
