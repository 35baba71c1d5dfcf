import { Button } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { ExportMenu } from './export/export-menu.tsx'
import { DataTable } from './data-table.tsx'
import { DisabledReason } from './disabled-reason.tsx'
import type { Columns } from './features.ts'
import { SavedViews } from './filters/saved-views.tsx'
import { ListPage } from './list-page.tsx'
import { NothingListed } from './nothing-listed.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TableFoot } from './table-foot.tsx'
import styles from './table.module.css'
import type { Noun, usePagedList } from './use-paged-list.ts'

type PagedList<Row> = ReturnType<typeof usePagedList<Row>>
/** What {@link usePagedList} gives, and where all that match can be selected, how. */
type ShownList<Row> = Pick<PagedList<Row>, 'total' | 'counted' | 'selectedCount' | 'clear' | 'table' | 'foot'> & {
  readonly isAll?: boolean
  readonly selectAll?: (() => void) | undefined
}

type ListScreenProps<Row extends RowData> = {
  /** Under which name the table's layout and views are kept. */
  readonly name: string
  readonly title: string
  /** What the table is of, for screen readers, where it is not the title. */
  readonly label?: string
  /** What its files are called, where it is not the title. */
  readonly exportTitle?: string
  readonly noun: Noun
  readonly columns: Columns<Row>
  readonly list: ShownList<Row>
  /** What is counted, where it is not so many of the noun. */
  readonly counted?: ReactNode
  /** Asks for a page of what matches, to export it. */
  readonly fetchRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly Row[]>
  /** At the right of the title. */
  readonly action?: ReactNode
  /** What makes another record, and why one may not. */
  readonly add?: { readonly label: string; readonly whyNot: string | undefined; readonly onAdd: () => void }
  /** The fields and chips beside the saved views. */
  readonly filters: ReactNode
  /** What stands beneath the filters. */
  readonly chips?: ReactNode
  /** Nobody saves views of it, or its filters place them. */
  readonly hasOwnViews?: boolean
  /** What is done with the rows that are selected; without it none can be. */
  readonly actions?: ReactNode
  /** Its order is fixed: no column sorts. */
  readonly isOrdered?: boolean
  /** The page size that the table begins with, where it is not the usual one. */
  readonly defaultSize?: number
  /** What became of the last act. */
  readonly above?: ReactNode
  /** What is said of the whole list, beneath it. */
  readonly beneath?: ReactNode
  /** Where it can be narrowed: whether it is, and how to see all. */
  readonly narrowed?: { readonly isNarrowed: boolean; readonly onClear: () => void }
  /** What would be listed without any filter, and how to get it. */
  readonly empty: ReactNode
  readonly onOpen?: ((row: Row) => void) | undefined
  /** A single click anywhere on a row opens it. */
  readonly opensOnClick?: boolean
  readonly onPeek?: (row: Row) => void
  /** Its dialogs. */
  readonly children?: ReactNode
}

/** A list with what every list has: filters, views, export, pages, what is done to some rows, why it is empty. */
export function ListScreen<Row extends RowData>(props: ListScreenProps<Row>) {
  const { name, title, label = title, noun, columns, list, add, actions, narrowed, empty, onOpen, onPeek } = props
  const { selected, onSelect, sort, onSort, ...table } = list.table
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
            total={list.total}
            fetchRows={props.fetchRows}
          />
          {props.action}
          {add && (
            <>
              <DisabledReason reasons={[add.whyNot]} />
              <Button
                // While rows are selected, what is done with them comes first.
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
      filters={
        <>
          {!props.hasOwnViews && <SavedViews table={name} />}
          {props.filters}
          {props.chips}
        </>
      }
      foot={
        <>
          {props.beneath}
          {actions && (
            <SelectionBar
              selected={list.selectedCount}
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
        empty={narrowed ? <NothingListed noun={noun[0]} {...narrowed} otherwise={empty} add={add} /> : empty}
      />
      {props.children}
    </ListPage>
  )
}
