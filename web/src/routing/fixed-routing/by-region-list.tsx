import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../kit/server/query-client.ts'
import type { Columns } from '../../kit/list/features.ts'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { CarrierChips } from './carrier-chips.tsx'
import { RegionsChip } from './regions/regions-chip.tsx'
import { ROUTE_COLUMNS } from './route-columns.tsx'
import { RouteList } from './route-list.tsx'
import { fetchSkuDetails, skusWithRegions } from './route-queries.ts'
import { codesOf, regionSearchShape } from './route-search.ts'
import { SkuChip } from './sku-chip.tsx'

const TABLE = 'product-fixed-routing-by-region'
const NO_FILTER = { sku: '', carrier: '', method: '', regions: '' } as const
const rowId = ({ customPreferenceID }: CategoryDetailRow) => customPreferenceID
/** The usual columns with regions first, as in specification 3: by code and regions. */
const FIRST = ['code', 'description', 'regions']
const COLUMNS: Columns<CategoryDetailRow> = ROUTE_COLUMNS.map((column) => ({
  ...column,
  enableSorting: false,
})).toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
function placeOf(id: string | undefined): number {
  const place = FIRST.indexOf(id ?? '')
  return place < 0 ? FIRST.length : place
}

/** Lists routes with regions, of one SKU or all. */
export function ByRegionList() {
  const [search, change] = useScreenSearch(regionSearchShape)
  const { sku, carrier, method, regions, page, limit } = search
  const all = useQuery(skusWithRegions)

  /** The call answers all rows with few fields: pick a page here and load its details. */
  async function fetchPage(number: number, size: number, signal: AbortSignal) {
    const wanted = codesOf(regions)
    const listed = (await queryClient.fetchQuery(skusWithRegions)).filter(
      ({ Code, CarrierCode, RegionList, ...row }) =>
        (sku === '' || Code === sku) &&
        (carrier === '' || CarrierCode === carrier) &&
        (method === '' || row.method === method) &&
        (wanted.length === 0 || RegionList.some((code) => wanted.includes(code))),
    )
    const shown = listed.slice((number - 1) * size, number * size)
    const details = await fetchSkuDetails([...new Set(shown.map(({ Code }) => Code))], signal)
    const byId = new Map(details.map((row) => [row.customPreferenceID, row]))
    return { rows: shown.flatMap(({ customPreferenceID }) => byId.get(customPreferenceID) ?? []), total: listed.length }
  }
  const list = usePagedList<CategoryDetailRow>({
    queryKey: ['rule-book', 'fixed-routing', 'by-region', { sku, carrier, method, regions }, all.dataUpdatedAt],
    place: { page, limit, sort: 'code', order: 'asc' },
    onPlace: (place) =>
      change({
        ...(place.page !== undefined && { page: place.page }),
        ...(place.limit !== undefined && { limit: place.limit }),
      }),
    fetchPage,
    rowId,
  })
  const narrow = (part: Partial<typeof search>) => change({ ...part, page: 1 })

  return (
    <RouteList
      title="Product Fixed Routing: by Region"
      table={TABLE}
      label="SKUs with regions"
      columns={COLUMNS}
      list={list}
      counted={['route with regions', 'routes with regions']}
      selected={['route', 'routes']}
      exportTitle="Product Fixed Routing by Region"
      exportRows={(number, size, signal) => fetchPage(number, size, signal).then(({ rows }) => rows)}
      begin={{ category: '', isForRegions: true, sku }}
      filters={
        <>
          <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => narrow(NO_FILTER)}>
            <SkuChip value={sku} onChange={(code) => narrow({ sku: code })} />
            <CarrierChips carrier={carrier} method={method} onChange={narrow} />
            <RegionsChip value={regions} onChange={(codes) => narrow({ regions: codes })} />
          </FilterRow>
        </>
      }
      empty={
        <NothingListed
          noun="route"
          isNarrowed={isNarrowed(search, NO_FILTER)}
          onClear={() => narrow(NO_FILTER)}
          otherwise="No SKUs have routes for particular regions. Use ‘Add fixed routes’ to send SKUs to chosen regions with one carrier or method."
        />
      }
    />
  )
}
