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
