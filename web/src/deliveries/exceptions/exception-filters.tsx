import { SegmentedControl } from '@mantine/core'
import { DELIVERY_EXCEPTIONS, type DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import { lastDays } from '../parcels/parcel-queries.ts'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { type Asked, EXCEPTION_LABELS } from './exception-queries.ts'

type ExceptionFiltersProps = { readonly asked: Asked; readonly onChange: (part: Partial<Asked>) => void }

/** Which of the two exceptions, never both, and the days on which the orders were placed. */
export function ExceptionFilters({ asked: { show, from, to }, onChange }: ExceptionFiltersProps) {
  const usual = lastDays()
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
        isOn={from !== usual.from || to !== usual.to}
        onChange={({ dateFrom, dateTo }) => onChange({ from: dateFrom || usual.from, to: dateTo || usual.to })}
      />
    </>
  )
}
