import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import type { ParcelSort } from '@despatch/contract/deliveries/parcels/parcels'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { parcelAddress } from '../../kit/navigation/addresses.ts'
import { session } from '../../kit/session/session-store.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { LateAges } from './late-ages.tsx'
import { ALL_CLIENTS_COLUMNS, PARCEL_COLUMNS, parcelId, ParcelAddressContext } from './parcel-columns.tsx'
import { ParcelFilters } from './parcel-filters.tsx'
import { ParcelPeek } from './parcel-peek.tsx'
import {
  fetchParcels,
  parcelFilter,
  LAST_DAYS,
  parcelCountsQuery,
  type StatusSearch,
  statusShape,
} from './parcel-queries.ts'
import { NOT_LATE, stateViews } from './state-views.ts'

const TITLE = 'Parcel Delivery Status'
const TABLE = 'parcel-delivery-status'

/** Parcels and their states, filtered by despatch day, state, carrier and reference. */
export function ParcelStatusScreen() {
  const goTo = useGoTo()
  const client = useQueryClient()
  const [search, change] = useScreenSearch(statusShape)
  const isForAll = useStore(session.store, (now) => now.client) === ALL_CLIENTS
  const opensOrders = useCanOpen('reportsAndEnquiries.orderAndReturnsEnquiry')
  const [peeked, setPeeked] = useState<Parcel>()
  const columns = isForAll ? ALL_CLIENTS_COLUMNS : PARCEL_COLUMNS

  const filter = parcelFilter(search)
  const { state, sort, order } = search
  const query = { filter, state, sort, desc: order === 'desc' }
  const { data: states = [] } = useQuery(parcelCountsQuery(filter))
  const fetchPage = (page: number, limit: number, signal: AbortSignal) =>
    fetchParcels(client, query, page, limit, signal)
  const list = usePagedList<Parcel>({
    queryKey: ['parcels', 'list', query],
    place: search,
    onPlace: ({ sort: sorted, ...place }) => change({ ...place, ...(sorted && { sort: sorted as ParcelSort }) }),
    fetchPage,
    rowId: parcelId,
  })

  // A new filter starts at the first page.
  const applyFilter = (part: Partial<StatusSearch>) => change({ ...part, page: 1 })
  const clear = () => applyFilter({ reference: '', from: '', to: '', carrier: [], ...NOT_LATE, state: [] })
  const isNarrowed = Boolean(
    search.reference || search.from || search.to || search.carrier.length > 0 || search.late || state.length > 0,
  )
  const open = (parcel: Parcel) => goTo(parcelAddress(parcel))

  return (
    <ParcelAddressContext value={opensOrders ? parcelAddress : undefined}>
      <ListScreen
        name={TABLE}
        title={TITLE}
        label="Parcels"
        noun={['parcel', 'parcels']}
        columns={columns}
        list={list}
        fetchRows={(page, size, signal) => fetchPage(page, size, signal).then(({ rows }) => rows)}
        views={stateViews({ counts: states, chosen: state, isLate: search.late !== '', onChoose: applyFilter })}
        above={
          search.late && (
            <LateAges
              filter={filter}
              state={state}
              chosen={search.daysLate}
              onChoose={(daysLate) => applyFilter({ daysLate })}
            />
          )
        }
        filters={
          <ParcelFilters
            search={search}
            states={states}
            isNarrowed={isNarrowed}
            onChange={applyFilter}
            onClear={clear}
          />
        }
        narrowed={{ isNarrowed, onClear: clear }}
        empty={`Nothing was despatched in the last ${LAST_DAYS} days. Choose other dates to look further back.`}
        onOpen={opensOrders ? open : setPeeked}
        onPeek={setPeeked}
      >
        <ParcelPeek
          of={peeked}
          onClose={() => setPeeked(undefined)}
          open={opensOrders ? { title: 'Open the order’s delivery events', onOpen: open } : undefined}
        />
      </ListScreen>
    </ParcelAddressContext>
  )
}
