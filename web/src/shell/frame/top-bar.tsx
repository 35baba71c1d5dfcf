import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ExportsMenu } from '../../kit/exports/exports-menu.tsx'
import { NotificationBell } from '../../kit/notify/notification-bell.tsx'
import { ClientSwitcher } from './client-switcher.tsx'
import styles from './frame.module.css'
import { LoadingLine } from './loading-line.tsx'
import { UserMenu } from './user-menu.tsx'

type TopBarProps = {
  readonly children: ReactNode
  readonly onSearch: () => void
  /** The pointer is near the field: what it opens may be fetched. */
  readonly onSearchNear: () => void
  readonly onShortcuts: () => void
}

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** For which client, search anything, notifications, and what belongs to the user. */
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
        <span>Find an order, a screen or an action</span>
        <kbd>{MODIFIER} K</kbd>
      </UnstyledButton>
      <div className={styles.topRight} data-palette>
        <ExportsMenu />
        <NotificationBell />
        <UserMenu onShortcuts={onShortcuts} />
      </div>
      <LoadingLine />
    </div>
  )
}
