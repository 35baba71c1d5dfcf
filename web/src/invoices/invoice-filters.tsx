import { INVOICE_STATUSES } from '@despatch/domain/invoices/invoice'
import { useQuery } from '@tanstack/react-query'
import { ChoiceChip } from '../kit/list/filters/choice-chip.tsx'
import { DaysChip } from '../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../kit/list/filters/is-narrowed.ts'
import { SearchField } from '../kit/list/filters/search-field.tsx'
import { invoiceCarriers, type ListSearch, NO_LIST_FILTER } from './invoice-queries.ts'

type InvoiceFiltersProps = {
  readonly search: ListSearch
  readonly onChange: (part: Partial<ListSearch>) => void
  readonly onClear: () => void
}

const STATUSES = INVOICE_STATUSES.map((value) => ({ value, label: value }))

/** The filters of the list: a text, invoice days, a carrier, a status. */
export function InvoiceFilters({ search, onChange, onClear }: InvoiceFiltersProps) {
  const { data: carriers = [] } = useQuery(invoiceCarriers)
  return (
    <>
      <SearchField
        label="Invoice, carrier or account"
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <FilterRow isNarrowed={isNarrowed(search, NO_LIST_FILTER)} onClear={onClear}>
        <DaysChip
          name="Invoice date"
          verb="Invoiced"
          value={{ dateFrom: search.filterFrom, dateTo: search.filterTo }}
          onChange={({ dateFrom, dateTo }) => onChange({ filterFrom: dateFrom, filterTo: dateTo })}
        />
        <ChoiceChip
          name="Carrier"
          value={search.carrier}
          options={carriers.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(carrier) => onChange({ carrier })}
        />
        <ChoiceChip
          name="Status"
          value={search.status}
          options={STATUSES}
          onChange={(status) => onChange({ status: status as ListSearch['status'] })}
        />
      </FilterRow>
    </>
  )
}
