/** States of returned pieces in their usual order, with their titles. */
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

/** States in which a return ends without its goods: by the shopper, by time, by staff, by the carrier or by a rule. */
export const ENDED_STATES = {
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  refused: 'Refused',
  lost: 'Lost',
  kept: 'Kept by the customer',
} as const
type EndedState = keyof typeof ENDED_STATES

/** Every state of a returned piece. */
export const LIFE_STATES = { ...RETURN_STATES, ...ENDED_STATES } as const
export type LifeState = ReturnState | EndedState
export const LIFE_STATE_CODES = Object.keys(LIFE_STATES) as [LifeState, ...LifeState[]]
