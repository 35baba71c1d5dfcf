import { z } from 'zod'
import { instant, queryPaging, givenId, recordId, wholeQueryPaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { INVOICES, ok, operators } from './invoice.ts'

export const MAX_POSTED = 200

const sums = z.array(z.strictObject({ currency: z.string(), invoices: z.int(), net: z.string() }))

/** The journal of accepted invoices: made once, numbered, kept as it was. */
export const posting = z.strictObject({
  postingID: recordId,
  /** 'P-000001'. */
  number: z.string(),
  postedAt: instant,
  postedBy: personName(),
  /** Invoices that it is the first to post. */
  invoices: z.int(),
  /** Invoices posted before, of which disputes or credits were decided otherwise since. */
  corrections: z.int(),
  lines: z.int(),
  /** Debits, which are the credits, and what of them is payable to carriers, by currency. */
  totals: z.array(z.strictObject({ currency: z.string(), debit: z.string(), payable: z.string() })),
})
export type Posting = z.infer<typeof posting>

export const postingLine = z.strictObject({
  line: z.int(),
  /** The day of the invoice, and when it is due. */
  date: z.string(),
  dueDay: z.string().nullable(),
  /** The number of the posting and that of the invoice. */
  reference: z.string(),
  invoiceNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  account: z.string(),
  category: z.string(),
  /** Empty where it is no client's. */
  clientCode: z.string(),
  taxCode: z.string(),
  /** Decimal texts in whole pence; one of them is 0.00. */
  debit: z.string(),
  credit: z.string(),
  currency: z.string(),
  text: z.string(),
})
export type PostingLine = z.infer<typeof postingLine>

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
      /** Accepted invoices that are in no posting. */
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
    body: z.strictObject({ summaryIDs: z.array(givenId).min(1).max(MAX_POSTED).optional() }),
    /** No posting where what was decided otherwise came out even. */
    answer: z.strictObject({ ...ok, message: z.string(), posting: posting.nullable() }),
    errors: ['not_found', 'unprocessable'],
    audited: 'invoice.posted',
  },
})
