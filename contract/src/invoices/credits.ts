import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import { instant, prose, queryFlag, queryPaging, givenId, recordId, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { cost } from '../routing/rule-book/fields.ts'
import { INVOICES, ok, operators } from './invoice.ts'

/** What an invoice credits for a parcel and category; without a parcel it is a lump sum. */
export const credit = z.strictObject({
  creditID: recordId,
  isLumpSum: z.boolean(),
  parcelID: recordId,
  summaryID: recordId,
  invoiceNumber: z.string(),
  invoiceDay: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  currency: z.string(),
  trackingNumber: z.string(),
  consignmentNumber: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  /** The carrier's text. */
  text: z.string(),
  amount: z.string(),
  settled: z.string(),
  /** The part that no dispute claimed: it waits until a user explains it, or is surplus. */
  left: z.string(),
  /** What the rest is for, if a user has explained it. */
  explanation: z.string(),
  explainedAt: instant.nullable(),
  explainedBy: personName(),
  version: z.int(),
})
export type Credit = z.infer<typeof credit>

/** Credits from carriers, and what they are for. */
export const credits = routes({
  credits: {
    ...operators,
    permission: { reads: [INVOICES] },
    audited: false,
    method: 'GET',
    path: '/api/invoice/credits',
    summary: 'Credits of carriers that nobody has said all of what they are for: lump sums and surplus; internal users',
    query: z.strictObject({
      ...queryPaging,
      carrier: text(50, 'Carrier').optional(),
      /** Includes settled and explained ones. */
      all: queryFlag.optional(),
      summaryID: recordId.optional(),
    }),
    answer: z.strictObject({
      ...ok,
      credits: z.array(credit),
      pageInfo: z.strictObject({ total: z.int(), page: z.int(), limit: z.int() }),
    }),
    errors: ['unauthorized_access'],
  },
  settleCredit: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/credits/settle',
    summary: 'Say what a credit is for: which disputes it settles, and what the rest is; for internal users',
    body: z
      .strictObject({
        creditID: givenId,
        version: z.int().min(0).max(2_000_000_000).optional(),
        disputes: z
          .array(z.strictObject({ disputeID: givenId, amount: cost('Amount') }))
          .max(100)
          .default([]),
        /** What the rest is for; empty leaves it waiting. */
        explanation: prose(500, 'What it is for').default(''),
      })
      .refine(({ disputes: some, explanation }) => some.length > 0 || explanation !== '', {
        path: ['explanation'],
        message: 'Say what the credit is for, or which disputes it settles',
      }),
    answer: z.strictObject({ ...ok, message: z.string(), credit }),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access'],
    audited: 'invoice.credit-settled',
  },
  takeBackCredit: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/credits/take-back',
    summary: 'Take back what someone said a credit is for: its disputes are open again, and it waits; internal users',
    body: z.strictObject({ creditID: givenId, version: z.int().min(0).max(2_000_000_000).optional() }),
    answer: z.strictObject({ ...ok, message: z.string(), credit }),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'unauthorized_access'],
    audited: 'invoice.credit-taken-back',
  },
})
