import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { Meaning } from '../../kit/list/columns/cells.tsx'

type State = RoutingException['state']

/** What a consignment's state is called on screens, and how good it is. */
const STATES: Readonly<Record<State, { readonly meaning: Meaning; readonly word: string }>> = {
  allocated: { meaning: 'good', word: 'Allocated' },
  exception: { meaning: 'bad', word: 'Routing exception' },
  'given-back': { meaning: 'neutral', word: 'Given back' },
  superseded: { meaning: 'neutral', word: 'Allocated again' },
}
export const stateOf = (state: State) => STATES[state]

/** The same of a routing exception in a list of them: whether it is open, or how it ended. */
const ENDS: Readonly<Record<State, { readonly meaning: Meaning; readonly word: string }>> = {
  allocated: STATES.allocated,
  exception: { meaning: 'bad', word: 'Open' },
  'given-back': { meaning: 'neutral', word: 'Order changed' },
  superseded: { meaning: 'good', word: 'Allocated again' },
}
export const endOf = (state: State) => ENDS[state]
