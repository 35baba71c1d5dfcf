import { createSliceReader } from '../../kit/list/rows/page-reader.ts'
import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { useDisclosure } from '@mantine/hooks'
import { type PriceRow } from '@despatch/contract/routing/prices/prices'
import { PRICING_METHODS } from '@despatch/domain/routing/prices/costing'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import { queryClient } from '../../kit/server/query-client.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { methodAddress } from './addresses.ts'
import { MethodPeek } from './method/method-peek.tsx'
import { NewMethodDialog } from './method/new-method-dialog.tsx'
import { PRICE_COLUMNS, pricingText } from './price-columns.tsx'
import { listed } from './price-listing.ts'
import { NO_FILTER, priceList, type PriceSearch, priceSearchShape } from './price-queries.ts'

const TABLE = 'carrier-prices'
const rowId = ({ clientMethodID }: PriceRow) => clientMethodID
const PRICINGS = PRICING_METHODS.map((value) => ({ value, label: pricingText(value) }))
const SERVICES = DISPATCH_SERVICES.map((value) => ({ value, label: value }))

/** Lists the client's methods with their costs. */
export function PriceList() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(priceSearchShape)
  const [peeked, setPeeked] = useState<PriceRow>()
  const [isAdding, adding] = useDisclosure()
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierPrices')
  const all = useQuery(priceList)
  const { carrier, pricing, service, sort, order } = search
  const query = { search: search.search, carrier, pricing, service, sort, order }
  // The call answers all methods at once; paging happens here.
  const fetchListed = async () => listed(await queryClient.fetchQuery(priceList), query)
  const fetchPage = async (page: number, limit: number) => {
    const rows = await fetchListed()
    return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }
  }
  const list = usePagedList<PriceRow>({
    queryKey: ['rule-book', 'prices', 'listed', query, all.dataUpdatedAt],
    place: search,
    onPlace: (place) => change(place as Partial<PriceSearch>),
    fetchPage,
    rowId,
  })
  const open = ({ clientMethodID }: { clientMethodID: string }) => goTo(methodAddress(clientMethodID))
  const narrow = (part: Partial<PriceSearch>) => change({ ...part, page: 1 })
  const known = all.data ?? []

  return (
    <ListScreen
      name={TABLE}
      title="Carrier Prices"
      noun={['method', 'methods']}
      columns={PRICE_COLUMNS}
      list={list}
      fetchRows={createSliceReader(fetchListed)}
      action={<RuleBookLink />}
      add={{ label: 'New method', whyNot, onAdd: adding.open }}
      filters={
        <>
          <SearchField
            label="Method, carrier, service or contract"
            value={search.search}
            onChange={(text) => narrow({ search: text })}
          />
          <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => narrow(NO_FILTER)}>
            <ChoiceChip
              name="Carrier"
              value={carrier}
              options={[...new Map(known.map((row) => [row.carrier, row.carrierName]))].map(([value, name]) => ({
                value,
                label: name,
              }))}
              onChange={(code) => narrow({ carrier: code })}
            />
            <ChoiceChip
              name="Pricing"
              value={pricing}
              options={PRICINGS}
              onChange={(value) => narrow({ pricing: value as PriceSearch['pricing'] })}
            />
            <ChoiceChip
              name="Service type"
              value={service}
              options={SERVICES}
              onChange={(value) => narrow({ service: value as PriceSearch['service'] })}
            />
          </FilterRow>
        </>
      }
      beneath={<FindingsOf kinds={['method']} />}
      narrowed={{ isNarrowed: isNarrowed(search, NO_FILTER), onClear: () => narrow(NO_FILTER) }}
      empty="No methods yet. A method is a carrier service contracted for this client, with its prices. Add the first one with ‘New method’."
      onOpen={open}
      onPeek={setPeeked}
    >
      <MethodPeek method={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
      <NewMethodDialog opened={isAdding} known={known} onClose={adding.close} onCreated={open} />
    </ListScreen>
  )
}
