import { createStore } from '../browser/store.ts'
import type { HomeEntry } from '../navigation/home-entry.ts'
import { session } from '../session/session-store.ts'

/** The files that My exports shows: none (closed), all of the user's, or the selected client's failed ones. */
export const exportsShown = createStore<'none' | 'all' | 'failed'>('none')

// Close the list when the user changes.
const userId = () => session.store.get().user?._id
let owner = userId()
session.store.subscribe(() => {
  if (userId() === owner) return
  owner = userId()
  exportsShown.set('none')
})

/** The number of failed files on Home. */
export const failedExports: HomeEntry = {
  count: 'exports-failed',
  rank: 40,
  label: (count) => (count === 1 ? 'export failed' : 'exports failed'),
  onOpen: () => exportsShown.set('failed'),
}
