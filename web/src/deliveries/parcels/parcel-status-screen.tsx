import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import type { ParcelSort } from '@despatch/contract/deliveries/parcels/parcels'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { parcelAddress } from '../../kit/navigation/addresses.ts'
import { session } from '../../kit/session/session-store.ts'
import { useOpens } from '../../kit/session/use-may.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ExportMenu } from '../../kit/list/columns/export-menu.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { SavedViews } from '../../kit/list/filters/saved-views.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ALL_CLIENTS_COLUMNS, PARCEL_COLUMNS, parcelId, ParcelPlace } from './parcel-columns.tsx'
import { ParcelFilters } from './parcel-filters.tsx'
import { ParcelPeek } from './parcel-peek.tsx'
import { fetchParcels, filterOf, LAST_DAYS, statesOf, type StatusSearch, statusShape } from './parcel-queries.ts'
import { StateChips } from './state-chips.tsx'

const TITLE = 'Parcel Delivery Status'
const TABLE = 'parcel-delivery-status'

/** A parcel among the delivery events of its order. */
/** Where parcels are: by day of despatch, state, carrier and reference. */
export function ParcelStatusScreen() {
  const router = useRouter()
  const client = useQueryClient()
  const [search, change] = useScreenSearch(statusShape)
  const isForAll = useStore(session.store, (now) => now.client) === ALL_CLIENTS
  const opensOrders = useOpens('reportsAndEnquiries.orderAndReturnsEnquiry')
  const [peeked, setPeeked] = useState<Parcel>()
  const columns = isForAll ? ALL_CLIENTS_COLUMNS : PARCEL_COLUMNS

  const filter = filterOf(search)
  const { state, sort, order } = search
  const asked = { filter, state, sort, desc: order === 'desc' }
  const { data: states = [] } = useQuery(statesOf(filter))
  const fetchPage = (page: number, limit: number, signal: AbortSignal) =>
    fetchParcels(client, asked, page, limit, signal)
  const list = usePagedList<Parcel>({
    queryKey: ['parcels', 'list', asked],
    place: search,
    onPlace: ({ sort: sorted, ...place }) => change({ ...place, ...(sorted && { sort: sorted as ParcelSort }) }),
    fetchPage,
    rowId: parcelId,
  })

  // Another list begins at its first page.
  const narrow = (part: Partial<StatusSearch>) => change({ ...part, page: 1 })
  const clear = () => narrow({ reference: '', from: '', to: '', carrier: [], late: '', state: [] })
  const isNarrowed = Boolean(
    search.reference || search.from || search.to || search.carrier.length > 0 || search.late || state.length > 0,
  )
  const open = (parcel: Parcel) => void router.navigate({ href: parcelAddress(parcel) })
  const { selected: _selected, onSelect: _onSelect, ...table } = list.table

  return (
    <ListPage
      title={TITLE}
      counted={list.counted(['parcel', 'parcels'])}
      filters={
        <>
          <SavedViews table={TABLE} />
          <ParcelFilters search={search} isNarrowed={isNarrowed} onChange={narrow} onClear={clear} />
          <ExportMenu
            table={TABLE}
            title={TITLE}
            columns={columns}
            total={list.total}
            fetchRows={(page, size, signal) => fetchPage(page, size, signal).then(({ rows }) => rows)}
          />
          <StateChips states={states} chosen={state} onChange={(chosen) => narrow({ state: chosen })} />
        </>
      }
      foot={<TableFoot {...list.foot} />}
    >
      <ParcelPlace value={opensOrders ? parcelAddress : undefined}>
        <DataTable
          name={TABLE}
          label="Parcels"
          columns={columns}
          {...table}
          onOpen={opensOrders ? open : setPeeked}
          onPeek={setPeeked}
          empty={
            <NothingListed
              noun="parcel"
              isNarrowed={isNarrowed}
              onClear={clear}
              otherwise={`Nothing was despatched in the last ${LAST_DAYS} days. Parcels are listed here as soon as the warehouse’s file of despatches names them; choose other days to look further back.`}
            />
          }
        />
      </ParcelPlace>
      <ParcelPeek
        of={peeked}
        onClose={() => setPeeked(undefined)}
        open={opensOrders ? { title: 'Open the order’s delivery events', onOpen: open } : undefined}
      />
    </ListPage>
  )
}
