import { z } from 'zod'
import { inBrowser } from './storage.ts'
import { createStore, useStore } from './store.ts'

const KEY = 'despatch.preferences'

const preferences = z.object({
  /** Height of a table row: 32 px, or 40. */
  density: z.enum(['dense', 'comfortable']).catch('dense'),
  /** Whether keys without Ctrl or Alt do anything outside fields. */
  letterKeys: z.boolean().catch(true),
  isMenuOpen: z.boolean().catch(true),
  /** The groups of the menu that stand open. */
  openGroups: z.array(z.string()).catch([]),
})
export type Preferences = z.infer<typeof preferences>

const store = createStore<Preferences>(preferences.catch(preferences.parse({})).parse(inBrowser.read(KEY) ?? {}))
applyDensity()

function applyDensity() {
  document.documentElement.dataset['density'] = store.get().density
}

/** How this browser's user likes it; the same in every window, no matter who is signed in. */
export function usePreferences(): Preferences {
  return useStore(store)
}

export function currentPreferences(): Preferences {
  return store.get()
}

/** Changes some of the preferences and keeps them. */
export function prefer(change: Partial<Preferences>): void {
  store.set({ ...store.get(), ...change })
  applyDensity()
  inBrowser.keep(KEY, store.get())
}
