import { useMediaQuery } from '@mantine/hooks'
import { IconHome, IconPinFilled, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { NARROW } from '../../kit/navigation/use-menu.ts'
import type { Tab } from '../../kit/tabs/tabs.ts'
import styles from './tab-bar.module.css'
import { TabContextMenu } from './tab-context-menu.tsx'
import { TabMenu } from './tab-menu.tsx'
import { HOME, useTabActions } from './use-tab-actions.ts'
import { useTabDrag } from './use-tab-drag.ts'
import { useScrollToTab } from './use-scroll-to-tab.ts'
import { warmScreen } from './warm-screens.ts'

/** The id of the element that holds the screen. */
export const SCREEN_PANEL = 'screen'

/**
 * Home and at most seven open tabs, or on a phone the active one; a menu has the others. Arrow keys move the focus, Enter opens a tab, Delete and the middle
 * button close it, dragging or Ctrl Shift and an arrow key moves it. Each tab has a context menu.
 */
export function TabBar() {
  const actions = useTabActions()
  const { open, activeId, go, canMove, move } = actions
  const list = useRef<HTMLDivElement>(null)
  // On a phone the bar has the active tab, and the menu the others.
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  const others = isNarrow ? actions.shown.filter(({ id }) => id === activeId) : actions.shown
  const shown = isNarrow && others.length > 0 ? others : [HOME, ...others]
  const isCut = useScrollToTab(list, activeId, open)

  function elementOf(id: string): HTMLElement | null {
    return list.current?.querySelector(`#${CSS.escape(`tab-${id}`)}`) ?? null
  }
  const { draggedId, onPointerDown } = useTabDrag({
    elementOf,
    shown: others,
    put(tab, onto) {
      const by = others.indexOf(onto) - others.findIndex(({ id }) => id === tab.id)
      if (canMove(tab, by)) move(tab, by)
    },
    placeOf: actions.placeOf,
    putBack: actions.putBack,
  })
  function close(tab: Tab) {
    const hadFocus = list.current?.contains(document.activeElement)
    // The neighbour may enter the bar only after React has rendered.
    actions.close(tab, ({ id }) => hadFocus && setTimeout(() => elementOf(id)?.focus()))
  }
  function onKeyDown(event: KeyboardEvent, tab: Tab) {
    const at = shown.indexOf(tab)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step !== undefined && event.ctrlKey && event.shiftKey) {
      // Moving the element in the DOM loses its focus, so render now and focus it again.
      flushSync(() => canMove(tab, step) && move(tab, step))
      elementOf(tab.id)?.focus()
      return event.preventDefault()
    }
    const to = {
      ArrowRight: shown[(at + 1) % shown.length],
      ArrowLeft: shown.at(at - 1),
      Home: shown[0],
      End: shown.at(-1),
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
        {shown.map((tab) => (
          <TabContextMenu key={tab.id} tab={tab} actions={actions} onClose={close}>
            <button
              id={`tab-${tab.id}`}
              type="button"
              role="tab"
              className={styles.tab}
              data-dragged={tab.id === draggedId || undefined}
              aria-selected={tab.id === activeId}
              aria-controls={SCREEN_PANEL}
              aria-keyshortcuts={
                tab === HOME ? 'Shift+F10' : 'Delete Shift+F10 Control+Shift+ArrowLeft Control+Shift+ArrowRight'
              }
              tabIndex={tab.id === activeId ? 0 : -1}
              title={tab.title}
              onPointerEnter={() => warmScreen(tab.link)}
              onFocus={() => warmScreen(tab.link)}
              onClick={() => go(tab)}
              onAuxClick={(event) => onMiddleClick(event, tab)}
              onMouseDown={(event) => event.button === 1 && event.preventDefault()}
              onPointerDown={(event) => tab !== HOME && onPointerDown(event, tab)}
              onKeyDown={(event) => onKeyDown(event, tab)}
            >
              {tab === HOME ? <IconHome size={15} aria-hidden /> : null}
              {tab.isPinned ? <IconPinFilled size={13} aria-label="Pinned" /> : null}
              <span className={styles.title}>{tab.title}</span>
              {tab === HOME || tab.isPinned ? null : (
                // For the pointer only: a tab may not contain a button. Keyboard and screen reader users have Delete.
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
          </TabContextMenu>
        ))}
      </div>
      {(isCut || shown.length <= open.length) && <TabMenu actions={actions} leftOut={open.length + 1 - shown.length} />}
    </div>
  )
}
