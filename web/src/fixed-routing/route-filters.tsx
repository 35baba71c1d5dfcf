import { useQuery } from '@tanstack/react-query'
import { ChoiceChip } from '../table/choice-chip.tsx'
import { DaysChip } from '../table/days-chip.tsx'
import { FilterChip } from '../table/filter-chip.tsx'
import { FilterRow } from '../table/filter-row.tsx'
import { isNarrowed } from '../table/narrowed.ts'
import { RegionsChip } from './regions-chip.tsx'
import { carrierChoices } from './route-queries.ts'
import { NO_FILTER, type RouteSearch } from './route-search.ts'

type Given = { readonly search: RouteSearch; readonly onChange: (part: Partial<RouteSearch>) => void }

/** The routing filter of specification 3: a chip for each part. */
export function RouteFilters({ search, onChange }: Given) {
  const { carrier, service, method, regions, from, to, route } = search
  const carriers = useQuery(carrierChoices).data ?? []
  // Services and methods are those of the carrier, once one is chosen.
  const services = carriers.filter((one) => carrier === '' || one.carrier === carrier).flatMap((one) => one.services)
  const methods = services.filter((one) => service === '' || one.service === service).flatMap((one) => one.methods)
  return (
    <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => onChange(NO_FILTER)}>
      <ChoiceChip
        name="Carrier"
        value={carrier}
        options={carriers.map((one) => ({ value: one.carrier, label: one.carrierName }))}
        onChange={(code) => onChange({ carrier: code, service: '', method: '' })}
      />
      <ChoiceChip
        name="Service"
        value={service}
        options={[...new Map(services.map((one) => [one.service, one.serviceName]))].map(([value, label]) => ({
          value,
          label,
        }))}
        onChange={(chosen) => onChange({ service: chosen, method: '' })}
      />
      <ChoiceChip
        name="Method"
        value={method}
        options={methods.map((one) => ({ value: one.method, label: `${one.methodName} (${one.method})` }))}
        onChange={(chosen) => onChange({ method: chosen })}
      />
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
