import { ActionIcon, CloseButton, TextInput, Tooltip } from '@mantine/core'
import { MENU } from '@despatch/domain/administration/roles/menu'
import { IconChevronRight, IconLayoutSidebarLeftCollapse, IconLock, IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { hasNoActiveClient, NO_CLIENT } from '../session/rights.ts'
import { session } from '../session/session-store.ts'
import { currentPreferences, updatePreferences, usePreferences } from '../browser/preferences.ts'
import { useStore } from '../browser/store.ts'
import { contains, groupsContaining, type MenuEntry, visibleMenu } from './menu-entries.ts'
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

  // Expand the groups around the current screen, however the user came to it. A group that the user collapses again stays
  // collapsed until the next screen.
  useLayoutEffect(() => {
    if (!isKnown) return undefined
    const { openGroups } = currentPreferences()
    const collapsed = groupsContaining(visibleMenu(MENU, session.store.get(), ''), pathname).filter(
      (id) => !openGroups.includes(id),
    )
    if (collapsed.length > 0) updatePreferences({ openGroups: [...openGroups, ...collapsed] })
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
          ) : entry.children ? (
            <Group entry={entry} isFiltered={isFiltered} level={level} />
          ) : (
            <Link
              to={entry.path}
              className={styles.entry}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              <span className={styles.label}>{entry.title}</span>
              {entry.isLocked && <IconLock size={13} aria-label="You don’t have access" />}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Group({ entry, isFiltered, level }: { entry: MenuEntry; isFiltered: boolean; level: number }) {
  const { openGroups } = usePreferences()
  const { pathname } = useLocation()
  const hasScreen = contains(entry, pathname)
  const isOpen = isFiltered || openGroups.includes(entry.id)
  return (
    <>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        data-holds={(!isOpen && hasScreen) || undefined}
        onClick={() =>
          updatePreferences({
            openGroups: isOpen ? openGroups.filter((id) => id !== entry.id) : [...openGroups, entry.id],
          })
        }
      >
        <IconChevronRight size={14} aria-hidden className={styles.chevron} />
        <span className={styles.label}>{entry.title}</span>
      </button>
      {isOpen && <MenuEntries entries={entry.children ?? []} isFiltered={isFiltered} level={level + 1} />}
    </>
  )
}

function PreviewEntry({ entry, level }: { entry: MenuEntry; level: number }) {
  return (
    <>
      <span className={entry.children ? styles.group : styles.entry} data-preview>
        <span className={styles.label}>{entry.title}</span>
        {entry.isLocked && <IconLock size={13} aria-label="This role has no access" />}
      </span>
      {entry.children && <MenuEntries entries={entry.children} isPreview level={level + 1} />}
    </>
  )
}
