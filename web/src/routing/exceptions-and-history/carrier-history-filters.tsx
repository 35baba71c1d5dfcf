import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { type ExceptionList, type HistorySearch, isHistoryNarrowed } from './carrier-history-queries.ts'

type CarrierHistoryFiltersProps = {
  readonly list: ExceptionList
  readonly search: HistorySearch
  readonly onChange: (part: Partial<HistorySearch>) => void
  readonly onClear: () => void
}

const STATES = [
  { value: 'true', label: 'Open' },
  { value: 'false', label: 'Ended' },
]

/** The filters of a list of routing exceptions: text, days, and open or ended. */
export function CarrierHistoryFilters({ list, search, onChange, onClear }: CarrierHistoryFiltersProps) {
  const { from, to, open, cause } = search
  const usual = list.usual()
  return (
    <>
      <SearchField
        label="Order number or postcode"
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <FilterRow isNarrowed={isHistoryNarrowed(search, list)} onClear={onClear}>
        <DaysChip
          value={{ dateFrom: from, dateTo: to }}
          isOn={from !== usual.from || to !== usual.to}
          onChange={({ dateFrom, dateTo }) => onChange({ from: dateFrom, to: dateTo })}
        />
        <ChoiceChip
          name="Status"
          value={open === 'all' ? '' : open}
          options={STATES}
          onChange={(state) => onChange({ open: (state || 'all') as HistorySearch['open'], cause: '' })}
        />
        {cause && (
          <ChoiceChip
            name="Cause"
            value={cause}
            options={[{ value: cause, label: cause }]}
            onChange={(chosen) => onChange({ cause: chosen })}
          />
        )}
      </FilterRow>
    </>
  )
}
