import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { type ReactNode, useState } from 'react'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ExportMenu } from '../../kit/list/columns/export-menu.tsx'
import type { Columns } from '../../kit/list/features.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { SelectionBar } from '../../kit/list/selection-bar.tsx'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import type { usePagedList } from '../../kit/list/use-paged-list.ts'
import styles from './fixed-routing.module.css'
import { RoutePeek } from './route-peek.tsx'
import { useRouteEditing } from './use-route-editing.tsx'

type RouteListProps = {
  readonly title: string
  /** The name that the table's layout and its views are kept under. */
  readonly table: string
  /** What the table is of, for screen readers. */
  readonly label: string
  readonly columns: Columns<CategoryDetailRow>
  readonly list: ReturnType<typeof usePagedList<CategoryDetailRow>>
  /** What is counted above the table, and what is selected in it. */
  readonly counted: readonly [one: string, many: string]
  readonly selected: readonly [one: string, many: string]
  readonly exportTitle: string
  readonly exportRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly CategoryDetailRow[]>
  readonly onSelectAll?: (() => void) | undefined
  /** What a form that adds routes begins with. */
  readonly begin: { readonly category: string; readonly isForRegions: boolean; readonly sku?: string }
  readonly filters: ReactNode
  readonly empty: ReactNode
}

/** What both screens of fixed routing are: rows with what holds them, to look at, hold, change and delete. */
export function RouteList({ title, table, label, columns, list, begin, filters, empty, ...given }: RouteListProps) {
  const [peeked, setPeeked] = useState<CategoryDetailRow>()
  const { total, selected, clear, selectRows } = list
  const editing = useRouteEditing({ selected, clear, selectRows, ...begin })
  if (editing.form) return editing.form
  return (
    <ListPage
      title={title}
      counted={list.counted(given.counted)}
      action={
        <span className={styles.actions}>
          <RuleBookLink />
          <ExportMenu
            table={table}
            title={given.exportTitle}
            columns={columns}
            total={total}
            fetchRows={given.exportRows}
          />
          {editing.addButton}
        </span>
      }
      filters={filters}
      foot={
        <>
          <FindingsOf kinds={['fixed-route']} />
          <SelectionBar
            selected={selected.length}
            total={total}
            noun={given.selected}
            {...(given.onSelectAll && { onSelectAll: given.onSelectAll })}
            onClear={clear}
          >
            {editing.actions}
          </SelectionBar>
          <TableFoot {...list.foot} />
        </>
      }
    >
      <DataTable
        name={table}
        label={label}
        columns={columns}
        {...list.table}
        onOpen={editing.edit}
        onPeek={setPeeked}
        empty={empty}
      />
      <RoutePeek
        row={peeked}
        whyNot={editing.whyNot}
        onClose={() => setPeeked(undefined)}
        onEdit={(row) => (setPeeked(undefined), editing.edit(row))}
      />
      {editing.dialog}
    </ListPage>
  )
}
