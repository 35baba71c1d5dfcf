import { type CategoryDetailRow, MOST_ROUTES_AT_ONCE } from '@despatch/contract/fixed-routing/fixed-route'
import { useRef, useState } from 'react'
import { FindingsOf } from '../allocation/findings-of.tsx'
import { RuleBookLink } from '../allocation/rule-book-link.tsx'
import { messageOf } from '../app/api/api-error.ts'
import { notify } from '../feedback/notify.ts'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { ListPage } from '../table/list-page.tsx'
import { isNarrowed } from '../table/narrowed.ts'
import { NothingListed } from '../table/nothing-listed.tsx'
import { SavedViews } from '../table/saved-views.tsx'
import { useScreenSearch } from '../table/screen-search.ts'
import { SearchField } from '../table/search-field.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import { TableFoot } from '../table/table-foot.tsx'
import { usePagedList } from '../table/use-paged-list.ts'
import { CategoryForm } from './category-form.tsx'
import styles from './fixed-routing.module.css'
import { ROUTE_COLUMNS } from './route-columns.tsx'
import { RouteFilters } from './route-filters.tsx'
import { RoutePeek } from './route-peek.tsx'
import { exportDetail, fetchDetail } from './route-queries.ts'
import { filterBody, NOTHING_ASKED, type RouteSearch, routeSearchShape } from './route-search.ts'
import { useRouteEditing } from './use-route-editing.tsx'

const TABLE = 'product-fixed-routing'
const rowId = ({ customPreferenceID, Code }: CategoryDetailRow) => customPreferenceID || `sku ${Code}`

/** The products of a category, and the category, with what holds them. */
export function BySkuList() {
  const [search, change] = useScreenSearch(routeSearchShape)
  const [peeked, setPeeked] = useState<CategoryDetailRow>()
  const { page, limit, sort, category } = search
  const body = filterBody(search)
  const list = usePagedList<CategoryDetailRow>({
    queryKey: ['rule-book', 'fixed-routing', 'list', body, sort],
    place: { page, limit, sort, order: 'asc' },
    onPlace: ({ order: _order, ...place }) => change(place as Partial<RouteSearch>),
    fetchPage: (number, size, signal) => fetchDetail(body, sort, number, size, signal),
    rowId,
  })
  const { total, selected } = list
  const editing = useRouteEditing({
    selected,
    clear: list.clear,
    selectRows: list.selectRows,
    category,
    isForRegions: false,
  })
  const narrow = (part: Partial<RouteSearch>) => change({ ...part, page: 1 })
  const exported = useRef<readonly CategoryDetailRow[]>([])
  // The call answers all rows at once.
  async function exportRows(number: number, size: number, signal: AbortSignal) {
    if (number === 1) exported.current = await exportDetail(body, signal)
    return exported.current.slice((number - 1) * size, number * size)
  }
  async function selectAll() {
    try {
      list.selectRows((await fetchDetail(body, sort, 1, MOST_ROUTES_AT_ONCE)).rows)
    } catch (error) {
      notify.danger(`Nothing more was selected. ${messageOf(error)}`)
    }
  }
  if (editing.form) return editing.form

  return (
    <ListPage
      title="Product Fixed Routing: by SKU"
      counted={list.counted(['row', 'rows'])}
      action={
        <span className={styles.actions}>
          <RuleBookLink />
          <ExportMenu
            table={TABLE}
            title="Product Fixed Routing"
            columns={ROUTE_COLUMNS}
            total={total}
            fetchRows={exportRows}
          />
          {editing.addButton}
        </span>
      }
      filters={
        <>
          <CategoryForm search={search} onChange={narrow} />
          <SavedViews table={TABLE} />
          <SearchField
            label="Code or description"
            value={search.includes}
            onChange={(includes) => narrow({ includes })}
          />
          <RouteFilters search={search} onChange={narrow} />
        </>
      }
      foot={
        <>
          <FindingsOf kinds={['fixed-route']} />
          <SelectionBar
            selected={selected.length}
            total={total}
            noun={['row', 'rows']}
            {...(total !== undefined && total <= MOST_ROUTES_AT_ONCE && { onSelectAll: () => void selectAll() })}
            onClear={list.clear}
          >
            {editing.actions}
          </SelectionBar>
          <TableFoot {...list.foot} />
        </>
      }
    >
      <DataTable
        name={TABLE}
        label="Products and what holds them"
        columns={ROUTE_COLUMNS}
        {...list.table}
        onOpen={editing.edit}
        onPeek={setPeeked}
        empty={
          <NothingListed
            noun="row"
            isNarrowed={isNarrowed(search, NOTHING_ASKED)}
            onClear={() => narrow(NOTHING_ASKED)}
            otherwise="The client has no SKUs yet. Its products come in with the feeds, and each can then be held to a carrier or a method here."
          />
        }
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
