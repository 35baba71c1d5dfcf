import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { CarrierChip } from './carrier-chip.tsx'
import { despatchDays, type StatusSearch } from './parcel-queries.ts'

type ParcelFiltersProps = {
  readonly search: StatusSearch
  readonly isNarrowed: boolean
  readonly onChange: (part: Partial<StatusSearch>) => void
  readonly onClear: () => void
}

const LATE = [{ value: 'true', label: 'late only' }]

/** The filters of Parcel Delivery Status, except states. */
export function ParcelFilters({ search, isNarrowed, onChange, onClear }: ParcelFiltersProps) {
  const { from, to, carrier, late } = search
  const shown = despatchDays(search)
  return (
    <>
      <SearchField
        label="Tracking or order number"
        value={search.reference}
        onChange={(reference) => onChange({ reference: reference.slice(0, 60) })}
      />
      <FilterRow isNarrowed={isNarrowed} onClear={onClear}>
        <DaysChip
          name="Despatched"
          legend="Despatch date"
          verb="Despatched"
          value={{ dateFrom: shown.from, dateTo: shown.to }}
          isOn={from !== '' || to !== ''}
          onChange={({ dateFrom, dateTo }) => onChange({ from: dateFrom, to: dateTo })}
        />
        <CarrierChip value={carrier} onChange={(codes) => onChange({ carrier: codes })} />
        <ChoiceChip
          name="Promise"
          value={late}
          options={LATE}
          onChange={(chosen) => onChange({ late: chosen as StatusSearch['late'] })}
        />
      </FilterRow>
    </>
  )
}
