import { createStore } from '../../kit/browser/store.ts'
import type { AskedOrder } from './decision-queries.ts'

/** The order of which it is asked why, over whatever is on the screen; undefined while nothing is. */
export const whyOf = createStore<AskedOrder | undefined>(undefined)
