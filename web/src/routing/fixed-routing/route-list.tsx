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
  /** The name under which the table's layout and views are stored. */
  readonly table: string
  /** The table's label for screen readers. */
  readonly label: string
  readonly columns: Columns<CategoryDetailRow>
  readonly list: ReturnType<typeof usePagedList<CategoryDetailRow>>
  /** The words for counts and selections. */
  readonly counted: readonly [one: string, many: string]
  readonly selected: readonly [one: string, many: string]
  readonly exportTitle: string
  readonly exportRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly CategoryDetailRow[]>
  readonly onSelectAll?: (() => void) | undefined
  /** The initial values of a form that adds routes. */
  readonly begin: { readonly category: string; readonly isForRegions: boolean; readonly sku?: string }
  readonly filters: ReactNode
  readonly empty: ReactNode
}

/** The list of both fixed routing screens: rows with their routes, to add, change and delete. */
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
