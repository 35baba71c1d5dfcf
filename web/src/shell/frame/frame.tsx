import '@mantine/core/styles.layer.css'
import { ActionIcon, AppShell, Tooltip } from '@mantine/core'
import { useDisclosure, useElementSize, useHotkeys } from '@mantine/hooks'
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { KeyWarnings } from '../../administration/api-keys/key-warnings.tsx'
import { SessionExpiredDialog } from '../../sign-in/sessions/session-expired-dialog.tsx'
import { session } from '../../kit/session/session-store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { expiry } from '../../kit/server/call.ts'
import { loadChunk, reloadFor } from '../../kit/browser/chunks.ts'
import { useKeys } from '../../kit/keys/keys.ts'
import { ShortcutList } from '../../kit/keys/shortcut-list.tsx'
import { GO_KEYS } from '../../kit/keys/shortcuts.ts'
import { captureTyping, takeTypeAhead } from '../palette/type-ahead.ts'
import { isOpenTo, isPathOpenTo } from '../../kit/navigation/screen-access.ts'
import { NotAllowedScreen } from '../pages/not-allowed-screen.tsx'
import { screenAt } from '../../kit/navigation/screens.ts'
import { useStore } from '../../kit/browser/store.ts'
import { ClientOfScreen } from './client-of-screen.tsx'
import styles from './frame.module.css'
import { PrintedAt } from '../../kit/print/printed-at.tsx'
import { MenuBackdrop } from '../../kit/navigation/menu-backdrop.tsx'
import { MenuTree } from '../../kit/navigation/menu-tree.tsx'
import { NARROW, hideCoveringMenu, useMenu } from '../../kit/navigation/use-menu.ts'
import { ScreenOfClient } from './screen-of-client.tsx'
import { SCREEN_PANEL, TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useTabOfAddress } from './use-tab-of-address.ts'
import { useRefreshUser } from './use-refresh-user.ts'
import { useScreenFocus } from './use-screen-focus.ts'
import { UserLoading } from './user-loading.tsx'
import { warmMostVisited } from './warm-screens.ts'

const loadPalette = () => loadChunk(() => import('../palette/palette.tsx'))
const Palette = lazy(() => loadPalette().then((chunk) => ({ default: chunk.Palette })))

/** Ignores failures: opening the palette loads it again. */
const loadPaletteAhead = () => void loadPalette().catch(() => undefined)

/** Runs an action when the browser is idle. Returns a function that cancels it. */
function whenIdle(action: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(action, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(action, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}

/** The height that remains for the screen. Lists fill it exactly, so that their foot stays visible. */
const screenHeight = (notices: number) => `calc(100dvh - var(--app-shell-header-height) - ${notices}px)`

/** The menu, the top bar and the tab bar around the screen. */
export function Frame() {
  const router = useRouter()
  const { isOpen: isMenuOpen, isCovering, show: showMenu } = useMenu()
  const { pathname } = useLocation()
  useEffect(hideCoveringMenu, [pathname])
  const [areShortcutsOpen, shortcuts] = useDisclosure()
  const [isPaletteLoaded, setIsPaletteLoaded] = useState(false)
  const problem = useRefreshUser()
  const user = useStore(session.store, (state) => state.user)
  const activeId = useTabOfAddress()
  const panel = useRef<HTMLDivElement>(null)
  useScreenFocus(panel)
  const { ref: noticesRef, height: noticesHeight } = useElementSize<HTMLDivElement>()

  const openPalette = useCallback(() => {
    // Nothing may cover the dialog that asks the user to sign in again.
    if (expiry.state.get().isExpired) return
    captureTyping()
    loadPalette().then(
      (chunk) => {
        setIsPaletteLoaded(true)
        chunk.openPalette()
      },
      (error: unknown) => {
        takeTypeAhead()
        if (!reloadFor(error)) notify.danger(messageOf(error))
      },
    )
  }, [])
  useEffect(() => whenIdle(loadPaletteAhead), [])
  useHotkeys([['mod+K', openPalette]], [])
  useKeys({
    '?': shortcuts.open,
    '/': () => document.querySelector<HTMLElement>('[data-filter]')?.focus(),
    ...Object.fromEntries(
      GO_KEYS.map(({ letter, path }) => [
        `g ${letter}`,
        () => {
          if (isPathOpenTo(session.store.get(), path)) void router.navigate({ href: path })
        },
      ]),
    ),
  })

  return (
    <AppShell
      layout="alt"
      header={{ height: 82 }}
      navbar={{ width: 232, breakpoint: NARROW, collapsed: { desktop: !isMenuOpen, mobile: !isMenuOpen } }}
      transitionDuration={0}
    >
      <a className={styles.skip} href={`#${SCREEN_PANEL}`}>
        Skip to main content
      </a>
      <AppShell.Navbar
        className={styles.menu}
        onPointerEnter={warmMostVisited}
        onFocus={warmMostVisited}
        // Also closes the menu if the link leads to the current screen.
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && hideCoveringMenu()}
      >
        {isMenuOpen && <MenuTree />}
      </AppShell.Navbar>
      {isCovering && <MenuBackdrop onClose={hideCoveringMenu} />}
      <AppShell.Header className={styles.header}>
        <TopBar onSearch={openPalette} onSearchNear={loadPaletteAhead} onShortcuts={shortcuts.open}>
          {!isMenuOpen && (
            <Tooltip label="Show menu">
              <ActionIcon variant="subtle" color="gray" aria-label="Show menu" onClick={() => showMenu(true)}>
                <IconLayoutSidebarLeftExpand size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </TopBar>
        <TabBar />
      </AppShell.Header>
      <AppShell.Main style={{ '--screen-height': screenHeight(noticesHeight) }}>
        <div ref={noticesRef} className={styles.notices}>
          {user && <KeyWarnings />}
          <ClientOfScreen />
        </div>
        <div
          ref={panel}
          id={SCREEN_PANEL}
          className={styles.screen}
          role="tabpanel"
          tabIndex={-1}
          aria-labelledby={activeId === undefined ? 'tab-home' : `tab-${activeId}`}
        >
          {user && <PrintedAt />}
          {user ? <Screen /> : <UserLoading problem={problem} />}
        </div>
      </AppShell.Main>
      <ShortcutList opened={areShortcutsOpen} onClose={shortcuts.close} />
      <SessionExpiredDialog />
      {isPaletteLoaded && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
    </AppShell>
  )
}

/** The screen of the current address, or why the user may not open it. */
function Screen() {
  const { pathname } = useLocation()
  const screen = screenAt(pathname)
  const isAllowed = useStore(session.store, (state) => !screen || isOpenTo(state, screen))
  return screen && !isAllowed ? <NotAllowedScreen screen={screen} /> : <ScreenOfClient />
}
