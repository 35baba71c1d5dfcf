/** Why an order is suspended: a list, so that it can be counted; what else is to be said goes into the note. */
export const SUSPEND_REASONS = [
  'Customer asked',
  'Address to be confirmed',
  'Payment to be confirmed',
  'Fraud check',
  'Out of stock',
  'Waiting for other orders',
  'Waiting for a return',
  'Operator’s hold',
  'Other',
] as const
export type SuspendReason = (typeof SUSPEND_REASONS)[number]

/** Why an order is cancelled: it stands before the note in the order's history. */
export const CANCEL_REASONS = [
  'Customer asked',
  'Ordered twice',
  'Out of stock',
  'Address cannot be delivered to',
  'Payment failed',
  'Suspected fraud',
  'Other',
] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** The note of a cancelled order: 'Out of stock: lamps come in March'. */
export const cancelNote = (reason: CancelReason, note: string) => (note.trim() ? `${reason}: ${note.trim()}` : reason)
