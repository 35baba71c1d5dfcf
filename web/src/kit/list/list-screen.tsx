import { Button } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { ExportMenu } from './export/export-menu.tsx'
import { DataTable } from './data-table.tsx'
import { DisabledReason } from './disabled-reason.tsx'
import type { Columns } from './features.ts'
import type { ShippedView } from './views/view-tabs.tsx'
import { ListPage } from './list-page.tsx'
import { useListedRecords } from './listed-records.ts'
import { NothingListed } from './nothing-listed.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import { TableFoot } from './table-foot.tsx'
import { ALL_ROWS } from './page-size.ts'
import styles from './table.module.css'
import type { Noun, usePagedList } from './use-paged-list.ts'

type PagedList<Row> = ReturnType<typeof usePagedList<Row>>
/** The list from {@link usePagedList}, optionally with the selection of all matching rows. */
type ShownList<Row> = Pick<PagedList<Row>, 'total' | 'counted' | 'selectedCount' | 'clear' | 'table' | 'foot'> & {
  readonly hiddenCount?: number
  readonly isAll?: boolean
  readonly selectAll?: (() => void) | undefined
}

type ListScreenProps<Row extends RowData> = {
  /** The name under which the table’s layout and views are stored. */
  readonly name: string
  readonly title: string
  /** The table’s name for screen readers, if it is not the title. */
  readonly label?: string
  /** The name of exported files, if it is not the title. */
  readonly exportTitle?: string
  readonly noun: Noun
  readonly columns: Columns<Row>
  readonly list: ShownList<Row>
  /** The text beside the title, if it is not the number of rows. */
  readonly counted?: ReactNode
  /** The number of rows of an export, if it has other rows than the list. */
  readonly exportTotal?: number
  /** Fetches a page of the matching rows for an export. */
  readonly fetchRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly Row[]>
  /** Shown to the right of the title. */
  readonly action?: ReactNode
  /** Creates a record. `whyNot` is the reason why the user may not. */
  readonly add?: { readonly label: string; readonly whyNot: string | undefined; readonly onAdd: () => void }
  readonly filters: ReactNode
  /** The views that the list comes with. */
  readonly views?: readonly ShippedView[]
  /** The list cannot be saved as a view. */
  readonly hasNoViews?: boolean
  /** Actions on the selected rows. Without them rows cannot be selected. */
  readonly actions?: ReactNode
  /** The order is fixed: no column can be sorted. */
  readonly isOrdered?: boolean
  /** The default page size, if it is not the usual one. */
  readonly defaultSize?: number
  /** Shown above the table, e.g. the receipt of the last command. */
  readonly above?: ReactNode
  /** Shown below the table. */
  readonly beneath?: ReactNode
  /** Whether filters narrow the list, and how to clear them. */
  readonly narrowed?: { readonly isNarrowed: boolean; readonly onClear: () => void }
  /** Shown if the list is empty without filters: what would be here and how to add it. */
  readonly empty: ReactNode
  /** The address of a row's record, which then shows its place in the list. */
  readonly recordAddress?: (row: Row) => string
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly opensOnClick?: boolean
  readonly onPeek?: (row: Row) => void
  /** The screen’s dialogs. */
  readonly children?: ReactNode
}

/** A complete list screen: filters, saved views, export, paging, selection and an explanation if it is empty. */
export function ListScreen<Row extends RowData>(props: ListScreenProps<Row>) {
  const { name, title, label = title, noun, columns, list, add, actions, narrowed, empty, onOpen, onPeek } = props
  const { selected, onSelect, sort, onSort, ...table } = list.table
  useListedRecords(list, props.recordAddress)
  return (
    <ListPage
      title={title}
      counted={props.counted ?? list.counted(noun)}
      action={
        <span className={styles.pageActions}>
          <ExportMenu
            table={name}
            title={props.exportTitle ?? title}
            columns={columns}
            total={props.exportTotal ?? list.total}
            page={{
              number: list.foot.page,
              size: props.exportTotal === undefined ? list.foot.pageSize : ALL_ROWS,
              rows: list.foot.count,
            }}
            fetchRows={props.fetchRows}
          />
          {props.action}
          {add && (
            <>
              <DisabledReason reasons={[add.whyNot]} />
              <Button
                // While rows are selected, their actions are the primary ones.
                {...(actions && list.selectedCount > 0 && { variant: 'default' })}
                disabled={add.whyNot !== undefined}
                onClick={add.onAdd}
              >
                {add.label}
              </Button>
            </>
          )}
        </span>
      }
      viewsOf={props.hasNoViews ? undefined : name}
      {...(props.views && { views: props.views })}
      filters={props.filters}
      foot={
        <>
          {props.beneath}
          {actions && (
            <SelectionBar
              selected={list.selectedCount}
              hidden={list.hiddenCount ?? 0}
              total={list.total}
              noun={noun}
              isAll={list.isAll ?? false}
              {...(list.selectAll && { onSelectAll: list.selectAll })}
              onClear={list.clear}
            >
              {actions}
            </SelectionBar>
          )}
          <TableFoot {...list.foot} {...(props.defaultSize && { defaultSize: props.defaultSize })} />
        </>
      }
    >
      {props.above}
      <DataTable
        name={name}
        label={label}
        columns={columns}
        {...table}
        {...(!props.isOrdered && { sort, onSort })}
        {...(actions && { selected, onSelect })}
        {...(onOpen && { onOpen })}
        {...(props.opensOnClick && { opensOnClick: true })}
        {...(onPeek && { onPeek })}
        empty={narrowed ? <NothingListed noun={noun[0]} {...narrowed} otherwise={empty} /> : empty}
      />
      {props.children}
    </ListPage>
  )
}
