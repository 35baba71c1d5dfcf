import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { SUSPEND_REASONS } from '@despatch/domain/orders/commands/reasons'
import { z } from 'zod'
import { instant, paging, prose, queryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { orderMessage, personName } from '../../route/visible.ts'
import { workOrderRow } from '../order.ts'
import {
  inOrder,
  listNext,
  listTotal,
  rightWay,
  workCounts,
  workCriteria,
  workPage,
  workPlaces,
} from '../order-criteria.ts'
import { isOneSelection, oneSelection, selection, shownSelection } from '../selection.ts'

const VIEW = 'orderManagement.viewNewOrders'
const ACT = 'orderManagement.orderSuspendAmendOrCancel'

const RATING = ['reportsAndEnquiries.carrierHistory', 'reportsAndEnquiries.carrierRoutingExceptions'] as const

export const ORDER_COMMANDS = ['release', 'suspend', 'cancel'] as const satisfies OrderCommand[]

const verdict = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  /** Missing, as its description, where there is no such order any more. */
  Status: z.enum(ORDER_STATUS_CODES).optional(),
  Status_Description: z.string().optional(),
  /** The version that was judged. */
  version: z.int().optional(),
  isAllowed: z.boolean(),
  /** What will happen to it, or why nothing can. */
  verdict: z.string(),
})
export type OrderVerdict = z.infer<typeof verdict>

const receipt = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  /** 'unchanged': it was rated, and goes as before. */
  outcome: z.enum(['done', 'refused', 'unchanged']),
  message: orderMessage(),
  /** The SKUs of an order that was released though they are short of stock. */
  shortOf: z.array(z.string()),
  /** When the action was undone; null where it was not. */
  undoneAt: instant.nullable(),
})
export type OrderReceipt = z.infer<typeof receipt>

const commandId = z.uuid('A command id is a UUID')
const command = {
  /**
   * Made by the caller. Sent again, the command goes on where it broke off, and does nothing twice; once it was
   * undone, it does nothing at all. With another body it is refused (422). A command without one is a new one each time.
   */
  commandId: commandId.optional(),
  ...shownSelection,
  /** How many the pre-flight found, refused ones too: where more match by now, nothing is done (409). */
  most: z.int().min(0).max(10_000_000).optional(),
}
const outcome = z.strictObject({
  message: orderMessage(),
  commandId: z.string(),
  done: z.int(),
  refused: z.int(),
  unchanged: z.int(),
  /** Of those done, how many were released though a SKU of them is short of stock. */
  short: z.int(),
  /** At most 1,000, the refused ones first, then those that are short of stock; the others are read from the receipts of the command. */
  receipts: z.array(receipt),
})

const byCommand = z.strictObject({ commandId })

/** What is done to orders after they are created: one, a selection, or all that match. */
export const orderCommands = routes({
  list: {
    method: 'POST',
    path: '/api/orders',
    summary: 'The orders that something may still be done to (new, released, suspended), a page at a time',
    permission: { reads: [VIEW, ACT] },
    access: 'clients',
    body: z.strictObject({ ...workCriteria, ...workPage }).refine(inOrder, rightWay),
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
    body: z.strictObject({ ...workCriteria, ...workPlaces }).refine(inOrder, rightWay),
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
      .refine(isOneSelection, oneSelection),
    answer: z.strictObject({
      total: z.int(),
      allowed: z.int(),
      /** Those of the allowed ones for which a carrier has yet to be found: they are refused where none takes them. */
      untried: z.int(),
      refused: z.int(),
      /** Whether there is nothing to look at beforehand: few are released, all of them as they are. */
      goesAtOnce: z.boolean(),
      /**
       * What the orders that will be released are short of: how many orders, and the SKUs of which more is promised and reserved
       * than was counted, by how many pieces. It stops no release.
       */
      short: z.strictObject({
        orders: z.int(),
        /** At most 20, those of most orders first. */
        SKUs: z.array(z.strictObject({ clientCode: z.string(), SKU: z.string(), pieces: z.int(), orders: z.int() })),
        moreSKUs: z.int(),
      }),
      /** When it was looked, as commands take it for `asOf`. */
      at: instant,
      /**
       * The orders that changed since the caller was shown them, each with the last that happened to it: those that have another
       * version, or of a filter those that something happened to after `asOf`, at most 1,000.
       */
      changed: z.array(
        z.strictObject({
          clientCode: z.string(),
          orderNumber: z.string(),
          /** As it is now. */
          version: z.int(),
          act: z.string(),
          by: personName(),
          at: instant,
          note: z.string(),
        }),
      ),
      /** Why orders are refused, the most frequent first. */
      reasons: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
      /** A page of the orders, the refused ones first. */
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
    body: z.strictObject(command).refine(isOneSelection, oneSelection),
    answer: outcome,
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
      .refine(isOneSelection, oneSelection),
    answer: outcome,
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
    body: z.strictObject({ ...command, note: prose(500, 'Note').default('') }).refine(isOneSelection, oneSelection),
    answer: outcome,
    errors: ['version_conflict', 'idempotency_key_reused'],
    audited: 'order.cancelled',
    ownTransactions: true,
  },
  rateMatching: {
    method: 'POST',
    path: '/api/orders/rate/matching',
    summary:
      'Rate orders again: those that would go with another method or price now are allocated again; a receipt for each',
    // As orders are rated one by one: routing’s rateAgain.
    permission: { edits: RATING },
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    body: z.strictObject({ ...command, ...selection }).refine(isOneSelection, oneSelection),
    answer: outcome,
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
    answer: outcome,
    errors: ['not_found', 'version_conflict', 'unauthorized_access'],
    audited: 'order.undone',
    ownTransactions: true,
  },
})
