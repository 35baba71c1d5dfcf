import { createStore } from '../browser/store.ts'

/** The address to which code outside components wants to navigate; undefined once the navigation has begun. */
export const pendingAddress = createStore<string | undefined>(undefined)
