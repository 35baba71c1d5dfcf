import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { CarrierChips } from './carrier-chips.tsx'
import { RegionsChip } from './regions/regions-chip.tsx'
import { NO_FILTER, type RouteSearch } from './route-search.ts'

type RouteFiltersProps = { readonly search: RouteSearch; readonly onChange: (part: Partial<RouteSearch>) => void }

/** The routing filter of specification 3, with a chip for each field. */
export function RouteFilters({ search, onChange }: RouteFiltersProps) {
  const { carrier, service, method, regions, from, to, route } = search
  return (
    <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => onChange(NO_FILTER)}>
      <CarrierChips carrier={carrier} service={service} method={method} onChange={onChange} />
      <RegionsChip value={regions} onChange={(codes) => onChange({ regions: codes })} />
      <DaysChip
        name="In force"
        legend="In force on some day"
        verb="In force"
        value={{ dateFrom: from, dateTo: to }}
        onChange={({ dateFrom, dateTo }) => onChange({ from: dateFrom, to: dateTo })}
      />
      {route !== '' && <FilterChip name="Route" value={route} onRemove={() => onChange({ route: '' })} />}
    </FilterRow>
  )
}
