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

/** How a return may end without its goods: what the shopper, time, staff, the carrier or a rule made of it. */
export const ENDED_STATES = {
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  refused: 'Refused',
  lost: 'Lost',
  kept: 'Kept by the shopper',
} as const
type EndedState = keyof typeof ENDED_STATES

/** Everything that may become of a piece. */
export const LIFE_STATES = { ...RETURN_STATES, ...ENDED_STATES } as const
export type LifeState = ReturnState | EndedState
export const LIFE_STATE_CODES = Object.keys(LIFE_STATES) as [LifeState, ...LifeState[]]
