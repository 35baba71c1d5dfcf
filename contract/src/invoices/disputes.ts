import {
  AGES,
  DISPUTE_ACTS,
  DISPUTE_EVENTS,
  DISPUTE_STATES,
  type DisputeAct,
  PAYABLES,
} from '@despatch/domain/invoices/dispute'
import { INVOICE_STATUSES, VERDICTS } from '@despatch/domain/invoices/invoice'
import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import {
  givenId,
  instant,
  prose,
  queryFlag,
  queryFlagOr,
  queryPaging,
  recordId,
  recordIds,
  sortBy,
  text,
} from '../route/fields.ts'
import { routes, XLSX } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { INVOICES, ok, operators } from './invoice.ts'

/** Filters for the list: a state, or all states in which something may still be credited. */
export const DISPUTE_STATE_FILTERS = ['unsettled', ...DISPUTE_STATES] as const

const toRead = { ...operators, permission: { reads: [INVOICES] }, audited: false } as const

export const DISPUTE_SORTS = [
  'number',
  'state',
  'carrierName',
  'invoiceNumber',
  'dueDay',
  'openedAt',
  'claimed',
  'open',
] as const
export type DisputeSort = (typeof DISPUTE_SORTS)[number]

/** The claim of one decision about one invoice. Amounts are decimal texts in the invoice's currency, net. */
export const dispute = z.strictObject({
  disputeID: recordId,
  /** 'D-000123'. */
  number: z.string(),
  state: z.enum(DISPUTE_STATES),
  summaryID: recordId,
  invoiceNumber: z.string(),
  invoiceDay: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  account: z.string(),
  currency: z.string(),
  /** The carrier's deadline, and its age. */
  dueDay: z.string(),
  age: z.enum(AGES),
  payable: z.enum(PAYABLES),
  reason: z.string(),
  openedAt: instant,
  openedBy: personName(),
  sentAt: instant.nullable(),
  sentBy: personName(),
  closedAt: instant.nullable(),
  closedBy: personName(),
  /** Why it was refused or written off. */
  closedReason: z.string(),
  rows: z.int(),
  claimed: z.string(),
  credited: z.string(),
  /** The amount that may still be credited; zero once it is settled. */
  open: z.string(),
  version: z.int(),
})
export type Dispute = z.infer<typeof dispute>

const part = z.strictObject({ category: z.enum(CHARGE_CATEGORIES), claimed: z.string(), credited: z.string() })

export const disputedRow = z.strictObject({
  parcelID: recordId,
  detailsID: recordId,
  clientCode: z.string(),
  clientName: z.string(),
  trackingNumber: z.string(),
  consignmentNumber: z.string(),
  orderNumber: z.string(),
  line: z.int(),
  status: z.enum(INVOICE_STATUSES),
  verdict: z.enum(VERDICTS),
  billed: z.string(),
  expected: z.string().nullable(),
  claimed: z.string(),
  credited: z.string(),
  parts: z.array(part),
})
export type DisputedRow = z.infer<typeof disputedRow>

const disputeEvent = z.strictObject({
  at: instant,
  /** Empty for an import. */
  by: personName(),
  what: z.enum(DISPUTE_EVENTS),
  text: z.string(),
  amount: z.string().nullable(),
})

/** The credits of one invoice that settled it. */
const settlement = z.strictObject({
  summaryID: recordId,
  invoiceNumber: z.string(),
  invoiceDay: z.string(),
  credits: z.int(),
  amount: z.string(),
  at: instant,
  /** Empty if the import settled it. */
  by: personName(),
})

const pageInfo = z.strictObject({ total: z.int(), page: z.int(), limit: z.int() })
const byId = z.strictObject({ disputeID: givenId })

/** Disputes with carriers, and acts on them. */
export const disputes = routes({
  disputes: {
    ...toRead,
    method: 'GET',
    path: '/api/invoice/disputes',
    summary: 'Disputes with carriers, a page at a time; for internal users',
    query: z.strictObject({
      ...queryPaging,
      sort: sortBy(DISPUTE_SORTS, 'dueDay'),
      desc: queryFlagOr(false),
      /** A dispute's number, or part of an invoice number, a carrier, an account or a reason. */
      search: text(100, 'Search').optional(),
      /** A state, or 'unsettled' for all states in which something may still be credited. */
      state: z.enum(DISPUTE_STATE_FILTERS).optional(),
      carrier: text(50, 'Carrier').optional(),
      /** Only unsettled ones after their deadline. */
      overdue: queryFlag.optional(),
      /** Only unsettled ones of this age. */
      age: z.enum(AGES).optional(),
      summaryID: recordId.optional(),
    }),
    answer: z.strictObject({ ...ok, disputes: z.array(dispute), pageInfo }),
    errors: ['unauthorized_access'],
  },
  disputeAgeing: {
    ...toRead,
    method: 'GET',
    path: '/api/invoice/disputes/ageing',
    summary: 'What carriers still owe of disputes, by carrier and age; for internal users',
    answer: z.strictObject({
      ...ok,
      carriers: z.array(
        z.strictObject({
          carrierCode: z.string(),
          carrierName: z.string(),
          currency: z.string(),
          disputes: z.int(),
          open: z.string(),
          ages: z.array(z.strictObject({ age: z.enum(AGES), disputes: z.int(), open: z.string() })),
        }),
      ),
    }),
    errors: ['unauthorized_access'],
  },
  dispute: {
    ...toRead,
    method: 'GET',
    path: '/api/invoice/disputes/:disputeID',
    summary: 'One dispute with its history, what credits settled, and where the carrier takes disputes; internal users',
    params: byId,
    answer: z.strictObject({
      ...ok,
      dispute,
      /** The carrier's address for disputes; empty if not set. */
      email: z.string(),
      contact: z.string(),
      history: z.array(disputeEvent),
      settlements: z.array(settlement),
    }),
    errors: ['not_found', 'unauthorized_access'],
  },
  disputeRows: {
    ...toRead,
    method: 'GET',
    path: '/api/invoice/disputes/:disputeID/rows',
    summary: 'The disputed rows, a page at a time, with what is claimed and credited by category; for internal users',
    params: byId,
    query: z.strictObject(queryPaging),
    answer: z.strictObject({ ...ok, rows: z.array(disputedRow), pageInfo }),
    errors: ['not_found', 'unauthorized_access'],
  },
  disputePack: {
    ...toRead,
    method: 'GET',
    path: '/api/invoice/disputes/:disputeID/pack',
    summary:
      'What is sent to the carrier: with isFile a workbook with a cover and the evidence of each row, else what it says; internal users',
    params: byId,
    query: z.strictObject({ isFile: queryFlag.optional() }),
    answer: z.strictObject({
      ...ok,
      cover: z.array(z.strictObject({ name: z.string(), value: z.string(), isAmount: z.boolean() })),
      columns: z.array(z.string()),
      rows: z.int(),
    }),
    file: XLSX,
    errors: ['not_found', 'unauthorized_access'],
    ownTransactions: true,
  },
  actOnDisputes: {
    ...operators,
    method: 'PUT',
    path: '/api/invoice/disputes/:act',
    summary:
      'Mark disputes sent, refuse them, write them off or reopen them; refusing and writing off need a reason. A receipt each; for internal users',
    params: z.strictObject({ act: z.enum(Object.keys(DISPUTE_ACTS) as [DisputeAct, ...DisputeAct[]]) }),
    body: z.strictObject({
      disputes: z
        .array(z.strictObject({ disputeID: givenId, version: z.int().min(0).max(2_000_000_000).optional() }))
        .min(1, 'Choose at least one dispute')
        .max(500),
      reason: prose(500, 'Reason').optional(),
    }),
    answer: z.strictObject({
      ...ok,
      message: z.string(),
      done: z.int(),
      receipts: z.array(
        z.strictObject({
          disputeID: recordId,
          number: z.string(),
          isDone: z.boolean(),
          before: z.enum(DISPUTE_STATES),
          after: z.enum(DISPUTE_STATES),
          /** Why nothing was done with it; empty if it was. */
          message: z.string(),
        }),
      ),
    }),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access', 'bad_request'],
    audited: 'invoice.disputes-decided',
  },
  rejection: {
    method: 'POST',
    path: '/api/invoice/disputes/preflight',
    summary: 'What rejecting invoices, details or parcel rows would dispute; changes nothing',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({ of: z.enum(['invoices', 'details', 'parcels']), ids: recordIds }),
    answer: z.strictObject({
      ...ok,
      /** By currency and verdict: the rows that would be rejected, and the claim for them. */
      claims: z.array(
        z.strictObject({
          currency: z.string(),
          verdict: z.enum(VERDICTS),
          rows: z.int(),
          claimed: z.string(),
          /** Rows that were not judged and whose whole price is claimed, because no expected cost is known. */
          wholeRows: z.int(),
        }),
      ),
      /** Rows without a claim, because they were not overbilled. */
      unclaimed: z.int(),
      /** Rows that are in a dispute already, and stay there. */
      disputed: z.int(),
    }),
    errors: ['not_found'],
    audited: false,
  },
})
