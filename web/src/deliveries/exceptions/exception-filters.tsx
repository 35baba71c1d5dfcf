import { SegmentedControl } from '@mantine/core'
import { DELIVERY_EXCEPTIONS, type DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import { lastDays } from '../parcels/parcel-queries.ts'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { type ExceptionsSearch, EXCEPTION_LABELS } from './exception-queries.ts'

type ExceptionFiltersProps = {
  readonly search: ExceptionsSearch
  readonly onChange: (part: Partial<ExceptionsSearch>) => void
}

/** Filters for one of the two exceptions, and for order dates. */
export function ExceptionFilters({ search: { show, from, to }, onChange }: ExceptionFiltersProps) {
  const defaultDays = lastDays()
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Show"
        data={DELIVERY_EXCEPTIONS.map((value) => ({ value, label: EXCEPTION_LABELS[value] }))}
        value={show}
        onChange={(chosen) => onChange({ show: chosen as DeliveryException })}
      />
      <DaysChip
        name="Ordered"
        legend="Order date"
        verb="Ordered"
        value={{ dateFrom: from, dateTo: to }}
        isOn={from !== defaultDays.from || to !== defaultDays.to}
        onChange={({ dateFrom, dateTo }) =>
          onChange({ from: dateFrom || defaultDays.from, to: dateTo || defaultDays.to })
        }
      />
    </>
  )
}
