import { Button, Group } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { DataTable } from './data-table.tsx'
import { ExportMenu } from './columns/export-menu.tsx'
import type { Columns } from './features.ts'
import { ListPage } from './list-page.tsx'
import { NothingListed } from './nothing-listed.tsx'
import { SavedViews } from './filters/saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TableFoot } from './table-foot.tsx'
import type { usePagedList } from './use-paged-list.ts'
import { DisabledReason } from './disabled-reason.tsx'

type RecordListProps<Row extends RowData> = {
  /** Under which name the table's layout and views are kept. */
  readonly name: string
  readonly title: string
  /** What the table and its files are called, where it is not the title. */
  readonly label?: string
  readonly noun: readonly [one: string, many: string]
  readonly columns: Columns<Row>
  readonly list: ReturnType<typeof usePagedList<Row>>
  readonly fetchPage: (page: number, size: number, signal: AbortSignal) => Promise<{ rows: readonly Row[] }>
  /** What makes another record, and why one may not. */
  readonly add: { readonly label: string; readonly whyNot: string | undefined; readonly onAdd: () => void }
  /** The fields and chips beside the saved views. */
  readonly filters: ReactNode
  readonly isNarrowed: boolean
  readonly onClear: () => void
  /** What is done with the records that are selected; without it none can be. */
  readonly actions?: ReactNode
  /** The page size that the table begins with, where it is not the usual one. */
  readonly defaultSize?: number
  /** What would be listed without any filter, and how to get it. */
  readonly empty: string
  readonly onOpen: (row: Row) => void
  readonly onPeek?: (row: Row) => void
  /** Its dialogs. */
  readonly children?: ReactNode
}

/** A list of records that are kept here: with filters, views, export, pages, a way to make another, and what is done to some. */
export function RecordList<Row extends RowData>(given: RecordListProps<Row>) {
  const { name, title, label = title, noun, columns, list, add, actions, isNarrowed, onClear } = given
  const { selected, onSelect, ...table } = list.table
  return (
    <ListPage
      title={title}
      counted={list.counted(noun)}
      action={
        <Group gap="xs">
          <ExportMenu
            table={name}
            title={label}
            columns={columns}
            total={list.total}
            fetchRows={(page, size, signal) => given.fetchPage(page, size, signal).then(({ rows }) => rows)}
          />
          <DisabledReason reasons={[add.whyNot]} />
          <Button disabled={add.whyNot !== undefined} onClick={add.onAdd}>
            {add.label}
          </Button>
        </Group>
      }
      filters={
        <>
          <SavedViews table={name} />
          {given.filters}
        </>
      }
      foot={
        <>
          {actions && (
            <SelectionBar selected={list.selected.length} total={list.total} noun={noun} onClear={list.clear}>
              {actions}
            </SelectionBar>
          )}
          <TableFoot {...list.foot} {...(given.defaultSize && { defaultSize: given.defaultSize })} />
        </>
      }
    >
      <DataTable
        name={name}
        label={label}
        columns={columns}
        {...table}
        {...(actions && { selected, onSelect })}
        onOpen={given.onOpen}
        {...(given.onPeek && { onPeek: given.onPeek })}
        empty={<NothingListed noun={noun[0]} isNarrowed={isNarrowed} onClear={onClear} otherwise={given.empty} />}
      />
      {given.children}
    </ListPage>
  )
}
