import { z } from 'zod'
import { browserStorage } from './storage.ts'
import { createStore, useStore } from './store.ts'

const KEY = 'despatch.preferences'

const preferences = z.object({
  /** Height of a table row: 32, 36 or 44 px. */
  density: z.enum(['dense', 'usual', 'comfortable']).catch('usual'),
  /** Whether keys without Ctrl or Alt do anything outside fields. */
  letterKeys: z.boolean().catch(true),
  isMenuOpen: z.boolean().catch(true),
  /** The ids of the groups of the menu that the user opened. */
  openGroups: z.array(z.string()).catch([]),
  /** The clients whose first steps the user has dismissed. */
  dismissedSteps: z.array(z.string()).catch([]),
})
export type Preferences = z.infer<typeof preferences>

const store = createStore<Preferences>(preferences.catch(preferences.parse({})).parse(browserStorage.read(KEY) ?? {}))
applyDensity()

function applyDensity() {
  document.documentElement.dataset['density'] = store.get().density
}

/** The preferences of this browser: the same in every window and for every user. */
export function usePreferences(): Preferences {
  return useStore(store)
}

export function currentPreferences(): Preferences {
  return store.get()
}

export function updatePreferences(change: Partial<Preferences>): void {
  store.set({ ...store.get(), ...change })
  applyDensity()
  browserStorage.write(KEY, store.get())
}
