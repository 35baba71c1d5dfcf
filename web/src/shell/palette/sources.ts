import { session } from '../../kit/session/session-store.ts'
import { titlesTo } from '../pages/not-allowed-screen.tsx'
import { isOpenTo } from '../../kit/navigation/offered.ts'
import type { PaletteAction, PaletteSource } from '../../kit/navigation/palette-source.ts'
import { MANIFESTS } from '../manifests.ts'
import { SCREENS } from '../screens.ts'
import { tabs } from '../../kit/tabs/window-tabs.ts'

const openTabs: PaletteSource = {
  matches: 'by-text',
  actions: () =>
    tabs.store
      .get()
      .tabs.map(({ id, title, link }) => ({ id: `tab ${id}`, group: 'Open tabs', label: title, to: link })),
}

const menu: PaletteSource = {
  matches: 'by-text',
  actions: () => [
    { id: 'home', group: 'Screens', label: 'Home', to: '/home' },
    ...SCREENS.filter((screen) => (screen.isEntry || screen.section) && isOpenTo(session.store.get(), screen)).map(
      (screen) => ({
        id: screen.path,
        group: 'Screens',
        label: screen.title,
        description: titlesTo(screen.leaf).slice(0, -1).join(' › '),
        to: screen.path,
      }),
    ),
  ],
}

/** Every source, in the order of the list: a room that has something to find names its own in its manifest. */
const PALETTE_SOURCES: readonly PaletteSource[] = [openTabs, menu, ...MANIFESTS.flatMap(({ palette = [] }) => palette)]

/** What the palette shows for a text: every word of it must be in the label or the description. */
export function paletteActions(text: string): readonly PaletteAction[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return PALETTE_SOURCES.flatMap((source) => {
    const actions = source.actions(text.trim())
    if (source.matches === 'as-given') return actions
    return actions.filter(({ label, description = '' }) => {
      const said = `${label} ${description}`.toLowerCase()
      return words.every((word) => said.includes(word))
    })
  })
}

/** As few letters lead to too much. */
const MIN_FOUND = 3

/** What the server finds for a text, of all sources that ask it. One that fails gives nothing: the others are shown. */
export async function findActions(typed: string): Promise<readonly PaletteAction[]> {
  const text = typed.trim()
  if (text.length < MIN_FOUND) return []
  const found = await Promise.allSettled(PALETTE_SOURCES.flatMap(({ find }) => (find ? [find(text)] : [])))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
