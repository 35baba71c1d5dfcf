import { session } from '../../kit/session/session-store.ts'
import { titlesTo } from '../pages/not-allowed-screen.tsx'
import { isOpenTo } from '../offered.ts'
import { SCREENS } from '../screens.ts'
import { tabs } from '../../kit/tabs/window-tabs.ts'
import { findOrder } from '../../enquiries/palette-source.ts'
import { findUsers } from '../../administration/users/palette-source.ts'

export type PaletteAction = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly description?: string | undefined
  /** The address that it opens. */
  readonly to: string
}

/**
 * What the search-anything field offers for a text. A source gives all it has ('menu'), or only what it has for that
 * very text ('find order X'): `matches` says whether the palette still has to pick by label and description.
 */
export type PaletteSource = {
  readonly matches: 'by-text' | 'as-given'
  actions(text: string): readonly PaletteAction[]
}

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
    // What one can use comes before what is still to come.
    ...SCREENS.filter((screen) => screen.isEntry && isOpenTo(session.store.get(), screen))
      .toSorted((a, b) => Number(!a.component) - Number(!b.component))
      .map((screen) => ({
        id: screen.path,
        group: 'Screens',
        label: screen.title,
        description: [titlesTo(screen.leaf).slice(0, -1).join(' › '), screen.component ? '' : 'not built yet']
          .filter(Boolean)
          .join(', '),
        to: screen.path,
      })),
  ],
}

/** Every source, in the order of the list. A room that has something to find adds its own here. */
export const PALETTE_SOURCES: readonly PaletteSource[] = [openTabs, menu, findOrder, findUsers]

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
