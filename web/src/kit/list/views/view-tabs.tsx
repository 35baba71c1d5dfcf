import { ActionIcon, Button, createScopedKeydownHandler, Menu } from '@mantine/core'
import type { SavedView } from '@despatch/contract/sign-in/views'
import { formatCount } from '@despatch/domain/money/money'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useRoom } from '../columns/use-room.ts'
import { messageOf } from '../../server/api-error.ts'
import type { SavedViews } from './use-saved-views.ts'
import styles from './view-tabs.module.css'

/** A view that a list comes with. */
export type ShippedView = {
  readonly name: string
  readonly count?: number | undefined
  /** Its rows are late or incomplete: the count is red. */
  readonly isUrgent?: boolean
  /** What is in it, if its name does not say so. */
  readonly holds?: string | undefined
  readonly isOn: boolean
  readonly onChoose: () => void
}
type Tab = ShippedView & { readonly key: string; readonly by?: string }

type ViewTabsProps = { readonly shipped: readonly ShippedView[]; readonly saved: SavedViews }

/**
 * The views of a list in one row: those it comes with, the user's own and shared ones. Those without room, and what can be
 * done with saved ones, are in a menu at the end. The row is one stop of the Tab key; arrow keys move within it.
 */
export function ViewTabs({ shipped, saved }: ViewTabsProps) {
  const row = useRef<HTMLDivElement>(null)
  const room = useRoom(row)
  const [fitting, setFitting] = useState(Infinity)
  const [deleting, setDeleting] = useState<SavedView>()
  const tabs = tabsOf(shipped, saved)
  // The typeface changes the width of the tabs.
  const [hasFace, setHasFace] = useState(false)
  useEffect(() => void document.fonts?.ready.then(() => setHasFace(true)), [])
  const names = tabs.map(({ name, count = 0 }) => `${name} ${count}`).join()
  useLayoutEffect(() => {
    const places = [...(row.current?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])]
    const end = room ?? 0
    setFitting(room === undefined ? Infinity : places.filter((tab) => tab.offsetLeft + tab.offsetWidth <= end).length)
  }, [room, names, hasFace])
  if (tabs.length === 0 && !saved.error) return null
  const chosen = tabs.findIndex(({ isOn }) => isOn)
  const stop = chosen >= 0 && chosen < fitting ? chosen : 0
  const beyond = tabs.slice(fitting)
  return (
    <div className={styles.views}>
      <div ref={row} className={styles.row} role="toolbar" aria-label="Views">
        {tabs.map((tab, index) => (
          <ViewTab key={tab.key} tab={tab} isStop={index === stop} isHidden={index >= fitting} />
        ))}
      </div>
      {(beyond.length > 0 || saved.own.length > 0) && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant={beyond.some(({ isOn }) => isOn) ? 'light' : 'subtle'}
              color="gray"
              aria-label="More views"
              title="More views"
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {beyond.map((tab) => (
              <Menu.Item key={tab.key} onClick={tab.onChoose} rightSection={<Count tab={tab} />}>
                {tab.name} {tab.by && <small>by {tab.by}</small>}
              </Menu.Item>
            ))}
            {saved.own.length > 0 && <Menu.Label>Yours</Menu.Label>}
            {saved.own.map((view) => (
              <Menu.Item
                key={view._id}
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => setDeleting(view)}
              >
                Delete {view.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {Boolean(saved.error) && <Problem saved={saved} />}
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete the view ‘${deleting?.name ?? ''}’?`}
        confirmLabel="Delete"
        isDangerous
        onConfirm={async () => {
          if (deleting) await saved.remove(deleting)
        }}
        onClose={() => setDeleting(undefined)}
      >
        {deleting?.isShared ? 'It is deleted for everyone it is shared with. ' : ''}Its data is not deleted.
      </ConfirmDialog>
    </div>
  )
}

/** Without a shipped view, 'All' leads back from a saved one. */
function tabsOf(shipped: readonly ShippedView[], saved: SavedViews): Tab[] {
  const views = [...saved.own, ...saved.shared]
  const isSavedOn = saved.chosen !== undefined
  const all: Tab[] =
    shipped.length === 0 && views.length > 0
      ? [{ key: 'all', name: 'All', isOn: saved.search === '' && !isSavedOn, onChoose: saved.showAll }]
      : []
  return [
    ...all,
    ...shipped.map((view) => ({ ...view, key: view.name, isOn: view.isOn && !isSavedOn })),
    ...views.map((view) => ({
      key: view._id,
      name: view.name,
      isOn: view === saved.chosen,
      onChoose: () => saved.choose(view),
      ...(!view.isOwn && { by: view.by }),
    })),
  ]
}

function ViewTab({ tab, isStop, isHidden }: { tab: Tab; isStop: boolean; isHidden: boolean }): ReactNode {
  return (
    <button
      type="button"
      className={styles.tab}
      data-tab
      aria-pressed={tab.isOn}
      title={tab.holds ?? (tab.by && `Shared by ${tab.by}`)}
      tabIndex={isStop ? 0 : -1}
      disabled={isHidden}
      style={isHidden ? { visibility: 'hidden' } : undefined}
      onClick={tab.onChoose}
      onKeyDown={createScopedKeydownHandler({
        parentSelector: '[role="toolbar"]',
        siblingSelector: '[data-tab]',
        orientation: 'horizontal',
        dir: 'ltr',
        activateOnFocus: false,
      })}
    >
      <span data-view-name>{tab.name}</span> <Count tab={tab} />
    </button>
  )
}

/** A count of 0 says nothing. */
function Count({ tab: { count = 0, isUrgent } }: { readonly tab: Tab }) {
  if (count === 0) return null
  return (
    <span className={styles.count} data-urgent={isUrgent || undefined}>
      {formatCount(count)}
    </span>
  )
}

function Problem({ saved }: { readonly saved: SavedViews }) {
  return (
    <span className={styles.problem} role="alert">
      {messageOf(saved.error)}{' '}
      <Button variant="subtle" size="compact-xs" onClick={saved.refetch}>
        Try again
      </Button>
    </span>
  )
}
