import type { LifeState } from '@despatch/domain/returns/life/return-state'
import type { Meaning } from '../kit/list/columns/cells.tsx'

/** The meaning (colour) of each state of a return. */
export const lifeMeanings: Readonly<Record<LifeState, Meaning>> = {
  announced: 'neutral',
  in_transit: 'neutral',
  received: 'neutral',
  inspected: 'neutral',
  restocked: 'good',
  quarantined: 'attention',
  refunded: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
  refused: 'bad',
  lost: 'bad',
  kept: 'good',
}
