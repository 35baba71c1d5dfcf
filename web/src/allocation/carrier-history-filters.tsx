import { ChoiceChip } from '../table/choice-chip.tsx'
import { DaysChip } from '../table/days-chip.tsx'
import { FilterRow } from '../table/filter-row.tsx'
import { SearchField } from '../table/search-field.tsx'
import { type HistorySearch, isHistoryNarrowed, NO_FILTER, usualDays } from './carrier-history-queries.ts'

type Given = { readonly search: HistorySearch; readonly onChange: (part: Partial<HistorySearch>) => void }

const STATES = [
  { value: 'true', label: 'Open' },
  { value: 'false', label: 'Ended' },
]

/** The filters of Carrier History: what is searched for, which days, open or ended. */
export function CarrierHistoryFilters({ search, onChange }: Given) {
  const { from, to, open } = search
  const usual = usualDays()
  return (
    <>
      <SearchField label="Order number or postcode" value={search.search} onChange={(text) => onChange({ search: text })} />
      <FilterRow isNarrowed={isHistoryNarrowed(search)} onClear={() => onChange(NO_FILTER)}>
        <DaysChip
          value={{ dateFrom: from, dateTo: to }}
          isOn={from !== usual.from || to !== usual.to}
          onChange={({ dateFrom, dateTo }) => onChange({ from: dateFrom, to: dateTo })}
        />
        <ChoiceChip
          name="State"
          value={open}
          options={STATES}
          onChange={(state) => onChange({ open: state as HistorySearch['open'] })}
        />
      </FilterRow>
    </>
  )
}
