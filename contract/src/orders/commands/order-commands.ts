import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { SUSPEND_REASONS } from '@despatch/domain/orders/commands/reasons'
import { z } from 'zod'
import { instant, paging, prose, queryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { orderMessage, personName } from '../../route/visible.ts'
import { workOrderRow } from '../order.ts'
import {
  areDatesInOrder,
  listNext,
  listTotal,
  datesInOrderRule,
  workCounts,
  workCriteria,
  workPage,
  workPlaces,
} from '../order-criteria.ts'
import { isOneSelection, oneSelectionRule, selection, shownSelection } from '../selection.ts'

const VIEW = 'orderManagement.viewNewOrders'
const ACT = 'orderManagement.orderSuspendAmendOrCancel'

const RATING = ['reportsAndEnquiries.carrierHistory', 'reportsAndEnquiries.carrierRoutingExceptions'] as const

export const ORDER_COMMANDS = ['release', 'suspend', 'cancel'] as const satisfies OrderCommand[]

const verdict = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  /** Missing, like its description, if the order no longer exists. */
  Status: z.enum(ORDER_STATUS_CODES).optional(),
  Status_Description: z.string().optional(),
  /** The version that was judged. */
  version: z.int().optional(),
  isAllowed: z.boolean(),
  /** The effect on the order, or why it is refused. */
  verdict: z.string(),
})
export type OrderVerdict = z.infer<typeof verdict>

const receipt = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  /** 'unchanged': it was rated and keeps its carrier. */
  outcome: z.enum(['done', 'refused', 'unchanged']),
  message: orderMessage(),
  /** SKUs short of stock in an order that was released anyway. */
  shortOf: z.array(z.string()),
  /** Null unless the action was undone. */
  undoneAt: instant.nullable(),
})
export type OrderReceipt = z.infer<typeof receipt>

const commandId = z.uuid('A command id is a UUID')
const command = {
  /**
   * Chosen by the caller. Sent again, an interrupted command continues and repeats nothing; after an undo it does
   * nothing. Sent with another body it is refused (422). Without an id, every call is a new command.
   */
  commandId: commandId.optional(),
  ...shownSelection,
  /** Orders counted by the pre-flight, including refused ones; if more match now, the command does nothing (409). */
  most: z.int().min(0).max(10_000_000).optional(),
}
/** The answer of a command on many orders. */
export const commandOutcome = z.strictObject({
  message: orderMessage(),
  commandId: z.string(),
  done: z.int(),
  refused: z.int(),
  unchanged: z.int(),
  /** How many of the done orders were released although a SKU is short of stock. */
  short: z.int(),
  /** At most 1,000: refused orders first, then those short of stock. The command's receipts list the rest. */
  receipts: z.array(receipt),
})

const byCommand = z.strictObject({ commandId })

/** Commands on existing orders: one, a selection, or all that match a filter. */
export const orderCommands = routes({
  list: {
    method: 'POST',
    path: '/api/orders',
    summary: 'The orders that something may still be done to (new, released, suspended), a page at a time',
    permission: { reads: [VIEW, ACT] },
    access: 'clients',
    body: z.strictObject({ ...workCriteria, ...workPage }).refine(areDatesInOrder, datesInOrderRule),
    answer: z.strictObject({ Orders: z.array(workOrderRow), ...listNext }),
    errors: [],
    audited: false,
    whole: 'Orders',
  },
  listTotal: {
    method: 'POST',
    path: '/api/orders/total',
    summary: 'How many of them match',
    permission: { reads: [VIEW, ACT] },
    access: 'clients',
    body: z.strictObject({ ...workCriteria, ...workPlaces }).refine(areDatesInOrder, datesInOrderRule),
    answer: listTotal,
    errors: [],
    audited: false,
  },
  listCounts: {
    method: 'GET',
    path: '/api/orders/counts',
    summary:
      'How many of them, or of the new ones alone, there are by carrier, service, country, source and reason of suspension, and in each view',
    permission: { reads: [VIEW, ACT] },
    access: 'clients',
    query: z.strictObject({ of: z.enum(['new', 'open']).default('open') }),
    answer: workCounts,
    errors: [],
    audited: false,
  },
  preflight: {
    method: 'POST',
    path: '/api/orders/preflight',
    summary: 'What a command would do to each order, and which it would refuse and why; changes nothing',
    permission: { reads: [VIEW, ACT] },
    access: 'clients',
    body: z
      .strictObject({ action: z.enum(ORDER_COMMANDS), ...shownSelection, ...paging })
      .refine(isOneSelection, oneSelectionRule),
    answer: z.strictObject({
      total: z.int(),
      allowed: z.int(),
      /** Allowed orders that still need a carrier; they are refused if no carrier takes them. */
      untried: z.int(),
      refused: z.int(),
      /** True if the command needs no confirmation: few orders, released without any warning. */
      goesAtOnce: z.boolean(),
      /**
       * Stock shortages of the orders to be released: SKUs with more promised and reserved than counted. They stop no
       * release.
       */
      short: z.strictObject({
        orders: z.int(),
        /** At most 20, those with the most orders first. */
        SKUs: z.array(z.strictObject({ clientCode: z.string(), SKU: z.string(), pieces: z.int(), orders: z.int() })),
        moreSKUs: z.int(),
      }),
      /** Time of the pre-flight, for the command's `asOf`. */
      at: instant,
      /**
       * Orders that changed since the caller saw them, each with its latest change: those with another version or, for
       * a filter, those changed after `asOf`. At most 1,000.
       */
      changed: z.array(
        z.strictObject({
          clientCode: z.string(),
          orderNumber: z.string(),
          /** The current version. */
          version: z.int(),
          act: z.string(),
          by: personName(),
          at: instant,
          note: z.string(),
        }),
      ),
      /** Reasons for refusal, most frequent first. */
      reasons: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
      /** A page of orders, refused ones first. */
      rows: z.array(verdict),
    }),
    errors: [],
    audited: false,
  },
  release: {
    method: 'POST',
    path: '/api/orders/release',
    summary: 'Release orders: those of which nothing is allocated are; a receipt for each',
    permission: { edits: [VIEW, ACT] },
    access: 'clients',
    body: z.strictObject(command).refine(isOneSelection, oneSelectionRule),
    answer: commandOutcome,
    errors: ['version_conflict', 'idempotency_key_reused'],
    audited: 'order.released',
    ownTransactions: true,
  },
  suspend: {
    method: 'POST',
    path: '/api/orders/suspend',
    summary: 'Suspend orders for a reason: their capacity is given back; a receipt for each',
    permission: { edits: [ACT] },
    access: 'clients',
    body: z
      .strictObject({
        ...command,
        reason: z.enum(SUSPEND_REASONS, 'Choose a reason').default('Other'),
        note: prose(500, 'Note').default(''),
      })
      .refine(isOneSelection, oneSelectionRule),
    answer: commandOutcome,
    errors: ['version_conflict', 'idempotency_key_reused'],
    audited: 'order.suspended',
    ownTransactions: true,
  },
  cancel: {
    method: 'POST',
    path: '/api/orders/cancel',
    summary: 'Cancel orders: their capacity is given back; a receipt for each',
    permission: { edits: [ACT] },
    access: 'clients',
    body: z.strictObject({ ...command, note: prose(500, 'Note').default('') }).refine(isOneSelection, oneSelectionRule),
    answer: commandOutcome,
    errors: ['version_conflict', 'idempotency_key_reused'],
    audited: 'order.cancelled',
    ownTransactions: true,
  },
  rateMatching: {
    method: 'POST',
    path: '/api/orders/rate/matching',
    summary:
      'Rate orders again: those that would go with another method or price now are re-allocated; a receipt for each',
    // The same permission as routing's rateAgain, which rates orders one by one.
    permission: { edits: RATING },
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    body: z.strictObject({ ...command, ...selection }).refine(isOneSelection, oneSelectionRule),
    answer: commandOutcome,
    errors: ['version_conflict', 'idempotency_key_reused'],
    audited: 'order.allocated',
    ownTransactions: true,
  },
  receipts: {
    method: 'GET',
    path: '/api/orders/commands/:commandId',
    summary: 'The receipts of a command of the caller’s own, the refused ones first, a page at a time',
    permission: { reads: [VIEW, ACT] },
    access: 'clients',
    params: byCommand,
    query: z.strictObject(queryPaging),
    answer: z.strictObject({
      rows: z.array(receipt),
      total: z.int(),
      done: z.int(),
      refused: z.int(),
      unchanged: z.int(),
      short: z.int(),
    }),
    errors: [],
    audited: false,
  },
  commandProgress: {
    method: 'GET',
    path: '/api/orders/commands/:commandId/progress',
    summary: 'How far a command of the caller’s own has come',
    permission: { reads: [VIEW, ACT] },
    access: 'none',
    params: byCommand,
    answer: z.strictObject({ done: z.int(), total: z.int() }),
    errors: [],
    audited: false,
  },
  undo: {
    method: 'POST',
    path: '/api/orders/commands/:commandId/undo',
    summary:
      'Undo a command of the caller’s own: for 15 minutes; each order that nobody has touched since is as before',
    permission: { edits: [VIEW, ACT] },
    access: 'clients',
    params: byCommand,
    answer: commandOutcome,
    errors: ['not_found', 'version_conflict', 'unauthorized_access'],
    audited: 'order.undone',
    ownTransactions: true,
  },
})
