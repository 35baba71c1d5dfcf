import { ActionIcon, CloseButton, TextInput, Tooltip } from '@mantine/core'
import { MENU } from '@despatch/domain/administration/roles/menu'
import { IconChevronRight, IconLayoutSidebarLeftCollapse, IconLock, IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { hasNoActiveClient, NO_CLIENT } from '../session/rights.ts'
import { session } from '../session/session-store.ts'
import { updatePreferences, usePreferences } from '../browser/preferences.ts'
import { useStore } from '../browser/store.ts'
import { GROUP_ICONS } from './group-icons.ts'
import { contains, type MenuEntry, visibleMenu } from './menu-entries.ts'
import styles from './menu-tree.module.css'
import { useMenu } from './use-menu.ts'

/** The menu of specification 2, cut to what the user may see, with a filter. */
export function MenuTree() {
  const state = useStore(session.store)
  const [filter, setFilter] = useState('')
  const { pathname } = useLocation()
  const tree = useRef<HTMLDivElement>(null)
  const { show } = useMenu()
  const isKnown = state.user !== undefined
  const entries = visibleMenu(MENU, state, filter)

  useLayoutEffect(() => {
    if (!isKnown) return undefined
    const frame = requestAnimationFrame(() => showCurrent(tree.current))
    return () => cancelAnimationFrame(frame)
  }, [pathname, isKnown])

  return (
    <nav className={styles.nav} aria-label="Menu">
      <div className={styles.head}>
        <Link to="/home" className={styles.brand}>
          <img src="/icon.svg" alt="" width={22} height={22} />
          Despatch
        </Link>
        <Tooltip label="Hide the menu">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Hide the menu"
            data-hide-menu
            onClick={() => show(false)}
          >
            <IconLayoutSidebarLeftCollapse size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      <TextInput
        className={styles.filter}
        placeholder="Filter the menu"
        aria-label="Filter the menu"
        leftSection={<IconSearch size={14} />}
        rightSection={filter && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => setFilter('')} />}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
      />
      <div ref={tree} className={styles.tree}>
        <MenuEntries entries={entries} isFiltered={filter !== ''} />
        {entries.length === 0 && (
          <p className={styles.empty}>
            {filter
              ? 'No entries match.'
              : hasNoActiveClient(state)
                ? NO_CLIENT
                : 'You don’t have access to any screens. Ask your administrator.'}
          </p>
        )}
      </div>
    </nav>
  )
}

/** Scrolls to the entry of the screen. With scrollIntoView the next Tab would begin there, past the skip link to the screen. */
function showCurrent(tree: HTMLElement | null): void {
  const current = tree?.querySelector('[aria-current="page"]')
  if (!tree || !current) return
  const [room, place] = [tree.getBoundingClientRect(), current.getBoundingClientRect()]
  tree.scrollTop += Math.min(place.top - room.top, 0) + Math.max(place.bottom - room.bottom, 0)
}

/** The entries of the menu. `isPreview` expands all groups and shows no links. */
export function MenuEntries({
  entries,
  isFiltered = false,
  isPreview = false,
  level = 0,
}: {
  entries: readonly MenuEntry[]
  isFiltered?: boolean
  isPreview?: boolean
  level?: number
}) {
  return (
    <ul className={styles.entries} data-level={level}>
      {entries.map((entry) => (
        <li key={entry.id}>
          {isPreview ? (
            <PreviewEntry entry={entry} level={level} />
          ) : entry.children && level === 0 ? (
            <Group entry={entry} isFiltered={isFiltered} />
          ) : entry.children ? (
            <>
              <span className={styles.part}>{entry.title}</span>
              <MenuEntries entries={entry.children} isFiltered={isFiltered} level={level + 1} />
            </>
          ) : (
            <Link
              to={entry.path}
              className={styles.entry}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              {level === 0 && <GroupIcon id={entry.id} />}
              <span className={styles.label}>{entry.title}</span>
              {entry.isLocked && <IconLock size={13} aria-label="You don’t have access" />}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

type GroupProps = { readonly entry: MenuEntry; readonly isFiltered: boolean }

/**
 * A group of the menu. It is open while it holds the current screen, however the user came to it, and from the user's
 * opening it until they close it. Closed by the user, it stays so until the next screen.
 */
function Group({ entry, isFiltered }: GroupProps) {
  const { openGroups } = usePreferences()
  const { pathname } = useLocation()
  const [closedAt, setClosedAt] = useState<string>()
  const hasScreen = contains(entry, pathname)
  const isOpen = isFiltered || (hasScreen ? closedAt !== pathname : openGroups.includes(entry.id))

  function toggle() {
    const others = openGroups.filter((id) => id !== entry.id)
    updatePreferences({ openGroups: isOpen ? others : [...others, entry.id] })
    setClosedAt(isOpen ? pathname : undefined)
  }

  return (
    <>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        data-holds={(!isOpen && hasScreen) || undefined}
        onClick={toggle}
      >
        <GroupIcon id={entry.id} />
        <span className={styles.label}>{entry.title}</span>
        <IconChevronRight size={14} aria-hidden className={styles.chevron} />
      </button>
      {isOpen && <MenuEntries entries={entry.children ?? []} isFiltered={isFiltered} level={1} />}
    </>
  )
}

function GroupIcon({ id }: { readonly id: string }) {
  const Icon = GROUP_ICONS[id]
  return Icon && <Icon size={16} stroke={1.75} aria-hidden className={styles.icon} />
}

function PreviewEntry({ entry, level }: { entry: MenuEntry; level: number }) {
  return (
    <>
      <span className={entry.children ? (level === 0 ? styles.group : styles.part) : styles.entry} data-preview>
        <span className={styles.label}>{entry.title}</span>
        {entry.isLocked && <IconLock size={13} aria-label="This role has no access" />}
      </span>
      {entry.children && <MenuEntries entries={entry.children} isPreview level={level + 1} />}
    </>
  )
}
