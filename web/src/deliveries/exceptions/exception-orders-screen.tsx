import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import type { ParcelSort } from '@despatch/contract/deliveries/parcels/parcels'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { CarrierChip } from '../parcels/carrier-chip.tsx'
import { ALL_CLIENTS_COLUMNS, PARCEL_COLUMNS, parcelId, ParcelPlace } from '../parcels/parcel-columns.tsx'
import { ParcelPeek } from '../parcels/parcel-peek.tsx'
import { session } from '../../kit/session/session-store.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ExportMenu } from '../../kit/list/columns/export-menu.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { SavedViews } from '../../kit/list/filters/saved-views.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { exceptionParcelAddress } from './addresses.ts'
import { ExceptionFilters } from './exception-filters.tsx'
import { EXCEPTION_WORDS, ordersBody, ordersShape, type OrdersSearch } from './exception-queries.ts'

const TITLE = 'Exceptions: Orders'
const TABLE = 'exceptions-orders'

/** A parcel in a tab of its own. */
const addressOf = ({ trackingNumber, clientCode: client }: Parcel) => exceptionParcelAddress({ trackingNumber, client })

/** The parcels, with their orders, behind one count of delivery exceptions. */
export function ExceptionOrdersScreen() {
  const router = useRouter()
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

  // Another list begins at its first page.
  const narrow = (part: Partial<OrdersSearch>) => change({ ...part, page: 1 })
  const whose = client === ALL_CLIENTS ? search.client : ''
  const isNarrowed = Boolean(whose || search.carrier.length > 0 || search.reference || search.service !== undefined)
  const clear = () => narrow({ client: '', carrier: [], service: undefined, reference: '' })
  const open = (parcel: Parcel) => void router.navigate({ href: addressOf(parcel) })
  const { selected: _selected, onSelect: _onSelect, ...table } = list.table

  return (
    <ListPage
      title={TITLE}
      counted={list.counted([
        `parcel, ${EXCEPTION_WORDS[search.show].toLowerCase()}`,
        `parcels, ${EXCEPTION_WORDS[search.show].toLowerCase()}`,
      ])}
      filters={
        <>
          <SavedViews table={TABLE} />
          <SearchField
            label="Tracking or order number"
            value={search.reference}
            onChange={(reference) => narrow({ reference: reference.slice(0, 60) })}
          />
          <FilterRow isNarrowed={isNarrowed} onClear={clear}>
            <ExceptionFilters asked={search} onChange={narrow} />
            {whose && <FilterChip name="Client" value={whose} onRemove={() => narrow({ client: '' })} />}
            <CarrierChip value={search.carrier} onChange={(carrier) => narrow({ carrier })} />
            {search.service !== undefined && (
              <FilterChip
                name="Service"
                value={search.service || 'not known'}
                onRemove={() => narrow({ service: undefined })}
              />
            )}
          </FilterRow>
          <ExportMenu
            table={TABLE}
            title={`Exceptions Orders ${EXCEPTION_WORDS[search.show]}`}
            columns={columns}
            total={list.total}
            fetchRows={(page, size, signal) => fetchPage(page, size, signal).then(({ rows }) => rows)}
          />
        </>
      }
      foot={<TableFoot {...list.foot} />}
    >
      <ParcelPlace value={addressOf}>
        <DataTable
          name={TABLE}
          label="Parcels behind the count"
          columns={columns}
          {...table}
          onOpen={open}
          onPeek={setPeeked}
          empty={
            <NothingListed
              noun="late parcel"
              isNarrowed={isNarrowed}
              onClear={clear}
              otherwise="No delivery exceptions found. Choose other days, or the other of undelivered and late delivered."
            />
          }
        />
      </ParcelPlace>
      <ParcelPeek of={peeked} onClose={() => setPeeked(undefined)} open={{ title: 'Open the parcel', onOpen: open }} />
    </ListPage>
  )
}
