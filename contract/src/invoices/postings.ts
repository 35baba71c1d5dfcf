import { z } from 'zod'
import { day, instant, queryPaging, givenId, recordId, text, wholeQueryPaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { INVOICES, ok, operators } from './invoice.ts'

export const MAX_POSTED = 200

/** Not after today, nor before the invoices' own dates or last postings; today by default. */
const postingDate = day.optional()

const summaryIDs = z.array(givenId).min(1).max(MAX_POSTED).optional()

export const postingLine = z.strictObject({
  line: z.int(),
  postingDate: z.string(),
  /** The day of the invoice, and its due day. */
  date: z.string(),
  dueDay: z.string().nullable(),
  /** The numbers of the posting and of the invoice. */
  reference: z.string(),
  invoiceNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  account: z.string(),
  /** The code at the time of posting; empty if none was set. */
  accountCode: z.string(),
  category: z.string(),
  /** Empty if it belongs to no client. */
  clientCode: z.string(),
  taxCode: z.string(),
  /** Decimal texts in whole minor units; one of them is 0.00. */
  debit: z.string(),
  credit: z.string(),
  currency: z.string(),
  text: z.string(),
})
export type PostingLine = z.infer<typeof postingLine>

/** What posting an invoice, or correcting a posted one, would add to the ledger. */
export const invoiceToPost = z.strictObject({
  summaryID: recordId,
  invoiceNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  invoiceDay: z.string(),
  currency: z.string(),
  isCorrection: z.boolean(),
  /** The sum of debits, which equals that of credits; the payable part; and the reversed accruals. */
  debit: z.string(),
  payable: z.string(),
  accrued: z.string(),
  /** Empty if the changes cancel out. */
  lines: z.array(
    postingLine.pick({
      account: true,
      accountCode: true,
      category: true,
      clientCode: true,
      taxCode: true,
      debit: true,
      credit: true,
    }),
  ),
  /** Sent back when posting: it is refused if something else would be posted by then. */
  seen: z.string(),
})
export type InvoiceToPost = z.infer<typeof invoiceToPost>

const sums = z.array(z.strictObject({ currency: z.string(), invoices: z.int(), net: z.string() }))

const reference = z.strictObject({ postingID: recordId, number: z.string() })

/** The journal of accepted invoices: entries are numbered and never change. */
export const posting = z.strictObject({
  postingID: recordId,
  /** 'P-000001'. */
  number: z.string(),
  /** Its day in the ledger, separate from when it was made. */
  postingDate: z.string(),
  postedAt: instant,
  postedBy: personName(),
  /** The posting whose lines it reverses. */
  reverses: reference.nullable(),
  reversedBy: reference.nullable(),
  /** Invoices that it posts, or whose posting it reverses, without corrections. */
  invoices: z.int(),
  /** Posted invoices whose disputes or credits have changed since. */
  corrections: z.int(),
  lines: z.int(),
  /** By currency: the sum of debits, which equals that of credits, and the part payable to carriers. */
  totals: z.array(z.strictObject({ currency: z.string(), debit: z.string(), payable: z.string() })),
})
export type Posting = z.infer<typeof posting>

export const postings = routes({
  postings: {
    ...operators,
    method: 'GET',
    path: '/api/invoice/postings',
    summary: 'Postings of accepted invoices, the newest first, and what waits to be posted; for internal users',
    permission: { reads: [INVOICES] },
    query: z.strictObject(queryPaging),
    answer: z.strictObject({
      ...ok,
      postings: z.array(posting),
      pageInfo: z.strictObject({ total: z.int(), page: z.int(), limit: z.int() }),
      /** Accepted invoices that are not posted. */
      waiting: sums,
      /** Posted invoices that the next posting corrects. */
      waitingCorrections: z.int(),
    }),
    errors: [],
    audited: false,
  },
  postingLines: {
    ...operators,
    method: 'GET',
    path: '/api/invoice/postings/lines',
    summary: 'The journal lines of a posting; for internal users',
    permission: { reads: [INVOICES] },
    query: z.strictObject({ postingID: recordId, ...wholeQueryPaging(50) }),
    answer: z.strictObject({
      ...ok,
      posting,
      lines: z.array(postingLine),
      pageInfo: z.strictObject({ total: z.int(), page: z.int(), limit: z.int() }),
    }),
    errors: ['not_found'],
    audited: false,
    whole: 'lines',
  },
  post: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/postings',
    summary:
      'Posts accepted invoices, and corrects posted ones of which disputes or credits were decided otherwise: those named, or the 200 oldest that wait; for internal users',
    body: z
      .strictObject({
        summaryIDs,
        postingDate,
        /** `seen` of the pre-flight for each of them, in the same order. */
        seen: z.array(text(64, 'What was seen')).max(MAX_POSTED).optional(),
      })
      .refine(({ summaryIDs: ids, seen }) => seen === undefined || seen.length === ids?.length, {
        path: ['seen'],
        message: 'Give as many as summaryIDs, in the same order',
      }),
    /** Null if the changes cancel out. */
    answer: z.strictObject({ ...ok, message: z.string(), posting: posting.nullable() }),
    errors: ['not_found', 'unprocessable', 'version_conflict'],
    audited: 'invoice.posted',
  },
  preflightPosting: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/postings/preflight',
    summary:
      'What posting would add to the ledger, by invoice, and which invoices cannot be posted; for internal users',
    body: z.strictObject({ summaryIDs, postingDate }),
    answer: z.strictObject({
      ...ok,
      postingDate: z.string(),
      invoices: z.array(invoiceToPost),
      refused: z.array(z.strictObject({ summaryID: recordId, invoiceNumber: z.string(), reason: z.string() })),
      /** How many more wait. */
      more: z.int(),
    }),
    errors: ['not_found', 'unprocessable'],
    audited: false,
  },
  reversePosting: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/postings/reverse',
    summary:
      'Reverses a posting by another with its lines on the other side, once; its invoices can be posted again. For internal users',
    body: z.strictObject({ postingID: recordId, postingDate }),
    answer: z.strictObject({ ...ok, message: z.string(), posting }),
    errors: ['not_found', 'unprocessable'],
    audited: 'invoice.posting-reversed',
  },
})
