import { createSliceReader } from '../../kit/list/rows/page-reader.ts'
import { type CategoryDetailRow, MAX_ROUTES_AT_ONCE } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { messageOf } from '../../kit/server/api-error.ts'
import { notify } from '../../kit/notify/notify.ts'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { CategoryForm } from './category-form.tsx'
import { ROUTE_COLUMNS } from './route-columns.tsx'
import { RouteFilters } from './route-filters.tsx'
import { RouteList } from './route-list.tsx'
import { exportDetail, fetchDetail } from './route-queries.ts'
import { filterBody, EMPTY_SEARCH, type RouteSearch, routeSearchShape } from './route-search.ts'

const TABLE = 'product-fixed-routing'
const rowId = ({ customPreferenceID, Code }: CategoryDetailRow) => customPreferenceID || `sku ${Code}`

/** Lists the products of a category and the category's own routes. */
export function BySkuList() {
  const [search, change] = useScreenSearch(routeSearchShape)
  const { page, limit, sort, category } = search
  const body = filterBody(search)
  const list = usePagedList<CategoryDetailRow>({
    queryKey: ['rule-book', 'fixed-routing', 'list', body, sort],
    place: { page, limit, sort, order: 'asc' },
    onPlace: ({ order: _order, ...place }) => change(place as Partial<RouteSearch>),
    fetchPage: (number, size, signal) => fetchDetail(body, sort, number, size, signal),
    rowId,
  })
  const { total } = list
  const narrow = (part: Partial<RouteSearch>) => change({ ...part, page: 1 })
  async function selectAll() {
    try {
      list.selectRows((await fetchDetail(body, sort, 1, MAX_ROUTES_AT_ONCE)).rows)
    } catch (error) {
      notify.danger(`Nothing more was selected. ${messageOf(error)}`)
    }
  }

  return (
    <RouteList
      title="Product Fixed Routing: by SKU"
      table={TABLE}
      label="Products and their routes"
      columns={ROUTE_COLUMNS}
      list={list}
      counted={['row', 'rows']}
      selected={['row', 'rows']}
      exportTitle="Product Fixed Routing"
      exportRows={createSliceReader((signal) => exportDetail(body, signal))}
      onSelectAll={total !== undefined && total <= MAX_ROUTES_AT_ONCE ? () => void selectAll() : undefined}
      begin={{ category, isForRegions: false }}
      filters={
        <>
          <CategoryForm search={search} onChange={narrow} />
          <SearchField
            label="Code or description"
            value={search.includes}
            onChange={(includes) => narrow({ includes })}
          />
          <RouteFilters search={search} onChange={narrow} />
        </>
      }
      empty={
        <NothingListed
          noun="row"
          isNarrowed={isNarrowed(search, EMPTY_SEARCH)}
          onClear={() => narrow(EMPTY_SEARCH)}
          otherwise="This client has no SKUs yet. Import SKUs to fix them to a carrier or method here."
        />
      }
    />
  )
}
