import { lateGroupText } from '@despatch/domain/deliveries/parcels/days-late'
import { DELIVERY_STATE_CODES, DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { ChoicesChip } from '../../kit/list/filters/choices-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { CarrierChip } from './carrier-chip.tsx'
import type { ParcelCount } from './state-views.ts'
import { despatchDays, LATE_GROUPS, type StatusSearch } from './parcel-queries.ts'

type ParcelFiltersProps = {
  /** Parcels by state. */
  readonly states: readonly ParcelCount[]
  readonly search: StatusSearch
  readonly isNarrowed: boolean
  readonly onChange: (part: Partial<StatusSearch>) => void
  readonly onClear: () => void
}

const LATE = [{ value: 'true', label: 'late only' }]

/** The filters of Parcel Delivery Status. */
export function ParcelFilters({ search, states, isNarrowed, onChange, onClear }: ParcelFiltersProps) {
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
        <ChoicesChip
          name="Status"
          options={DELIVERY_STATE_CODES.map((state) => ({
            value: state,
            label: DELIVERY_STATES[state],
            count: states.find((one) => one.state === state)?.parcels ?? 0,
          }))}
          values={search.state}
          onChange={({ values }) => onChange({ state: DELIVERY_STATE_CODES.filter((state) => values.includes(state)) })}
        />
        <CarrierChip value={carrier} onChange={(codes) => onChange({ carrier: codes })} />
        <ChoiceChip
          name="Promise"
          value={late}
          options={LATE}
          onChange={(chosen) => onChange({ late: chosen as StatusSearch['late'], daysLate: '' })}
        />
        {late && (
          <ChoiceChip
            name="Days late"
            value={search.daysLate}
            options={LATE_GROUPS.map((days) => ({ value: days, label: lateGroupText(Number(days)) }))}
            onChange={(chosen) => onChange({ daysLate: chosen as StatusSearch['daysLate'] })}
          />
        )}
      </FilterRow>
    </>
  )
}
