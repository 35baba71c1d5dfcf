import type { LifeState } from '../life/return-state.ts'

/** States of a return or line in the shopper's words. */
export const SHOPPER_STATES: Readonly<Record<LifeState, string>> = {
  announced: 'Waiting for your parcel',
  in_transit: 'On its way to us',
  received: 'Arrived',
  inspected: 'Arrived and checked',
  restocked: 'Arrived and checked',
  quarantined: 'Arrived; we’re looking into it',
  refunded: 'Refunded',
  rejected: 'Not refunded',
  withdrawn: 'Cancelled by you',
  expired: 'Closed, because nothing arrived in time',
  refused: 'Not accepted',
  lost: 'Lost on its way to us',
  kept: 'Yours to keep',
}
