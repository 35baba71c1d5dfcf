import { ActionIcon, Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { session as calls } from '@despatch/contract/sign-in/session'
import type { SavedView } from '@despatch/contract/sign-in/views'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { messageOf } from '../../server/api-error.ts'
import { call } from '../../server/call.ts'
import { parseSearch } from '../../browser/search-text.ts'
import { notify } from '../../notify/notify.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { tableViews, useTableLayout } from '../columns/table-layout.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import styles from './saved-views.module.css'
import { isShown, viewSearch } from './view-search.ts'

/**
 * The saved views of a table: the user’s own and shared ones. Choosing one restores its filters, order and columns.
 * Memoised, so that arriving rows do not render it again.
 */
export const SavedViews = memo(function SavedViews({ table }: { table: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [layout, changeLayout] = useTableLayout(table)
  const { data: all = [], error, refetch } = useQuery(tableViews(table))
  const [isOpen, list] = useDisclosure()
  const [isSaving, saving] = useDisclosure()
  const [deleting, setDeleting] = useState<SavedView>()
  // If several views have the same filters, the one that the user chose.
  const [chosenId, setChosenId] = useState('')

  const own = all.filter(({ isOwn }) => isOwn)
  const shared = all.filter(({ isOwn }) => !isOwn)
  const matching = all.filter((view) => isShown(view.search, search))
  const chosen = matching.find(({ _id }) => _id === chosenId) ?? matching[0]

  function choose(view: SavedView) {
    list.close()
    setChosenId(view._id)
    changeLayout(view.layout)
    void navigate({ to: '.', search: () => parseSearch(view.search), resetScroll: false })
  }
  async function remove(view: SavedView) {
    const { message } = await call(calls.deleteView, { query: { id: view._id } })
    await queryClient.invalidateQueries({ queryKey: tableViews(table).queryKey })
    notify.success(message)
  }
  const views = { chosen, onChoose: choose, onDelete: (view: SavedView) => (list.close(), setDeleting(view)) }

  return (
    <>
      <Popover
        opened={isOpen}
        onChange={(opened) => (opened ? list.open() : list.close())}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onClick={list.toggle}
          >
            {chosen ? `View: ${chosen.name}` : 'Views'}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs" miw={240} aria-label="Saved views">
          <ViewList title="Yours" listed={own} {...views} />
          <ViewList title="Shared" listed={shared} {...views} />
          {error && (
            <p className={styles.note} role="alert">
              {messageOf(error)}{' '}
              <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
                Try again
              </Button>
            </p>
          )}
          {!error && all.length === 0 && (
            <p className={styles.note}>Save filters, sorting and columns under a name to use again.</p>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              list.close()
              saving.open()
            }}
          >
            Save this view…
          </Button>
        </Popover.Dropdown>
      </Popover>
      {isSaving && (
        <SaveViewDialog
          table={table}
          search={viewSearch(search)}
          layout={layout}
          own={own}
          onSaved={setChosenId}
          onClose={saving.close}
        />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete the view ‘${deleting?.name ?? ''}’?`}
        confirmLabel="Delete it"
        isDangerous
        onConfirm={async () => {
          if (deleting) await remove(deleting)
        }}
        onClose={() => setDeleting(undefined)}
      >
        {deleting?.isShared ? 'It is deleted for everyone it is shared with. ' : ''}Its data is not deleted.
      </ConfirmDialog>
    </>
  )
})

type ViewListProps = {
  readonly title: string
  readonly listed: readonly SavedView[]
  readonly chosen: SavedView | undefined
  readonly onChoose: (view: SavedView) => void
  readonly onDelete: (view: SavedView) => void
}

function ViewList({ title, listed, chosen, onChoose, onDelete }: ViewListProps) {
  if (listed.length === 0) return null
  return (
    <section aria-label={title}>
      <div className={styles.title} aria-hidden>
        {title}
      </div>
      <ul className={styles.views}>
        {listed.map((view) => (
          <li key={view._id}>
            <button
              type="button"
              className={styles.view}
              aria-current={view === chosen || undefined}
              onClick={() => onChoose(view)}
            >
              {view.name}
              {!view.isOwn && <small>by {view.by}</small>}
              {view.isOwn && view.isShared && <small>shared</small>}
            </button>
            {view.isOwn && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`Delete ${view.name}`}
                onClick={() => onDelete(view)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
