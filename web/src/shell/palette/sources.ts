import { session } from '../../kit/session/session-store.ts'
import { titlesTo } from '../pages/not-allowed-screen.tsx'
import { isOpenTo } from '../../kit/navigation/screen-access.ts'
import { offeredActions } from '../../kit/navigation/palette-actions.ts'
import type { PaletteAction, PaletteSource } from '../../kit/navigation/palette-source.ts'
import { MANIFESTS } from '../manifests.ts'
import { SCREENS } from '../screens.ts'
import { tabs } from '../../kit/tabs/window-tabs.ts'
import { choiceCounts } from './choice-history.ts'
import { matchesBeginning, matchScore, wordsOf } from './match-text.ts'

/** Ranked above other screens, because users more often mean an open one. */
const OPEN_TABS = 'Open tabs'

const openTabs: PaletteSource = {
  matches: 'by-text',
  actions: () =>
    tabs.store.get().tabs.map(({ id, title, link }) => ({ id: `tab ${id}`, group: OPEN_TABS, label: title, to: link })),
}

const offered: PaletteSource = { matches: 'by-text', actions: offeredActions }

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
        words: screen.purpose,
        to: screen.path,
      }),
    ),
  ],
}

/** All sources, including those in the rooms' manifests. */
const PALETTE_SOURCES: readonly PaletteSource[] = [
  openTabs,
  offered,
  menu,
  ...MANIFESTS.flatMap(({ palette = [] }) => palette),
]
const actionsOf = (matches: PaletteSource['matches'], text: string) =>
  PALETTE_SOURCES.flatMap((source) => (source.matches === matches ? source.actions(text) : []))

/** The highest bonus for frequent choices. */
const MAX_HABIT_BONUS = 3
const habitBonus = (times: number) => Math.min(MAX_HABIT_BONUS, Math.log2(1 + times) / 2)

/**
 * The actions for a text without a server search: those that match every word, best match first, with a bonus for frequent
 * choices. Typing errors are accepted if no action has words that begin with the text's.
 *
 * @param onScreen the actions of the current screen
 */
export function paletteActions(text: string, onScreen: readonly PaletteAction[]): readonly PaletteAction[] {
  const offers = actionsOf('by-text', text)
  const isOpen = ({ group }: PaletteAction) => group === OPEN_TABS
  // The screen's own actions come before those of the whole portal.
  const known = [...offers.filter(isOpen), ...onScreen, ...offers.filter((action) => !isOpen(action))]
  const query = wordsOf(text)
  const times = choiceCounts()
  if (query.length === 0) return mostChosenFirst(known, times)
  const best = (isLenient: boolean) =>
    known
      .map((action) => ({ action, score: matchScore(query, action, isLenient) }))
      .filter(({ score }) => score > 0)
      .map(({ action, score }) => ({
        action,
        score: score + (action.group === OPEN_TABS ? MAX_HABIT_BONUS : habitBonus(times(action.id))),
      }))
      .toSorted((one, other) => other.score - one.score)
      .map(({ action }) => action)
  const matching = best(false)
  const asGiven = actionsOf('as-given', text.trim())
  if (known.some((action) => matchesBeginning(query, action))) return [...matching, ...asGiven]
  return matching.length > 0 ? [...best(true), ...asGiven] : [...asGiven, ...best(true)]
}

/** The number of general actions shown for an empty text. There may be many: one for each client to work for. */
const MAX_WITHOUT_TEXT = 15

/** For an empty text: sorts the large groups, screens and actions, by how often the user chose them. */
function mostChosenFirst(actions: readonly PaletteAction[], times: (id: string) => number): readonly PaletteAction[] {
  const groups = [...new Set(actions.map(({ group }) => group))]
  return groups.flatMap((group) => {
    const members = actions.filter((action) => action.group === group)
    if (group !== 'Screens' && group !== 'Actions') return members
    const sorted = members.toSorted((one, other) => times(other.id) - times(one.id))
    return group === 'Actions' ? sorted.slice(0, MAX_WITHOUT_TEXT) : sorted
  })
}

/** The actions listed last: searches for the text. */
export const lastActions = (text: string): readonly PaletteAction[] =>
  text.trim() === '' ? [] : actionsOf('at-last', text.trim())

/** A search for fewer letters finds too much. */
const MIN_LETTERS = 3

/** Searches the server with all sources that can. A source that fails has no results, and the others are shown. */
export async function findActions(typed: string): Promise<readonly PaletteAction[]> {
  const text = typed.trim()
  if (text.length < MIN_LETTERS) return []
  const results = await Promise.allSettled(PALETTE_SOURCES.flatMap(({ find }) => (find ? [find(text)] : [])))
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
