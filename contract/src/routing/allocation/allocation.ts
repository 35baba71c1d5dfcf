import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { BOOK_ITEM_KINDS } from '@despatch/domain/routing/rule-book/book-items'
import { z } from 'zod'
import {
  clientCode,
  day,
  instant,
  paging,
  queryFlag,
  queryPaging,
  requiredText,
  text,
  wholeQueryPaging,
} from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName, orderMessage, shownWith } from '../../route/visible.ts'
import { carrierChoiceCalls } from './carrier-choice.ts'
import { rateAgainCalls } from './rate-again.ts'
import { consignment, consignmentDecision } from './explanation.ts'
import { draft } from '../rule-book/drafts.ts'
import { knownVersion, methodId, priceCheckFields, publishedPrices } from '../rule-book/fields.ts'
import { exceptionCause, routingException } from '../exceptions-and-history/routing-exception.ts'
import { MAX_DAYS, sideBySide, whatIf, whatIfId, whatIfMove } from '../what-if/what-if.ts'

const ROUTING = 'carrierRoutingControl'
const ANY_RULE = [
  `${ROUTING}.carrierPrices`,
  `${ROUTING}.carrierActiveDates`,
  `${ROUTING}.carrierParcelLimits`,
  `${ROUTING}.carrierCapacitySetUp`,
  `${ROUTING}.productFixedRoutingBySku`,
  `${ROUTING}.productFixedRoutingByRegion`,
  `${ROUTING}.multiBoxProductsRouting`,
] as const
/** A complete rule book and a what-if show these. */
const RULES = ['costs', 'capacities', 'otherMethods'] as const
const HISTORY = ['reportsAndEnquiries.carrierHistory', 'reportsAndEnquiries.carrierRoutingExceptions'] as const
const ORDERS = ['reportsAndEnquiries.orderAndReturnsEnquiry', 'orderManagement.viewNewOrders'] as const

const ruleBook = z.strictObject({
  version: z.int(),
  /** null for version 0, before any change. */
  at: instant.nullable(),
  by: personName(),
  summary: z.string(),
  /** The old version that this one restored. */
  broughtBack: z.int().nullable(),
  changes: z.int(),
  /** The publisher's note; '' without one. */
  note: z.string(),
  /** Warnings about its prices when it was published. */
  warnings: z.array(z.string()),
})
export type RuleBookVersion = z.infer<typeof ruleBook>

const content = z.record(z.string(), z.json()).nullable()
export const bookItem = z.strictObject({
  kind: z.enum(BOOK_ITEM_KINDS),
  key: z.string(),
  before: content,
  after: content,
})
export type BookItemChange = z.infer<typeof bookItem>

/** A problem in a rule book. */
export const finding = z.strictObject({
  kind: z.string(),
  /** The problem for people. */
  sentence: z.string(),
  /** The item of the book to correct, or the product's SKU. */
  place: z.strictObject({ kind: z.enum(BOOK_ITEM_KINDS), key: z.string() }),
  /** An example consignment as text and data; null if there is none. */
  example: z.strictObject({ sentence: z.string(), consignment: consignment.omit({ skus: true }) }).nullable(),
})
export type FindingAnswer = z.infer<typeof finding>

const orderOfClient = z.strictObject({ clientCode, orderNumber: requiredText(50, 'Order number') })
export const MAX_ORDERS_AT_ONCE = 200
/** More causes than a user would read. */
export const MAX_CAUSES = 50

export const allocation = routes({
  decision: {
    method: 'POST',
    path: '/api/orders/decision',
    summary:
      'Which carrier takes an order, and why: every candidate, every constraint, the ranking, the nearest change',
    permission: { reads: ORDERS },
    access: 'one-client',
    body: z.strictObject({ orderNumber: requiredText(50, 'Order number') }),
    answer: z.strictObject({
      orderNumber: z.string(),
      /** The order's version: choosing a carrier by hand must send it. */
      version: z.int(),
      Status: z.enum(ORDER_STATUS_CODES),
      /** The latest decision of each consignment, then earlier ones; at most 50. */
      consignments: z.array(consignmentDecision),
      /** The current version of the rule book, which may decide differently. */
      ruleBookVersion: shownWith('otherMethods', z.int()),
    }),
    errors: ['not_found'],
    audited: false,
  },
  ...carrierChoiceCalls,
  ...rateAgainCalls,
  exceptions: {
    method: 'GET',
    path: '/api/exception/history/orders',
    summary: 'Routing exceptions of some days, the newest first: those still open, and those that were mended',
    permission: { reads: HISTORY },
    access: 'clients',
    query: z.strictObject({
      from: day.optional(),
      to: day.optional(),
      /** Only open exceptions, or only closed ones. */
      open: queryFlag.optional(),
      search: text(50, 'Search').optional(),
      /** Only open exceptions with this cause from `exceptionCauses`. */
      cause: text(1000, 'Cause').optional(),
      ...wholeQueryPaging(50),
    }),
    answer: z.strictObject({ rows: z.array(routingException), total: z.int() }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  exceptionCauses: {
    method: 'GET',
    path: '/api/exception/causes',
    summary: 'What open routing exceptions have in common, the cause of most orders first',
    permission: { reads: HISTORY },
    access: 'clients',
    query: z.strictObject({ from: day.optional(), to: day.optional(), search: text(50, 'Search').optional() }),
    answer: z.strictObject({
      causes: z.array(exceptionCause).max(MAX_CAUSES),
      /** The number of orders with other causes. */
      others: z.int(),
    }),
    errors: [],
    audited: false,
  },
  allocateAgain: {
    method: 'POST',
    path: '/api/exception/orders/allocate',
    summary: 'Allocate orders with a routing exception again, after the rules were mended; a receipt for each',
    permission: { edits: HISTORY },
    access: 'clients',
    body: z.strictObject({
      orders: z
        .array(orderOfClient)
        .min(1, 'Choose at least one order')
        .max(MAX_ORDERS_AT_ONCE, `At most ${MAX_ORDERS_AT_ONCE} orders at once`),
    }),
    answer: z.strictObject({
      receipts: z.array(
        z.strictObject({
          clientCode: z.string(),
          orderNumber: z.string(),
          outcome: z.enum(['allocated', 'exception', 'refused']),
          message: orderMessage(),
        }),
      ),
    }),
    errors: [],
    audited: 'order.allocated',
    ownTransactions: true,
  },
  ruleBook: {
    method: 'GET',
    path: '/api/rule-book',
    summary: 'The carrier rules of a client now: their version, and how many checks find issues',
    permission: { reads: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    answer: ruleBook.extend({ findings: z.int() }),
    errors: [],
    audited: false,
  },
  versions: {
    method: 'GET',
    path: '/api/rule-book/versions',
    summary: 'The versions of a client’s carrier rules, the newest first',
    permission: { reads: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    query: z.strictObject(queryPaging),
    answer: z.strictObject({ versions: z.array(ruleBook), total: z.int() }),
    errors: [],
    audited: false,
  },
  version: {
    method: 'GET',
    path: '/api/rule-book/versions/:version',
    summary: 'What one version changed, or bringing it back would change: each item before and after',
    permission: { reads: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    params: z.strictObject({ version: z.string().regex(/^[1-9]\d{0,8}$/, 'A version is a whole number') }),
    query: z.strictObject({
      /** 'before': what the version changed. 'now': what bringing it back would change. */
      against: z.enum(['before', 'now'], 'Either before or now').default('before'),
      ...queryPaging,
    }),
    answer: z.strictObject({ version: ruleBook, items: z.array(bookItem), total: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
  bringBack: {
    method: 'POST',
    path: '/api/rule-book/versions/:version/bring-back',
    summary: 'Publish a version that is as an earlier one was',
    permission: { edits: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    params: z.strictObject({ version: z.string().regex(/^[1-9]\d{0,8}$/, 'A version is a whole number') }),
    /** The current version as the caller read it. */
    body: z.strictObject({ version: knownVersion, ...priceCheckFields }),
    answer: publishedPrices,
    errors: ['not_found', 'version_conflict', 'unauthorized_access', 'unprocessable'],
    audited: 'rule-book.changed',
  },
  findings: {
    method: 'GET',
    path: '/api/rule-book/findings',
    summary: 'The issues in a client’s carrier rules, each with a consignment that it would affect',
    permission: { reads: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    answer: z.strictObject({ version: z.int(), findings: z.array(finding), hasMore: z.boolean() }),
    errors: [],
    audited: false,
  },
  startWhatIf: {
    method: 'POST',
    path: '/api/what-if',
    summary:
      'Try a draft on the real consignments of the last days, in the order of their despatch; nothing is changed',
    permission: { edits: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    body: z.strictObject({
      draft,
      days: z.int('Days is a whole number').min(1, 'At least one day').max(MAX_DAYS, `At most ${MAX_DAYS} days`),
    }),
    answer: whatIf,
    errors: ['not_found', 'version_conflict', 'too_many_attempts', 'unauthorized_access'],
    audited: 'rule-book.tried',
  },
  whatIf: {
    method: 'GET',
    path: '/api/what-if/:id',
    summary: 'How far a what-if is, and what it says',
    permission: { reads: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    params: whatIfId,
    answer: whatIf,
    errors: ['not_found'],
    audited: false,
  },
  cancelWhatIf: {
    method: 'DELETE',
    path: '/api/what-if/:id',
    summary: 'Cancel a what-if that runs',
    permission: { edits: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    params: whatIfId,
    answer: whatIf,
    errors: ['not_found'],
    audited: 'rule-book.tried',
  },
  whatIfMoves: {
    method: 'POST',
    path: '/api/what-if/:id/moves',
    summary: 'The consignments that would change carrier, a page at a time',
    permission: { reads: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    params: whatIfId,
    /** Only moves from one method, or to one; null is a routing exception. */
    body: z.strictObject({ from: methodId.nullable().optional(), to: methodId.nullable().optional(), ...paging }),
    answer: z.strictObject({ rows: z.array(whatIfMove), total: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
  whatIfMove: {
    method: 'GET',
    path: '/api/what-if/:id/moves/:position',
    summary: 'One of them: the decision under the carrier rules and under the draft, side by side',
    permission: { reads: ANY_RULE },
    shows: RULES,
    access: 'one-client',
    params: z.strictObject({ ...whatIfId.shape, position: z.string().regex(/^\d{1,9}$/, 'A position is a number') }),
    answer: sideBySide,
    errors: ['not_found'],
    audited: false,
  },
})
