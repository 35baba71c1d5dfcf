import { session } from '../../kit/session/session-store.ts'
import { titlesTo } from '../pages/not-allowed-screen.tsx'
import { isOpenTo } from '../../kit/navigation/screen-access.ts'
import { offeredActions } from '../../kit/navigation/palette-actions.ts'
import type { PaletteAction, PaletteSource } from '../../kit/navigation/palette-source.ts'
import { MANIFESTS } from '../manifests.ts'
import { SCREENS } from '../screens.ts'
import { tabs } from '../../kit/tabs/window-tabs.ts'
import { timesChosen } from './chosen.ts'
import { beginsSo, matchScore, wordsOf } from './match-text.ts'

/** What is open is meant more often than what could be. */
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

/** Every source: a room that has something to find names its own in its manifest. */
const PALETTE_SOURCES: readonly PaletteSource[] = [
  openTabs,
  offered,
  menu,
  ...MANIFESTS.flatMap(({ palette = [] }) => palette),
]
const given = (matches: PaletteSource['matches'], text: string) =>
  PALETTE_SOURCES.flatMap((source) => (source.matches === matches ? source.actions(text) : []))

/** So often chosen counts as much as a better match. */
const MAX_BY_HABIT = 3
const byHabit = (times: number) => Math.min(MAX_BY_HABIT, Math.log2(1 + times) / 2)

/**
 * What the palette shows for a text before the server is asked: what matches every word of it, the best first, and of those that match alike what is chosen most. `here` is what the screen itself offers. Slips of the
 * fingers are seen where nothing has words that begin so.
 */
export function paletteActions(text: string, here: readonly PaletteAction[]): readonly PaletteAction[] {
  const offers = given('by-text', text)
  const isOpen = ({ group }: PaletteAction) => group === OPEN_TABS
  // What the screen does comes before what the whole portal does.
  const known = [...offers.filter(isOpen), ...here, ...offers.filter((action) => !isOpen(action))]
  const asked = wordsOf(text)
  const times = timesChosen()
  if (asked.length === 0) return mostChosenFirst(known, times)
  const best = (isLenient: boolean) =>
    known
      .map((action) => ({ action, score: matchScore(asked, action, isLenient) }))
      .filter(({ score }) => score > 0)
      .map(({ action, score }) => ({
        action,
        score: score + (action.group === OPEN_TABS ? MAX_BY_HABIT : byHabit(times(action.id))),
      }))
      .toSorted((one, other) => other.score - one.score)
      .map(({ action }) => action)
  const matching = best(false)
  const asGiven = given('as-given', text.trim())
  if (known.some((action) => beginsSo(asked, action))) return [...matching, ...asGiven]
  return matching.length > 0 ? [...best(true), ...asGiven] : [...asGiven, ...best(true)]
}

/** So many general actions are offered before anything is typed: there is one for each client to work for. */
const MAX_UNASKED = 15

/** Where nothing is asked for, each group stays in its order but for screens and actions, of which there are many. */
function mostChosenFirst(actions: readonly PaletteAction[], times: (id: string) => number): readonly PaletteAction[] {
  const groups = [...new Set(actions.map(({ group }) => group))]
  return groups.flatMap((group) => {
    const members = actions.filter((action) => action.group === group)
    if (group !== 'Screens' && group !== 'Actions') return members
    const sorted = members.toSorted((one, other) => times(other.id) - times(one.id))
    return group === 'Actions' ? sorted.slice(0, MAX_UNASKED) : sorted
  })
}

/** What comes behind all that is found: searches for the text. */
export const lastActions = (text: string): readonly PaletteAction[] =>
  text.trim() === '' ? [] : given('at-last', text.trim())

/** As few letters lead to too much. */
const MIN_FOUND = 3

/** What the server finds for a text, of all sources that ask it. One that fails gives nothing: the others are shown. */
export async function findActions(typed: string): Promise<readonly PaletteAction[]> {
  const text = typed.trim()
  if (text.length < MIN_FOUND) return []
  const found = await Promise.allSettled(PALETTE_SOURCES.flatMap(({ find }) => (find ? [find(text)] : [])))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
