import { Button, Drawer } from '@mantine/core'
import type { ReturnItem } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import { formatCount } from '@despatch/domain/money/money'
import { type UseQueryResult } from '@tanstack/react-query'
import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useState } from 'react'
import type { DrawerRecordProps } from '../../kit/form/drawer-form.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import type { Columns } from '../../kit/list/features.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { RemoveDialog } from '../../kit/list/remove-dialog.tsx'
import type { Noun } from '../../kit/list/use-paged-list.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { DraftBar } from './draft-bar.tsx'
import { returnsChanged } from './returns-queries.ts'
import styles from './returns.module.css'

type ItemsPageProps<Item extends ReturnItem & RowData> = {
  readonly title: string
  readonly name: string
  readonly noun: Noun
  readonly columns: Columns<Item>
  readonly items: Pick<UseQueryResult<readonly Item[]>, 'data' | 'error' | 'isPending' | 'refetch'>
  readonly nameOf: (item: Item) => string
  readonly whyNot: string | undefined
  readonly empty: string
  /** Text on what deleting one affects. */
  readonly removal: string
  readonly form: (props: DrawerRecordProps<Item>) => ReactNode
  readonly beneath?: ReactNode
}

const rowId = ({ _id }: ReturnItem) => _id

async function removeInDraft(item: ReturnItem | undefined) {
  const { _id: id = '', version = 0, draftAt } = item ?? {}
  const query = { id, draft: 'true', version: String(version), draftAt: draftAt ?? '' } as const
  return call(returns.remove, { query }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'version_conflict') void returnsChanged()
    throw error
  })
}

/** The items of one kind with the draft bar above. Each opens in a drawer; changes go into the draft. */
export function ItemsPage<Item extends ReturnItem & RowData>(props: ItemsPageProps<Item>) {
  const { title, noun, columns, items, nameOf, whyNot } = props
  const [open, setOpen] = useState<Item | 'new'>()
  const [removing, setRemoving] = useState<Item>()
  const count = items.data?.length
  const of = open === 'new' ? undefined : open
  const adding = `Add ${/^[aeiou]/.test(noun[0]) ? 'an' : 'a'} ${noun[0]}`
  return (
    <ListPage
      title={title}
      counted={count !== undefined && `${formatCount(count)} ${noun[count === 1 ? 0 : 1]}`}
      action={
        <>
          <DisabledReason reasons={[whyNot]} />
          <Button disabled={whyNot !== undefined} onClick={() => setOpen('new')}>
            {adding}
          </Button>
        </>
      }
      filters={<DraftBar whyNot={whyNot} />}
      foot={props.beneath && <div className={styles.foot}>{props.beneath}</div>}
    >
      <DataTable
        name={props.name}
        label={title}
        columns={columns}
        rows={items.data}
        rowId={rowId}
        isLoading={items.isPending}
        error={items.error}
        onRetry={() => void items.refetch()}
        opensOnClick
        {...(!whyNot && { onOpen: (item: Item) => item.draft !== 'removed' && setOpen(item) })}
        empty={<p>{props.empty}</p>}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size="lg"
        title={of ? nameOf(of) : adding}
      >
        {of?.isOvertaken && (
          <p className={styles.lead}>
            A newer version of this {noun[0]} has been published. Saving here replaces it when the draft is published.
          </p>
        )}
        {open !== undefined && (
          <props.form
            key={of?._id ?? 'new'}
            of={of}
            onDone={() => setOpen(undefined)}
            onDelete={() => {
              setRemoving(of)
              setOpen(undefined)
            }}
          />
        )}
      </Drawer>
      <RemoveDialog
        opened={removing !== undefined}
        noun={noun}
        names={removing ? [nameOf(removing)] : []}
        onRemove={() => removeInDraft(removing)}
        onDeleted={({ message, retired }) => {
          notify.success(retired > 0 ? 'It is in use, so it has been retired.' : message)
          void returnsChanged()
          setRemoving(undefined)
        }}
        onClose={() => setRemoving(undefined)}
      >
        <p>{props.removal}</p>
      </RemoveDialog>
    </ListPage>
  )
}
