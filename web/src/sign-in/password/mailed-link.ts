import { createStore } from '../../kit/browser/store.ts'

/**
 * The token of a mailed link to choose a password by. It comes in the address, from where it is taken at once, so that
 * neither the history nor someone looking on has it; '' when there is none.
 */
export const mailedLink = createStore('')
