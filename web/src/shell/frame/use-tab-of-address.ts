import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { session } from '../../kit/session/session-store.ts'
import { screenAt } from '../../kit/navigation/screens.ts'
import { finishClosing } from '../../kit/tabs/closing-tab.ts'
import { noteOpened } from '../../kit/tabs/recent-records.ts'
import { tabOf, tabs, useTabs } from '../../kit/tabs/window-tabs.ts'
import { countVisit } from '../../kit/browser/visits.ts'

/** Updates the tab bar, the window's title and the visit counts when the address changes. Returns the active tab's id. */
export function useTabOfAddress(): string | undefined {
  const { pathname, href, search, state } = useLocation()
  const tab = tabOf({ pathname, href, search: search as Record<string, unknown> })
  const { activeId } = useTabs()
  const title = tab?.title ?? (pathname === '/home' ? 'Home' : 'Not found')

  // The address alone determines the tab.
  const openTab = useEffectEvent(() => {
    if (tab) {
      tabs.open(tab)
      noteOpened(tab)
    } else tabs.activate(undefined)
    document.title = `${title} - Despatch`
  })
  useEffect(() => openTab(), [href, title])

  useEffect(() => finishClosing(state.leaves), [state.leaves])

  useEffect(() => {
    const user = session.store.get().user
    if (user && screenAt(pathname)?.isEntry) countVisit(user._id, pathname)
  }, [pathname])
  return activeId
}
