import { Button } from '@mantine/core'
import type { SkuReportRow } from '@despatch/contract/stock/sku-file-report/sku-report'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { SkuDrawer } from './sku-drawer.tsx'
import { SKU_COLUMNS } from './sku-report-columns.tsx'
import {
  fetchSkus,
  listKey,
  NO_SELECTION,
  selectionOf,
  skuReportShape,
  type SkuReportSearch,
  skuTotals,
} from './sku-report-queries.ts'
import { MISSING_OPTIONS, MOVEMENT_OPTIONS, SkuSelection, STOCK_OPTIONS } from './sku-selection.tsx'

const TITLE = 'SKU File Report'
const rowId = ({ Code }: SkuReportRow) => Code

/** SKU File Report: first the selection of SKUs, then their data. */
export function SkuReportScreen() {
  return (
    <ForOneClient title={TITLE} what="see its SKUs">
      {(client) => <OfClient key={client} />}
    </ForOneClient>
  )
}

function OfClient() {
  const [search, change] = useScreenSearch(skuReportShape)
  if (search.view === 'report') return <Report search={search} onChange={change} />
  return (
    <SkuSelection search={search} onShow={(part) => change({ ...part, view: 'report', page: 1 }, { replace: false })} />
  )
}

type ReportProps = {
  readonly search: SkuReportSearch
  readonly onChange: (part: Partial<SkuReportSearch>) => void
}

function Report({ search, onChange }: ReportProps) {
  const [open, setOpen] = useState<SkuReportRow>()
  const whyNot = useEditDisabledReason('reportsAndEnquiries.skuFileReport')
  const selection = selectionOf(search)
  const { data: totals } = useQuery(skuTotals(selection))
  const list = usePagedList<SkuReportRow>({
    queryKey: listKey(search),
    place: search,
    onPlace: (place) => onChange(place as Partial<SkuReportSearch>),
    fetchPage: (page, limit, signal) => fetchSkus(search, page, limit, signal).then((rows) => ({ rows })),
    rowId,
    count: {
      queryKey: ['skus', 'report', 'count', selection],
      fetch: () => queryClient.fetchQuery(skuTotals(selection)),
    },
  })
  const narrow = (part: Partial<SkuReportSearch>) => onChange({ ...part, page: 1 })
  const chip = (name: 'stock' | 'movement' | 'missing', label: string, options: typeof STOCK_OPTIONS) => (
    <ChoiceChip name={label} value={search[name]} options={options} onChange={(value) => narrow({ [name]: value })} />
  )
  return (
    <ListScreen
      name="sku-file-report"
      title={TITLE}
      noun={['SKU', 'SKUs']}
      columns={SKU_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchSkus(search, page, size, signal)}
      action={
        <Button variant="default" onClick={() => onChange({ view: 'selection' })}>
          Choose again
        </Button>
      }
      filters={
        <>
          <SearchField label="SKU or title" value={search.search} onChange={(text) => narrow({ search: text })} />
          <FilterRow isNarrowed={isNarrowed(search, NO_SELECTION)} onClear={() => narrow(NO_SELECTION)}>
            <ChoiceChip
              name="Category"
              value={search.category}
              options={(totals?.categories ?? []).map((value) => ({ value, label: value }))}
              onChange={(category) => narrow({ category })}
            />
            {chip('stock', 'Stock', STOCK_OPTIONS)}
            {chip('movement', 'Movement', MOVEMENT_OPTIONS)}
            {chip('missing', 'Missing', MISSING_OPTIONS)}
          </FilterRow>
        </>
      }
      narrowed={{ isNarrowed: isNarrowed(search, NO_SELECTION), onClear: () => narrow(NO_SELECTION) }}
      empty="No SKUs yet. Import them with the SKU Data Feed, or with orders."
      onOpen={setOpen}
      onPeek={setOpen}
    >
      <SkuDrawer of={open} whyNot={whyNot} onClose={() => setOpen(undefined)} />
    </ListScreen>
  )
}
