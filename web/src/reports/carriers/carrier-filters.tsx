import type { reports } from '@despatch/contract/reports/reports'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import type { CarrierSearch } from '../report-search.ts'

type Carriers = RouteAnswer<typeof reports.carriers>
type CarrierFiltersProps = {
  readonly search: CarrierSearch
  readonly data: Carriers | undefined
  readonly onChange: (part: Partial<CarrierSearch>) => void
}

export const NO_FILTERS = { carrier: '', service: '', region: '' }
export const hasFilters = ({ carrier, service, region }: CarrierSearch) =>
  carrier !== '' || service !== '' || region !== ''
/** Filter value for an empty name. */
export const filterValue = (name: string) => name || 'Not known'
export const serviceOf = (name: string) => name.split('\t')[1] ?? ''

/** Filters of parcel figures, with the values that occur. */
export function CarrierFilters({ search, data, onChange }: CarrierFiltersProps) {
  const { carrier, service, region } = search
  const services = [...new Set((data?.services ?? []).map(({ name }) => filterValue(serviceOf(name))))].toSorted()
  return (
    <>
      <ChoiceChip
        name="Carrier"
        value={carrier}
        options={(data?.carriers ?? []).map((one) => ({ value: filterValue(one.carrier), label: one.carrierName }))}
        onChange={(value) => onChange({ carrier: value })}
      />
      <ChoiceChip
        name="Service"
        value={service}
        options={services.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ service: value })}
      />
      <ChoiceChip
        name="Region"
        value={region}
        options={(data?.regions ?? []).map(({ title }) => ({ value: title, label: title }))}
        onChange={(value) => onChange({ region: value })}
      />
    </>
  )
}
