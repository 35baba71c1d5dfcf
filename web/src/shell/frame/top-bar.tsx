import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ExportsMenu } from '../../kit/exports/exports-menu.tsx'
import { NotificationBell } from '../../kit/notify/notification-bell.tsx'
import { ClientSwitcher } from './client-switcher.tsx'
import styles from './frame.module.css'
import { HelpMenu } from './help-menu.tsx'
import { LoadingLine } from './loading-line.tsx'
import { UserMenu } from './user-menu.tsx'

type TopBarProps = {
  readonly children: ReactNode
  readonly onSearch: () => void
  /** The pointer has entered the search field: preload the palette. */
  readonly onSearchNear: () => void
  readonly onShortcuts: () => void
}

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** The bar with the client, the search field, exports, notifications, help and the user's menu. */
export function TopBar({ children, onSearch, onSearchNear, onShortcuts }: TopBarProps) {
  return (
    <div className={styles.topBar}>
      {children}
      <ClientSwitcher />
      <UnstyledButton
        className={styles.search}
        onClick={onSearch}
        onPointerEnter={onSearchNear}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={15} aria-hidden />
        <span>Search orders, screens and actions</span>
        <kbd>{MODIFIER} K</kbd>
      </UnstyledButton>
      <div className={styles.topRight} data-palette>
        <ExportsMenu />
        <NotificationBell />
        <HelpMenu onShortcuts={onShortcuts} />
        <UserMenu />
      </div>
      <LoadingLine />
    </div>
  )
}
