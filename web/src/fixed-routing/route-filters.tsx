import { Button } from '@mantine/core'
import { isDay } from '@despatch/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceChip } from '../table/choice-chip.tsx'
import { rangeText } from '../table/day-range.ts'
import { DayRangeFields } from '../table/day-range-fields.tsx'
import { FilterChip } from '../table/filter-chip.tsx'
import chipStyles from '../table/filter-chips.module.css'
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
      <FilterChip
        name="In force"
        value={rangeText({ dateFrom: from, dateTo: to })}
        editor={(close) => <DaysEditor from={from} to={to} onApply={(days) => (close(), onChange(days))} />}
        onRemove={() => onChange({ from: '', to: '' })}
      />
      {route !== '' && <FilterChip name="Route" value={route} onRemove={() => onChange({ route: '' })} />}
    </FilterRow>
  )
}

type Days = Pick<RouteSearch, 'from' | 'to'>

function DaysEditor({ from, to, onApply }: Days & { readonly onApply: (days: Days) => void }) {
  const [days, setDays] = useState({ dateFrom: from, dateTo: to })
  const [errors, setErrors] = useState<{ dateTo?: string }>({})
  function apply() {
    const { dateFrom, dateTo } = days
    // A day that is none says so at its field.
    if ([dateFrom, dateTo].some((day) => day !== '' && !isDay(day))) return
    if (dateFrom && dateTo && dateTo < dateFrom) setErrors({ dateTo: 'The last day is before the first' })
    else onApply({ from: dateFrom, to: dateTo })
  }
  return (
    <form
      className={chipStyles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <DayRangeFields
        legend="In force on some day"
        verb="In force"
        value={days}
        errors={errors}
        onChange={(part) => {
          setDays((before) => ({ ...before, ...part }))
          setErrors({})
        }}
      />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
