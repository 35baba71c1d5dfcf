import { createStore } from '../../kit/browser/store.ts'
import type { OrderToExplain } from './decision-queries.ts'

/** The order in the Why drawer; undefined while it is closed. */
export const whyOrder = createStore<OrderToExplain | undefined>(undefined)
