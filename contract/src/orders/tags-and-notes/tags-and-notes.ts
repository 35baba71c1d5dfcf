import { MAX_NOTE, MAX_TAG, MAX_TAGS, normaliseTag, tooLongNote } from '@despatch/domain/orders/tags-and-notes/notes'
import { z } from 'zod'
import { instant, prose, recordId, requiredProse, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName } from '../../route/visible.ts'
import { isOneSelection, oneSelectionRule, selection } from '../selection.ts'

/** Permissions to read orders. */
const FINDING = [
  'reportsAndEnquiries.orderAndReturnsEnquiry',
  'orderManagement.viewNewOrders',
  'orderManagement.orderSuspendAmendOrCancel',
] as const
/** Users who may act on orders may also add notes and tags. */
const MARKING = ['orderManagement.viewNewOrders', 'orderManagement.orderSuspendAmendOrCancel'] as const

const orderNumber = requiredText(50, 'Order number')
const tag = requiredProse(MAX_TAG, 'Tag').overwrite(normaliseTag)
const tags = z.array(tag).max(MAX_TAGS, `At most ${MAX_TAGS} tags at once`)

export const orderNote = z.strictObject({
  noteId: recordId,
  at: instant,
  by: personName(),
  note: z.string(),
  /** Visible to the operator's staff only. */
  isInternal: z.boolean(),
  /** The caller wrote the note and may delete it. */
  isOwn: z.boolean(),
})
export type OrderNote = z.infer<typeof orderNote>

const marked = z.strictObject({ message: z.string(), orders: z.int() })

/** Tags, notes and assignees of orders. */
export const noteCalls = routes({
  notes: {
    method: 'POST',
    path: '/api/orders/notes/list',
    summary: 'The notes of an order, newest first; internal ones for the operator’s staff alone',
    permission: { reads: FINDING },
    access: 'one-client',
    body: z.strictObject({ orderNumber }),
    answer: z.strictObject({ notes: z.array(orderNote), assignee: z.strictObject({ userId: recordId }).nullable() }),
    errors: ['not_found'],
    audited: false,
  },
  addNote: {
    method: 'POST',
    path: '/api/orders/notes',
    summary: 'Add a note to an order; the bell tells anyone who is mentioned with @username',
    permission: { edits: MARKING },
    access: 'one-client',
    body: z.strictObject({
      orderNumber,
      note: requiredProse(1_000_000, 'Note').refine((text) => text.length <= MAX_NOTE, {
        error: ({ input }) => tooLongNote(String(input).length),
      }),
      isInternal: z.boolean().default(false),
    }),
    answer: orderNote,
    errors: ['not_found', 'unauthorized_access'],
    audited: 'order.noted',
    idempotent: true,
  },
  deleteNote: {
    method: 'POST',
    path: '/api/orders/notes/delete',
    summary: 'Delete a note of one’s own',
    permission: { edits: MARKING },
    access: 'one-client',
    body: z.strictObject({ orderNumber, noteId: recordId }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unauthorized_access'],
    audited: 'order.note-deleted',
  },
  tagNames: {
    method: 'POST',
    path: '/api/orders/tags/names',
    summary: 'The tags that orders of the clients have, in their order: at most 200 that begin so',
    permission: { reads: FINDING },
    access: 'clients',
    body: z.strictObject({ search: prose(MAX_TAG, 'Tag').default('') }),
    answer: z.strictObject({ tags: z.array(z.string()) }),
    errors: [],
    audited: false,
  },
  tag: {
    method: 'POST',
    path: '/api/orders/tags',
    summary: 'Add tags to orders, and remove others: of one, a selection, or all that match; all or none',
    permission: { edits: MARKING },
    access: 'clients',
    body: z
      .strictObject({ ...selection, add: tags.default([]), remove: tags.default([]) })
      .refine(isOneSelection, oneSelectionRule),
    answer: marked,
    errors: ['not_found', 'unprocessable'],
    audited: 'order.tagged',
  },
  colleagues: {
    method: 'POST',
    path: '/api/orders/colleagues',
    summary: 'Who may see the orders of the clients, and can be mentioned or have orders assigned',
    permission: { reads: FINDING },
    access: 'clients',
    answer: z.strictObject({
      colleagues: z.array(
        z.strictObject({ userId: recordId, username: personName(), isStaff: z.boolean(), isMe: z.boolean() }),
      ),
    }),
    errors: [],
    audited: false,
  },
  assign: {
    method: 'POST',
    path: '/api/orders/assign',
    summary: 'Assign orders to a colleague, or to nobody: one, a selection, or all that match; the bell tells them',
    permission: { edits: MARKING },
    access: 'clients',
    body: z
      .strictObject({
        ...selection,
        /** '' removes the assignee. */
        userId: z.string('A user is missing').regex(/^(?:[1-9]\d{0,14})?$/, 'An id is digits, or nothing for nobody'),
      })
      .refine(isOneSelection, oneSelectionRule),
    answer: marked,
    errors: ['not_found', 'unprocessable'],
    audited: 'order.assigned',
  },
})
