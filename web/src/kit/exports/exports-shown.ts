import { createStore } from '../browser/store.ts'
import type { HomeEntry } from '../navigation/home-entry.ts'
import { session } from '../session/session-store.ts'

/** Which of the user's files are shown: none, all of them, or those of the chosen client that failed. */
export const exportsShown = createStore<'none' | 'all' | 'failed'>('none')

// Another user of this window has not opened the list.
const userId = () => session.store.get().user?._id
let owner = userId()
session.store.subscribe(() => {
  if (userId() === owner) return
  owner = userId()
  exportsShown.set('none')
})

/** The files that failed, on Home. */
export const failedExports: HomeEntry = {
  count: 'exports-failed',
  rank: 40,
  label: (count) => (count === 1 ? 'export failed' : 'exports failed'),
  onOpen: () => exportsShown.set('failed'),
}
