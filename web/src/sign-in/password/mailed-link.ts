import { createStore } from '../../kit/browser/store.ts'

/**
 * The token of a mailed link, or ''. It is removed from the address at once, so that it is neither in the history nor
 * visible.
 */
export const mailedLink = createStore('')
