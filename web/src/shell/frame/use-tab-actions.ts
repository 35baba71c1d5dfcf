import { useRouter } from '@tanstack/react-router'
import { useKeys } from '../../kit/keys/keys.ts'
import { usePaletteActions } from '../../kit/navigation/palette-actions.ts'
import { notifyDraftSaved } from '../../kit/tabs/unsaved-drafts.ts'
import { leaveTab } from '../../kit/tabs/closing-tab.ts'
import type { Tab } from '../../kit/tabs/tabs.ts'
import { tabs, useTabs } from '../../kit/tabs/window-tabs.ts'
import { shownTabs } from './shown-tabs.ts'

/** Always open and first. */
export const HOME: Tab = { id: 'home', title: 'Home', link: '/home' }

export type TabActions = ReturnType<typeof useTabActions>

/** Actions on the open tabs, shared by the bar, its menus, the palette and shortcuts. */
export function useTabActions() {
  const router = useRouter()
  const { tabs: open, activeId = HOME.id, closed } = useTabs()
  const all = [HOME, ...open]
  const placeOf = (tab: Tab) => open.findIndex(({ id }) => id === tab.id)

  function go(tab: Tab) {
    void router.navigate({ href: tab.link })
  }
  /** Closes tabs. If the active one is among them, its form may ask first, and `to` becomes active. */
  function closeAll(closing: readonly Tab[], to: Tab, onClosed: () => void) {
    const active = closing.find(({ id }) => id === activeId)
    const others = closing.filter((tab) => tab !== active)
    tabs.close(others.map(({ id }) => id))
    for (const { id } of others) notifyDraftSaved(id)
    if (active) leaveTab(router, active, to, onClosed)
    else onClosed()
  }
  function close(tab: Tab, onClosed: (neighbour: Tab) => void = () => undefined) {
    if (tab === HOME) return
    const at = all.indexOf(tab)
    const neighbour = all[at + 1] ?? all[at - 1] ?? HOME
    closeAll([tab], neighbour, () => onClosed(neighbour))
  }
  const otherTabs = (tab: Tab) => open.filter(({ id, isPinned }) => id !== tab.id && !isPinned)
  const rightOf = (tab: Tab) => open.slice(placeOf(tab) + 1).filter(({ isPinned }) => !isPinned)
  const closeEach = (closing: readonly Tab[], to: Tab) => closeAll(closing, to, () => undefined)
  const last = closed.findLast(({ tab }) => open.every(({ id }) => id !== tab.id))?.tab
  function reopen() {
    const tab = tabs.reopen()
    if (tab) go(tab)
  }

  const actions = {
    open,
    activeId,
    last,
    go,
    close,
    otherTabs,
    rightOf,
    closeOthers: (tab: Tab) => closeEach(otherTabs(tab), tab),
    closeRight: (tab: Tab) => closeEach(rightOf(tab), tab),
    reopen,
    pin: (tab: Tab) => tabs.pin(tab.id, !tab.isPinned),
    placeOf,
    ...movesAlong(open, activeId),
  }
  const active = all.find(({ id }) => id === activeId) ?? HOME
  usePaletteActions(() => paletteActions(active, actions))
  // With Caps Lock on, W without Shift is the shortcut for Why.
  useKeys({ T: reopen, W: ({ shiftKey }) => shiftKey && close(active) })
  return actions
}

/** Moves of tabs along the bar, which may show only some of the open tabs. */
function movesAlong(open: readonly Tab[], activeId: string) {
  const shown = shownTabs(open, activeId)
  const placeIn = (of: readonly Tab[], tab: Tab) => of.findIndex(({ id }) => id === tab.id)
  /** The tab so many places further in the bar. For a tab outside the bar, places count among all open tabs. */
  const along = (tab: Tab, by: number) => {
    if (tab === HOME) return undefined
    const at = placeIn(shown, tab)
    return at < 0 ? open[placeIn(open, tab) + by] : shown[at + by]
  }
  return {
    shown,
    /** Whether a tab can move by so many places. Pinned tabs move only among themselves. */
    canMove: (tab: Tab, by: number) => {
      const target = along(tab, by)
      return target !== undefined && target.id !== tab.id && Boolean(target.isPinned) === Boolean(tab.isPinned)
    },
    move: (tab: Tab, by: number) => {
      const target = along(tab, by)
      if (target) tabs.move(tab.id, placeIn(open, target))
    },
    /** Moves a tab back to its former place. */
    putBack: (tab: Tab, place: number) => tabs.move(tab.id, place),
  }
}

/** The palette's actions for the active tab. */
function paletteActions(active: Tab, actions: TabActions) {
  const { last, otherTabs, rightOf, canMove } = actions
  const offered = (isPossible: boolean, id: string, label: string, run: () => void) =>
    isPossible ? [{ id: `tabs ${id}`, group: 'Actions', label, words: 'tab', run }] : []
  return [
    ...offered(last !== undefined, 'reopen', `Reopen ${last?.title ?? ''}`, actions.reopen),
    ...offered(active !== HOME, 'pin', active.isPinned ? 'Unpin this tab' : 'Pin this tab', () => actions.pin(active)),
    ...offered(active !== HOME, 'close', 'Close tab', () => actions.close(active)),
    ...offered(otherTabs(active).length > 0, 'others', 'Close the other tabs', () => actions.closeOthers(active)),
    ...offered(rightOf(active).length > 0, 'right', 'Close the tabs to the right', () => actions.closeRight(active)),
    ...offered(canMove(active, -1), 'left', 'Move this tab left', () => actions.move(active, -1)),
    ...offered(canMove(active, 1), 'right-on', 'Move this tab right', () => actions.move(active, 1)),
  ]
}
