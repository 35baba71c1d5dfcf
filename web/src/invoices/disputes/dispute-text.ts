import type { DisputeState } from '@despatch/domain/invoices/dispute'
import type { Meaning } from '../../kit/list/columns/cells.tsx'
import { capitalised } from '../invoice-text.ts'

export const STATE_MEANINGS: Readonly<Record<DisputeState, Meaning>> = {
  open: 'attention',
  sent: 'attention',
  'partly credited': 'attention',
  credited: 'good',
  refused: 'bad',
  'written off': 'neutral',
}

/** 'Partly credited', with a capital letter. */
export const stateLabel = (state: DisputeState) => capitalised(state)
