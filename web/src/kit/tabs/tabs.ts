import { createStore, type Store } from '../browser/store.ts'

/** A tab: what it is (`id`), what it says, and the address it opens (path, search and all). */
export type Tab = { readonly id: string; readonly title: string; readonly link: string }
export type TabBar = { readonly tabs: readonly Tab[]; readonly activeId: string | undefined }

export type Tabs = {
  readonly store: Store<TabBar>
  /** Adds a tab at the end; one with the same id is brought up to date instead. `activate` makes it the active one. */
  open(tab: Tab, activate?: boolean): void
  activate(id: string | undefined): void
  /** Each gives the tab to go to when the active one was closed: its right neighbour, else its left, else undefined. */
  removeById(id: string): Tab | undefined
  removeByLink(link: string): Tab | undefined
  removeByLinkPrefix(prefix: string): Tab | undefined
  /** Puts a tab at another place of the bar. */
  move(id: string, to: number): void
  replaceAll(tabs: readonly Tab[]): void
}

/** Makes a tab bar: specification 2, 'a tab can be added (uniquely), and removed by link, by id, or by link prefix'. */
export function createTabs(initial: readonly Tab[] = []): Tabs {
  const store = createStore<TabBar>({ tabs: initial, activeId: undefined })

  function remove(goes: (tab: Tab) => boolean): Tab | undefined {
    const { tabs, activeId } = store.get()
    const left = tabs.filter((tab) => !goes(tab))
    if (left.length === tabs.length) return undefined
    const active = tabs.findIndex(({ id }) => id === activeId)
    const activeGoes = active >= 0 && goes(tabs[active] as Tab)
    const neighbour = activeGoes
      ? (tabs.slice(active).find((tab) => !goes(tab)) ?? tabs.slice(0, active).findLast((tab) => !goes(tab)))
      : undefined
    store.set({ tabs: left, activeId: activeGoes ? neighbour?.id : activeId })
    return neighbour
  }

  return {
    store,
    open(tab, activate = true) {
      const { tabs, activeId } = store.get()
      const at = tabs.findIndex(({ id }) => id === tab.id)
      const before = tabs[at]
      const same = before !== undefined && before.title === tab.title && before.link === tab.link
      const next = same ? tabs : at < 0 ? [...tabs, tab] : tabs.with(at, tab)
      const nextActive = activate ? tab.id : activeId
      if (next !== tabs || nextActive !== activeId) store.set({ tabs: next, activeId: nextActive })
    },
    activate(id) {
      const { tabs, activeId } = store.get()
      if (id !== activeId) store.set({ tabs, activeId: id })
    },
    removeById: (id) => remove((tab) => tab.id === id),
    removeByLink: (link) => remove((tab) => tab.link === link),
    removeByLinkPrefix: (prefix) => remove((tab) => tab.link.startsWith(prefix)),
    move(id, to) {
      const { tabs, activeId } = store.get()
      const tab = tabs.find((one) => one.id === id)
      if (!tab) return
      const others = tabs.filter((one) => one !== tab)
      store.set({ tabs: [...others.slice(0, to), tab, ...others.slice(to)], activeId })
    },
    replaceAll: (tabs) => store.set({ tabs, activeId: undefined }),
  }
}
