import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import type { ParcelSort } from '@despatch/contract/deliveries/parcels/parcels'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { call } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { CarrierChip } from '../parcels/carrier-chip.tsx'
import { ALL_CLIENTS_COLUMNS, PARCEL_COLUMNS, parcelId, ParcelAddressContext } from '../parcels/parcel-columns.tsx'
import { ParcelPeek } from '../parcels/parcel-peek.tsx'
import { session } from '../../kit/session/session-store.ts'
import { DayChip } from '../../kit/list/filters/day-chip.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { exceptionParcelAddress } from './addresses.ts'
import { ExceptionFilters } from './exception-filters.tsx'
import { EXCEPTION_LABELS, ordersBody, ordersShape, type OrdersSearch } from './exception-queries.ts'

const TITLE = 'Exceptions: Orders'
const TABLE = 'exceptions-orders'

const addressOf = ({ trackingNumber, clientCode: client }: Parcel) => exceptionParcelAddress({ trackingNumber, client })

/** The parcels and orders behind one count of delivery exceptions. */
export function ExceptionOrdersScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(ordersShape)
  const client = useStore(session.store, (now) => now.client)
  const [peeked, setPeeked] = useState<Parcel>()
  const columns = client === ALL_CLIENTS ? ALL_CLIENTS_COLUMNS : PARCEL_COLUMNS
  const body = ordersBody(search, client)
  const fetchPage = (page: number, limit: number, signal: AbortSignal) =>
    call(deliveryExceptions.parcels, { body: { ...body, page, limit } }, { signal })
  const list = usePagedList<Parcel>({
    queryKey: ['delivery-exceptions', 'parcels', body],
    place: search,
    onPlace: ({ sort, ...place }) => change({ ...place, ...(sort && { sort: sort as ParcelSort }) }),
    fetchPage,
    rowId: parcelId,
  })

  // A new filter starts at the first page.
  const applyFilter = (part: Partial<OrdersSearch>) => change({ ...part, page: 1 })
  const clientFilter = client === ALL_CLIENTS ? search.client : ''
  const isNarrowed = Boolean(
    clientFilter || search.carrier.length > 0 || search.reference || search.service !== undefined || search.promised,
  )
  const clear = () => applyFilter({ client: '', carrier: [], service: undefined, reference: '', promised: '' })
  const open = (parcel: Parcel) => goTo(addressOf(parcel))

  return (
    <ParcelAddressContext value={addressOf}>
      <ListScreen
        name={TABLE}
        title={TITLE}
        label="Late parcels"
        exportTitle={`Exceptions Orders ${EXCEPTION_LABELS[search.show]}`}
        noun={['late parcel', 'late parcels']}
        columns={columns}
        list={list}
        counted={list.counted([
          `parcel, ${EXCEPTION_LABELS[search.show].toLowerCase()}`,
          `parcels, ${EXCEPTION_LABELS[search.show].toLowerCase()}`,
        ])}
        fetchRows={(page, size, signal) => fetchPage(page, size, signal).then(({ rows }) => rows)}
        filters={
          <>
            <SearchField
              label="Tracking or order number"
              value={search.reference}
              onChange={(reference) => applyFilter({ reference: reference.slice(0, 60) })}
            />
            <FilterRow isNarrowed={isNarrowed} onClear={clear}>
              <ExceptionFilters search={search} onChange={applyFilter} />
              {clientFilter && (
                <FilterChip name="Client" value={clientFilter} onRemove={() => applyFilter({ client: '' })} />
              )}
              <CarrierChip value={search.carrier} onChange={(carrier) => applyFilter({ carrier })} />
              <DayChip
                name="Promised"
                value={search.promised}
                isPast
                onChange={(promised) => applyFilter({ promised })}
              />
              {search.service !== undefined && (
                <FilterChip
                  name="Service"
                  value={search.service || 'not known'}
                  onRemove={() => applyFilter({ service: undefined })}
                />
              )}
            </FilterRow>
          </>
        }
        narrowed={{ isNarrowed, onClear: clear }}
        empty="No delivery exceptions found. Choose other dates, or switch between undelivered and late delivered."
        recordAddress={addressOf}
        onOpen={open}
        onPeek={setPeeked}
      >
        <ParcelPeek
          of={peeked}
          onClose={() => setPeeked(undefined)}
          open={{ title: 'Open the parcel', onOpen: open }}
        />
      </ListScreen>
    </ParcelAddressContext>
  )
}
