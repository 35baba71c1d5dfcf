import { createStore } from '../browser/store.ts'

/** The address that code outside of components wants to be gone to; undefined once one is on the way. */
export const goingTo = createStore<string | undefined>(undefined)
