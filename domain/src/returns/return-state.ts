/** What becomes of what comes back, in its usual order, and what each is called. */
export const RETURN_STATES = {
  announced: 'Announced',
  in_transit: 'On its way back',
  received: 'Received',
  inspected: 'Inspected',
  restocked: 'Back in stock',
  quarantined: 'Quarantined',
  refunded: 'Refunded',
  rejected: 'Rejected',
} as const

export type ReturnState = keyof typeof RETURN_STATES
export const RETURN_STATE_CODES = Object.keys(RETURN_STATES) as [ReturnState, ...ReturnState[]]
