import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { type ReactNode, useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import type { Columns } from '../../kit/list/features.ts'
import type { usePagedList } from '../../kit/list/use-paged-list.ts'
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
  const { selected, clear, selectRows } = list
  const editing = useRouteEditing({ selected, clear, selectRows, ...begin })
  if (editing.form) return editing.form
  return (
    <ListScreen
      name={table}
      title={title}
      label={label}
      exportTitle={given.exportTitle}
      noun={given.selected}
      columns={columns}
      list={{ ...list, selectAll: given.onSelectAll }}
      counted={list.counted(given.counted)}
      fetchRows={given.exportRows}
      action={<RuleBookLink />}
      add={editing.adding}
      filters={filters}
      hasOwnViews
      actions={editing.actions}
      beneath={<FindingsOf kinds={['fixed-route']} />}
      empty={empty}
      onOpen={editing.edit}
      opensOnClick
      onPeek={setPeeked}
    >
      <RoutePeek
        row={peeked}
        whyNot={editing.whyNot}
        onClose={() => setPeeked(undefined)}
        onEdit={(row) => (setPeeked(undefined), editing.edit(row))}
      />
      {editing.dialog}
    </ListScreen>
  )
}
