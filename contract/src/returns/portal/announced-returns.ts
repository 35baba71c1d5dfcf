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
import { decided } from '../rules/returns-shapes.ts'

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
/** The version that the caller was shown: a return that has another by now is left as it is (409). */
const version = z
  .int('A version is a whole number')
  .min(1, 'A version is a whole number')
  .max(2_000_000_000, 'No version is so high')
  .optional()

/** What lists are narrowed to: what waits for a review, is to be refunded, should have been refunded, or waits for a label. */
export const PORTAL_SHOWS = ['review', 'due', 'overdue', 'label'] as const
/** What staff may record of pieces beside refunds. */
export const MARKS = ['received', 'lost', 'expired', 'kept', 'rejected', 'withdrawn'] as const

const listed = z.strictObject({
  clientCode: z.string(),
  returnReference: z.string(),
  orderNumber: z.string(),
  customerName: z.string(),
  announcedAt: instant,
  /** Whether the shopper announced it, or staff for them. */
  channel: z.enum(['portal', 'staff']),
  state: z.enum(LIFE_STATE_CODES),
  stateTitle: z.string(),
  review: z.enum(REVIEWS),
  /** Of its first line, and how many lines there are. */
  SKU: z.string(),
  lines: z.int(),
  quantity: z.int(),
  /** The titles of all that were given. */
  reasons: z.string(),
  /** The last day to refund what came back; null: nothing is due. */
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
  /** Pieces in each state that there are any in. */
  pieces: z.array(z.strictObject({ state: z.enum(LIFE_STATE_CODES), title: z.string(), quantity: z.int() })),
  /** Pieces that have not been sent, and those whose refund nobody has decided about. */
  announced: z.int(),
  owed: z.int(),
  /** What one piece cost; a decimal text. */
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
  /** When the shopper's mail was queued; null where it has none, or not yet. */
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
  /** The order that replaces what is exchanged, '' while there is none, and what stands of it. */
  exchangeOrder: z.string(),
  exchange: z.enum(EXCHANGE_CODES),
  parcels: z.array(
    z.strictObject({
      lineNumbers: z.array(z.int()),
      destination: z.enum(DESTINATIONS),
      /** '' where nothing serves them. */
      option: z.string(),
      shopperPays: z.string(),
      /** The label of a pool that the shopper was given: null where its pool was empty, '' where the option gives none. */
      label: z.string().nullable(),
      /** Whether all that it was for was cancelled: nobody is to use it. */
      isVoid: z.boolean(),
    }),
  ),
  details: z.array(recordLine),
  steps: z.array(step),
  /** What refunds are judged by: of each line of the order what was paid for it, and what was refunded of the order in all returns. */
  paid: z.strictObject({
    /** In returns that were announced. */
    refunded: z.string(),
    lines: z.array(
      z.strictObject({
        lineNumber: z.int(),
        value: z.string(),
        bought: z.int(),
        refunded: z.int(),
        /** Pieces that were refunded in returns that nobody announced. */
        elsewhere: z.int(),
      }),
    ),
  }),
  /** What the book answered, and why. */
  decision: decided,
})
export type ReturnRecord = z.infer<typeof record>

const changed = z.strictObject({ message: z.string(), returnReference: z.string() })
const REFUSED = ['not_found', 'unprocessable', 'version_conflict'] as const

/** The screen Returns Portal: what was announced, its reviews, refunds and life. */
export const announcedReturns = routes({
  list: {
    ...toRead,
    method: 'GET',
    path: '/api/returns/portal',
    summary: 'Returns that were announced, a page at a time: what waits for a review first, then the newest',
    query: z.strictObject({
      ...queryPaging,
      /** A reference, an order number or a SKU, or how one begins. */
      search: text(60, 'Search').optional(),
      state: z.enum(LIFE_STATE_CODES).optional(),
      show: z.enum(PORTAL_SHOWS).optional(),
    }),
    answer: z.strictObject({
      rows: z.array(listed),
      total: z.int(),
      /** Of all, however the list is narrowed. */
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
      .refine(({ answer, reason: given }) => answer === 'allowed' || given !== '', {
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
      .refine(({ deduction, reason: given }) => Number(deduction) === 0 || given !== '', {
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
      .refine(({ state, reason: given }) => state !== 'rejected' || given !== '', {
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
      decision: decided,
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
