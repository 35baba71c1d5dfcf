import { createStore, type Store } from '../browser/store.ts'

/** A tab. `link` is the full address that it opens, with path and search. */
export type Tab = {
  readonly id: string
  readonly title: string
  readonly link: string
  /** Pinned tabs come first, and stay when others are closed. */
  readonly isPinned?: boolean | undefined
}
/** A tab that the user closed, and its position. */
export type ClosedTab = { readonly tab: Tab; readonly at: number }
export type TabBar = {
  readonly tabs: readonly Tab[]
  readonly activeId: string | undefined
  /** Tabs that the user closed, most recent last. */
  readonly closed: readonly ClosedTab[]
}

export type Tabs = {
  readonly store: Store<TabBar>
  /** Adds a tab at the end, or updates the one with the same id. `activate` makes it the active tab. */
  open(tab: Tab, activate?: boolean): void
  activate(id: string | undefined): void
  /**
   * These three return the tab to go to if the active one was removed: its right neighbour, else its left, else
   * undefined.
   */
  removeById(id: string): Tab | undefined
  removeByLink(link: string): Tab | undefined
  removeByLinkPrefix(prefix: string): Tab | undefined
  /** Closes tabs; the user can reopen them. */
  close(ids: readonly string[]): void
  /** Reopens the tab that was closed last in its old position. Returns it, or undefined if none was closed. */
  reopen(): Tab | undefined
  /** Moves a tab. Pinned tabs stay among the pinned ones. */
  move(id: string, to: number): void
  /** Pins a tab behind the pinned ones, or unpins it. */
  pin(id: string, isPinned: boolean): void
  replaceAll(tabs: readonly Tab[], closed?: readonly ClosedTab[]): void
}

const MAX_CLOSED = 10

/**
 * Creates the state of a tab bar. Specification 2: 'a tab can be added (uniquely), and removed by link, by id, or by
 * link prefix'.
 */
export function createTabs(initial: Pick<TabBar, 'tabs' | 'closed'> = { tabs: [], closed: [] }): Tabs {
  const store = createStore<TabBar>({ tabs: initial.tabs, activeId: undefined, closed: initial.closed })

  function remove(goes: (tab: Tab) => boolean): Tab | undefined {
    const { tabs, activeId, closed } = store.get()
    const left = tabs.filter((tab) => !goes(tab))
    if (left.length === tabs.length) return undefined
    const active = tabs.findIndex(({ id }) => id === activeId)
    const activeGoes = active >= 0 && goes(tabs[active] as Tab)
    const neighbour = activeGoes
      ? (tabs.slice(active).find((tab) => !goes(tab)) ?? tabs.slice(0, active).findLast((tab) => !goes(tab)))
      : undefined
    store.set({ tabs: left, activeId: activeGoes ? neighbour?.id : activeId, closed })
    return neighbour
  }

  return {
    store,
    open(tab, activate = true) {
      const { tabs, activeId, closed } = store.get()
      const at = tabs.findIndex(({ id }) => id === tab.id)
      const before = tabs[at]
      const same = before !== undefined && before.title === tab.title && before.link === tab.link
      const next = same ? tabs : at < 0 ? [...tabs, tab] : tabs.with(at, { ...before, ...tab })
      const nextActive = activate ? tab.id : activeId
      if (next !== tabs || nextActive !== activeId) store.set({ tabs: next, activeId: nextActive, closed })
    },
    activate(id) {
      const bar = store.get()
      if (id !== bar.activeId) store.set({ ...bar, activeId: id })
    },
    removeById: (id) => remove((tab) => tab.id === id),
    removeByLink: (link) => remove((tab) => tab.link === link),
    removeByLinkPrefix: (prefix) => remove((tab) => tab.link.startsWith(prefix)),
    ...userActions(store, remove),
    replaceAll: (tabs, closed = []) => store.set({ tabs, activeId: undefined, closed }),
  }
}

function userActions(
  store: Store<TabBar>,
  remove: (goes: (tab: Tab) => boolean) => Tab | undefined,
): Pick<Tabs, 'close' | 'reopen' | 'move' | 'pin'> {
  return {
    close(ids) {
      const gone = store.get().tabs.flatMap((tab, at) => (ids.includes(tab.id) ? [{ tab, at }] : []))
      remove(({ id }) => ids.includes(id))
      const bar = store.get()
      const others = bar.closed.filter(({ tab: { id } }) => !ids.includes(id))
      if (gone.length > 0) store.set({ ...bar, closed: [...others, ...gone].slice(-MAX_CLOSED) })
    },
    reopen() {
      const bar = store.get()
      const left = bar.closed.filter(({ tab }) => bar.tabs.every(({ id }) => id !== tab.id))
      const last = left.at(-1)
      if (!last) return undefined
      const { tab, at } = last
      const tabs = pinnedFirst([...bar.tabs.slice(0, at), tab, ...bar.tabs.slice(at)])
      store.set({ ...bar, tabs, closed: left.slice(0, -1) })
      return tab
    },
    move(id, to) {
      const bar = store.get()
      const tab = bar.tabs.find((one) => one.id === id)
      if (!tab) return
      const others = bar.tabs.filter((one) => one !== tab)
      const tabs = pinnedFirst([...others.slice(0, to), tab, ...others.slice(to)])
      if (tabs.some((one, at) => one !== bar.tabs[at])) store.set({ ...bar, tabs })
    },
    pin(id, isPinned) {
      const bar = store.get()
      const tab = bar.tabs.find((one) => one.id === id)
      if (!tab || Boolean(tab.isPinned) === isPinned) return
      const others = bar.tabs.filter((one) => one !== tab)
      const place = others.filter((one) => one.isPinned).length
      store.set({ ...bar, tabs: [...others.slice(0, place), { ...tab, isPinned }, ...others.slice(place)] })
    },
  }
}

/** Sorts pinned tabs to the front, and otherwise keeps the order. */
function pinnedFirst(tabs: readonly Tab[]): readonly Tab[] {
  return [...tabs.filter(({ isPinned }) => isPinned), ...tabs.filter(({ isPinned }) => !isPinned)]
}
