import { REVIEWS } from '@despatch/domain/returns/portal/announced-return'
import { EXCHANGE_CODES } from '@despatch/domain/returns/portal/exchange'
import { LIFE_STATE_CODES } from '@despatch/domain/returns/life/return-state'
import { DESTINATIONS, RESOLUTIONS, RETURN_ANSWERS } from '@despatch/domain/returns/rules/returns-book'
import { z } from 'zod'
import {
  amountOrEmpty,
  count,
  instant,
  prose,
  queryPaging,
  requiredProse,
  requiredText,
  text,
} from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName } from '../../route/visible.ts'
import { reasonCodeText, returnItemId } from '../rules/return-item.ts'
import { returnDecision } from '../rules/returns-shapes.ts'

const PORTAL = 'reportsAndEnquiries.returnsPortal' as const
const toRead = { permission: { reads: [PORTAL] }, access: 'clients', audited: false } as const
const toChange = {
  method: 'POST',
  permission: { edits: [PORTAL] },
  access: 'clients',
  audited: 'return.changed',
} as const
const byReference = z.strictObject({ reference: requiredText(50, 'Reference') })
const lineNumber = count('A line is a whole number').min(1, 'Lines are counted from 1').max(9999, 'At most 9,999 lines')
const pieces = count('A quantity is a whole number').min(1, 'At least one piece').max(99_999, 'At most 99,999 pieces')
const linesOf = z
  .array(z.strictObject({ lineNumber, quantity: pieces }))
  .min(1, 'Choose at least one item')
  .max(500, 'At most 500 lines')
const reason = requiredProse(500, 'Reason')
/** The version that the caller saw: if the return has another by now, nothing changes (409). */
const version = z
  .int('A version is a whole number')
  .min(1, 'A version is a whole number')
  .max(2_000_000_000, 'No version is so high')
  .optional()

/** Quick filters: waiting for a review, refund due, refund overdue, waiting for a label. */
export const PORTAL_SHOWS = ['review', 'due', 'overdue', 'label'] as const
/** States that staff can record in addition to refunds. */
export const MARKS = ['received', 'lost', 'expired', 'kept', 'rejected', 'withdrawn'] as const

const listed = z.strictObject({
  clientCode: z.string(),
  returnReference: z.string(),
  orderNumber: z.string(),
  customerName: z.string(),
  announcedAt: instant,
  /** Announced by the shopper (`portal`) or by staff for them. */
  channel: z.enum(['portal', 'staff']),
  state: z.enum(LIFE_STATE_CODES),
  stateTitle: z.string(),
  review: z.enum(REVIEWS),
  /** SKU of the first line, and the number of lines. */
  SKU: z.string(),
  lines: z.int(),
  quantity: z.int(),
  /** Titles of all reasons, with commas between them. */
  reasons: z.string(),
  /** The last day to refund returned pieces; null: nothing is due. */
  refundDueOn: z.string().nullable(),
  isOverdue: z.boolean(),
})
export type ListedReturn = z.infer<typeof listed>

const recordLine = z.strictObject({
  lineNumber: z.int(),
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  reason: z.string(),
  comment: z.string(),
  resolution: z.enum(RESOLUTIONS),
  answer: z.enum(RETURN_ANSWERS),
  destination: z.enum(DESTINATIONS).nullable(),
  /** Pieces by state; empty states are left out. */
  pieces: z.array(z.strictObject({ state: z.enum(LIFE_STATE_CODES), title: z.string(), quantity: z.int() })),
  /** Pieces not yet sent, and pieces whose refund is undecided. */
  announced: z.int(),
  owed: z.int(),
  /** Price of one piece; a decimal text. */
  pieceValue: z.string(),
})
const step = z.strictObject({
  at: instant,
  step: z.string(),
  title: z.string(),
  by: personName(),
  reason: z.string(),
  pieces: z.int(),
  amount: z.string().nullable(),
  deduction: z.string().nullable(),
  /** When the email to the shopper was queued; null if there is none, or not yet. */
  mailedAt: instant.nullable(),
})
const record = listed.extend({
  version: z.int(),
  by: personName(),
  email: z.string(),
  reviewedAt: instant.nullable(),
  reviewedBy: personName(),
  reviewReason: z.string(),
  currency: z.string(),
  fee: z.string(),
  postage: z.string(),
  /** The replacement order ('' if there is none) and its state. */
  exchangeOrder: z.string(),
  exchange: z.enum(EXCHANGE_CODES),
  parcels: z.array(
    z.strictObject({
      lineNumbers: z.array(z.int()),
      destination: z.enum(DESTINATIONS),
      /** '' if no option serves them. */
      option: z.string(),
      shopperPays: z.string(),
      /** Number of the label from a pool: null if the pool was empty, '' if the option gives no label. */
      label: z.string().nullable(),
      /** Whether all of its lines were cancelled, so that the label must not be used. */
      isVoid: z.boolean(),
    }),
  ),
  details: z.array(recordLine),
  steps: z.array(step),
  /** Basis for refund limits: price paid for each order line, and refunds of the order in all returns. */
  paid: z.strictObject({
    /** Amount refunded in announced returns. */
    refunded: z.string(),
    lines: z.array(
      z.strictObject({
        lineNumber: z.int(),
        value: z.string(),
        bought: z.int(),
        refunded: z.int(),
        /** Pieces refunded in unannounced returns. */
        elsewhere: z.int(),
      }),
    ),
  }),
  /** The engine's decision, with reasons. */
  decision: returnDecision,
})
export type ReturnRecord = z.infer<typeof record>

const changed = z.strictObject({ message: z.string(), returnReference: z.string() })
const REFUSED = ['not_found', 'unprocessable', 'version_conflict'] as const

/** Returns Portal: announced returns, their reviews, refunds and states. */
export const announcedReturns = routes({
  list: {
    ...toRead,
    method: 'GET',
    path: '/api/returns/portal',
    summary: 'Returns that were announced, a page at a time: what waits for a review first, then the newest',
    query: z.strictObject({
      ...queryPaging,
      /** A reference, order number or SKU, or the beginning of one. */
      search: text(60, 'Search').optional(),
      state: z.enum(LIFE_STATE_CODES).optional(),
      show: z.enum(PORTAL_SHOWS).optional(),
    }),
    answer: z.strictObject({
      rows: z.array(listed),
      total: z.int(),
      /** Counts of all returns, regardless of the filters. */
      counts: z.strictObject({ review: z.int(), due: z.int(), overdue: z.int(), label: z.int() }),
    }),
    errors: [],
  },
  record: {
    ...toRead,
    method: 'GET',
    path: '/api/returns/portal/:reference',
    summary: 'One announced return: its lines, life, parcels, and why it was answered as it was',
    params: byReference,
    answer: record,
    errors: ['not_found'],
  },
  review: {
    ...toChange,
    path: '/api/returns/portal/:reference/review',
    summary: 'Allow or refuse a return that waits for a review; a refusal gives its reason to the shopper',
    params: byReference,
    body: z
      .strictObject({
        answer: z.enum(['allowed', 'refused'], 'Allow or refuse it'),
        version,
        reason: prose(500, 'Reason').default(''),
      })
      .refine(({ answer, reason: reasonText }) => answer === 'allowed' || reasonText !== '', {
        path: ['reason'],
        message: 'Say why, in words for the shopper',
      }),
    answer: changed,
    errors: REFUSED,
  },
  refund: {
    ...toChange,
    path: '/api/returns/portal/:reference/refund',
    summary:
      'Record a refund that was paid: of which pieces, how much, and what was taken off with the reason; more or less than is left of what was paid for the pieces needs a reason as well',
    params: byReference,
    body: z
      .strictObject({
        lines: linesOf,
        version,
        amount: amountOrEmpty.refine((amount) => amount !== '', 'Amount is missing'),
        deduction: amountOrEmpty.default(''),
        reason: prose(500, 'Reason').default(''),
      })
      .refine(({ deduction, reason: reasonText }) => Number(deduction) === 0 || reasonText !== '', {
        path: ['reason'],
        message: 'Say why something is taken off',
      }),
    answer: changed,
    errors: REFUSED,
    idempotent: true,
  },
  mark: {
    ...toChange,
    path: '/api/returns/portal/:reference/mark',
    summary:
      'Record what became of pieces: received, lost, expired, kept, withdrawn, or their refund rejected with a reason',
    params: byReference,
    body: z
      .strictObject({
        state: z.enum(MARKS, 'Choose what became of it'),
        lines: linesOf,
        version,
        reason: prose(500, 'Reason').default(''),
      })
      .refine(({ state, reason: reasonText }) => state !== 'rejected' || reasonText !== '', {
        path: ['reason'],
        message: 'Say why, in words for the shopper',
      }),
    answer: changed,
    errors: REFUSED,
    idempotent: true,
  },
  offer: {
    method: 'POST',
    path: '/api/returns/portal/offer',
    summary: 'What of an order may come back now, and the reasons to choose from; nothing is kept',
    permission: { reads: [PORTAL] },
    access: 'one-client',
    audited: false,
    body: z.strictObject({
      orderNumber: requiredText(50, 'Order number'),
      lines: z
        .array(z.strictObject({ lineNumber, quantity: pieces, reason: reasonCodeText }))
        .min(1, 'Choose at least one item')
        .max(500, 'At most 500 lines')
        .optional(),
    }),
    answer: z.strictObject({
      decision: returnDecision,
      reasons: z.array(z.strictObject({ code: z.string(), title: z.string() })),
    }),
    errors: ['not_found'],
  },
  announce: {
    method: 'POST',
    path: '/api/returns/portal',
    summary:
      'Announce a return for a shopper; with overrule, what rules refuse or want reviewed is allowed for that reason',
    permission: { edits: [PORTAL] },
    access: 'one-client',
    audited: 'return.announced',
    body: z.strictObject({
      orderNumber: requiredText(50, 'Order number'),
      lines: z
        .array(
          z.strictObject({
            lineNumber,
            quantity: pieces,
            reason: reasonCodeText,
            comment: prose(1000, 'Comment').default(''),
            resolution: z.enum(RESOLUTIONS, 'Refund or exchange').default('refund'),
            option: returnItemId.optional(),
          }),
        )
        .min(1, 'Choose at least one item')
        .max(500, 'At most 500 lines'),
      oneParcel: z.boolean().default(false),
      overrule: reason.optional(),
    }),
    answer: changed,
    errors: REFUSED,
    idempotent: true,
  },
})
