import { z } from 'zod'
import { prose, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

const ACT = 'orderManagement.orderSuspendAmendOrCancel'
const orderNumber = requiredText(50, 'Order number')
/** The version that the caller saw; the call answers 409 if the order has changed since. */
const version = z
  .int('A version is a whole number')
  .min(1, 'A version is a whole number')
  .max(2_000_000_000, 'This version doesn’t exist')
  .optional()

/** Commands on despatched orders that were sent with less than was ordered. */
export const shortCalls = routes({
  closeShort: {
    method: 'POST',
    path: '/api/orders/close',
    summary: 'Close an order that was sent short: what is missing does not come, and it is delivered with its parcels',
    permission: { edits: [ACT] },
    access: 'one-client',
    body: z.strictObject({ orderNumber, version, note: prose(500, 'Note').default('') }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'idempotency_key_reused'],
    audited: 'order.closed',
    idempotent: true,
  },
  reopen: {
    method: 'POST',
    path: '/api/orders/reopen',
    summary: 'Reopen an order that was closed short: what is missing may still come, and it is despatched again',
    permission: { edits: [ACT] },
    access: 'one-client',
    body: z.strictObject({ orderNumber, version }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unprocessable', 'version_conflict', 'idempotency_key_reused'],
    audited: 'order.reopened',
    idempotent: true,
  },
})
