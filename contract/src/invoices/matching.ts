import { VERDICTS } from '@despatch/domain/invoices/invoice'
import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import { clientCode, day, instant, givenId, recordId, requiredText, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { invoiceParcel, INVOICES, namedDispute, ok, operators, reasonStep } from './invoice.ts'

/** A despatched parcel, or an order without despatched parcels ('' as the tracking number), that a row may bill. */
const choice = {
  clientCode,
  orderNumber: requiredText(50, 'Order number'),
  trackingNumber: text(60, 'Tracking number').default(''),
}

export const matchCandidate = z.strictObject({
  clientCode: z.string(),
  clientName: z.string(),
  orderNumber: z.string(),
  trackingNumber: z.string(),
  carrier: z.string(),
  despatchedAt: instant.nullable(),
  customer: z.string(),
  postCode: z.string(),
  /** Kilograms as despatched; null if unknown. */
  weight: z.string().nullable(),
})
export type MatchCandidate = z.infer<typeof matchCandidate>

const version = z.int('A version is a whole number').min(0).max(2_000_000_000)
/** The changed row: undoing needs its version. */
const matchedRow = { ...ok, message: z.string(), parcelID: recordId, version: z.int() }

/** The part of disputes that is still claimed, that carriers credited, and that was refused or written off. */
const settled = { claimed: z.string(), credited: z.string(), givenUp: z.string() }

/** The account of an outbound parcel in its client's currency; null amounts if the amount due is unknown. */
export const accountOfParcel = z.strictObject({
  currency: z.string(),
  /** The sources of each amount due, or why it is unknown. */
  steps: z.array(reasonStep),
  /** By category: the total due, and the billed amount net of credits. */
  charges: z.array(
    z.strictObject({ category: z.enum(CHARGE_CATEGORIES), due: z.string().nullable(), billed: z.string() }),
  ),
  due: z.string().nullable(),
  billed: z.string(),
  disputes: z.array(z.strictObject({ dispute: namedDispute, ...settled })),
  /** Sums of all disputes. */
  ...settled,
  /**
   * The accrual before it was billed, and the invoice whose posting reversed it; client users see the accrual until
   * then.
   */
  accrued: z.string().nullable(),
  reversedBy: z.strictObject({ summaryID: recordId, invoiceNumber: z.string() }).nullable(),
  /** The amount due, less what was billed and is not claimed back; negative if too much was paid. */
  balance: z.string().nullable(),
})
export type AccountOfParcel = z.infer<typeof accountOfParcel>

/** Matching by hand, judging again, and what invoices bill for one parcel. */
export const matching = routes({
  parcelCharges: {
    method: 'GET',
    path: '/api/invoice/parcels/charges',
    summary:
      'The account of one despatched parcel, and what invoices bill of it and of its consignment as a whole; the newest 100',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'one-client',
    query: z.strictObject({ trackingNumber: requiredText(60, 'Tracking number') }),
    answer: z.strictObject({
      ...ok,
      charges: z.array(
        z.strictObject({
          parcelID: recordId,
          summaryID: recordId,
          invoiceNumber: z.string(),
          carrierName: z.string(),
          invoiceDay: z.string(),
          currency: z.string(),
          /** Whether it bills all parcels of the consignment together. */
          isWhole: z.boolean(),
          /** The parcel's share in the account's currency; null if the row is not part of the account. */
          share: z.string().nullable(),
          /** The date of its posting; null if it is not posted, and for client users. */
          postedOn: z.string().nullable(),
          ...invoiceParcel.pick({
            billed: true,
            expected: true,
            variance: true,
            verdict: true,
            status: true,
          }).shape,
        }),
      ),
      /** Null for an unknown parcel. */
      account: accountOfParcel.nullable(),
    }),
    errors: [],
    audited: false,
  },
  matchCandidates: {
    ...operators,
    method: 'GET',
    path: '/api/invoice/match/candidates',
    summary: 'Parcels and orders that a row may bill, by order or tracking number, or by postcode and day; at most 20',
    permission: { reads: [INVOICES] },
    query: z.strictObject({
      /** An order number or a tracking number, in any case or spacing. */
      search: text(60, 'Search').optional(),
      postCode: text(12, 'Postcode').optional(),
      /** Despatched within three days of it; only with a postcode. */
      day: day.optional(),
    }),
    answer: z.strictObject({ ...ok, candidates: z.array(matchCandidate), hasMore: z.boolean() }),
    errors: ['unauthorized_access', 'bad_request'],
    audited: false,
  },
  matchPreview: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/match/preview',
    summary: 'What a row would be judged if it billed a parcel or order; changes nothing. For internal users',
    permission: { reads: [INVOICES] },
    body: z.strictObject({ parcelID: givenId, ...choice }),
    answer: z.strictObject({
      ...ok,
      billed: z.string(),
      expected: z.string().nullable(),
      variance: z.string().nullable(),
      currency: z.string(),
      verdict: z.enum(VERDICTS),
      verdictText: z.string(),
    }),
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: false,
    ownTransactions: true,
  },
  match: {
    ...operators,
    method: 'PUT',
    path: '/api/invoice/match',
    summary: 'Match a row that bills nothing known with a parcel or order, and judge it. For internal users',
    body: z.strictObject({
      parcelID: givenId,
      version,
      ...choice,
      /** Use this client for the carrier's account whenever several clients have a number. */
      remember: z.boolean().default(false),
    }),
    answer: z.strictObject(matchedRow),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access'],
    audited: 'invoice.row-matched',
    ownTransactions: true,
  },
  unmatch: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/match/undo',
    summary: 'Undo a match by hand: the row is what an import would find, and its account is forgotten with it',
    body: z.strictObject({ parcelID: givenId, version }),
    answer: z.strictObject(matchedRow),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access'],
    audited: 'invoice.row-unmatched',
    ownTransactions: true,
  },
  judgeAgain: {
    ...operators,
    method: 'PUT',
    path: '/api/invoice/judge',
    summary:
      'Judge the rows of an invoice that nobody has decided on again, by what is known and agreed by now; a piece at a time. For internal users',
    body: z.strictObject({
      summaryID: givenId,
      /** `after` of the previous answer: the last detail of that batch; 0 to begin. */
      after: z.int('A detail is a whole number').min(0).max(2_000_000_000).default(0),
    }),
    answer: z.strictObject({
      ...ok,
      message: z.string(),
      /** The number of rows in this batch whose verdict changed. */
      changed: z.int(),
      /** The start of the next batch; null after the last. */
      after: z.int().nullable(),
    }),
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.judged-again',
    ownTransactions: true,
  },
})
