import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { Meaning } from '../../kit/list/columns/cells.tsx'

type State = RoutingException['state']

/** Labels and meanings of a consignment's states. */
const STATES: Readonly<Record<State, { readonly meaning: Meaning; readonly word: string }>> = {
  allocated: { meaning: 'good', word: 'Allocated' },
  exception: { meaning: 'bad', word: 'Routing exception' },
  'given-back': { meaning: 'neutral', word: 'Capacity released' },
  superseded: { meaning: 'neutral', word: 'Re-allocated' },
}
export const stateOf = (state: State) => STATES[state]

/** Labels of routing exceptions in a list: open, or how they ended. */
const ENDS: Readonly<Record<State, { readonly meaning: Meaning; readonly word: string }>> = {
  allocated: STATES.allocated,
  exception: { meaning: 'bad', word: 'Open' },
  'given-back': { meaning: 'neutral', word: 'Order changed' },
  superseded: { meaning: 'good', word: 'Re-allocated' },
}
export const endOf = (state: State) => ENDS[state]
