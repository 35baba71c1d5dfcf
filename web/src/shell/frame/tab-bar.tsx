import { IconHome, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import type { Tab } from '../../kit/tabs/tabs.ts'
import { leaveTab } from '../../kit/tabs/leaving.ts'
import { sayWhatIsKept } from '../../kit/tabs/kept-drafts.ts'
import { tabs, useTabs } from '../../kit/tabs/window-tabs.ts'
import styles from './tab-bar.module.css'
import { TabMenu } from './tab-menu.tsx'
import { useTabInView } from './use-tab-in-view.ts'

/** The id of the element that holds the screen. */
export const SCREEN_PANEL = 'screen'
const HOME: Tab = { id: 'home', title: 'Home', link: '/home' }

/** The open tabs, Home first and always. Arrow keys move, Enter opens, Delete and the middle button close; what does not fit is in a menu. */
export function TabBar() {
  const router = useRouter()
  const { tabs: open, activeId = HOME.id } = useTabs()
  const list = useRef<HTMLDivElement>(null)
  const all = [HOME, ...open]

  function elementOf(id: string): HTMLElement | null {
    return list.current?.querySelector(`#${CSS.escape(`tab-${id}`)}`) ?? null
  }

  const isCut = useTabInView(list, activeId, open)

  function go(tab: Tab) {
    void router.navigate({ href: tab.link })
  }
  function close(tab: Tab) {
    if (tab === HOME) return
    const at = all.indexOf(tab)
    const neighbour = all[at + 1] ?? all[at - 1] ?? HOME
    const hadFocus = list.current?.contains(document.activeElement)
    const focusNeighbour = () => hadFocus && elementOf(neighbour.id)?.focus()
    if (tab.id === activeId) return leaveTab(router, tab, neighbour, focusNeighbour)
    tabs.removeById(tab.id)
    sayWhatIsKept(tab.id)
    focusNeighbour()
  }
  function onKeyDown(event: KeyboardEvent, tab: Tab) {
    const at = all.indexOf(tab)
    const to = {
      ArrowRight: all[(at + 1) % all.length],
      ArrowLeft: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    if (to) elementOf(to.id)?.focus()
    else if (event.key === 'Delete') close(tab)
    else return
    event.preventDefault()
  }
  function onMiddleClick(event: MouseEvent, tab: Tab) {
    if (event.button !== 1) return
    event.preventDefault()
    close(tab)
  }

  return (
    <div className={styles.bar}>
      <div ref={list} className={styles.tabs} role="tablist" aria-label="Open tabs">
        {all.map((tab) => (
          <button
            key={tab.id}
            id={`tab-${tab.id}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === activeId}
            aria-controls={SCREEN_PANEL}
            aria-keyshortcuts={tab === HOME ? undefined : 'Delete'}
            tabIndex={tab.id === activeId ? 0 : -1}
            title={tab.title}
            onClick={() => go(tab)}
            onAuxClick={(event) => onMiddleClick(event, tab)}
            onMouseDown={(event) => event.button === 1 && event.preventDefault()}
            onKeyDown={(event) => onKeyDown(event, tab)}
          >
            {tab === HOME ? <IconHome size={15} aria-hidden /> : null}
            <span className={styles.title}>{tab.title}</span>
            {tab === HOME ? null : (
              // For the pointer only: a button within a tab is none to a keyboard or a screen reader, which have Delete.
              <span
                className={styles.close}
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation()
                  close(tab)
                }}
              >
                <IconX size={13} />
              </span>
            )}
          </button>
        ))}
      </div>
      {isCut && <TabMenu all={all} activeId={activeId} onGo={go} />}
    </div>
  )
}
