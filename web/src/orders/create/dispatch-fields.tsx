import { Input, SegmentedControl } from '@mantine/core'
import { type DaysOff, formatDayShort, isDay, isWorkingDay, nextWorkingDay } from '@despatch/domain/calendar/day'
import {
  DISPATCH_SERVICES,
  type DispatchService,
  dispatchService as serviceOf,
  despatchDayProblem,
  lastDay,
} from '@despatch/domain/routing/dispatch-service'
import styles from './create-order.module.css'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import type { OrderForm } from './order-draft.ts'
import { operatorToday, serverNow } from '../../kit/browser/clock.ts'

type DispatchFieldsProps = {
  readonly form: OrderForm
  /** From the client's calendar. */
  readonly daysOff: DaysOff
  /** Default despatch day and its reason; for a new order the next working day. */
  readonly defaultDay?: { readonly day: string; readonly why: string } | undefined
}

/** Service and despatch day: required for named-day orders, optional for others. The server decides. */
export function DispatchFields({ form, daysOff, defaultDay }: DispatchFieldsProps) {
  const dispatchService = form.useWatchValue('dispatchService') ?? 'STANDARD'
  const date = form.useWatchValue('date') ?? ''
  const today = operatorToday()
  const { day, why } = defaultDay ?? { day: nextWorkingDay(today, daysOff), why: 'next working day' }
  const isNamed = dispatchService === 'NAMED DAY'
  return (
    <div className={styles.dispatch}>
      <div>
        <Input.Label component="span" id="dispatch-service">
          Delivery service
        </Input.Label>
        <SegmentedControl
          aria-labelledby="dispatch-service"
          fullWidth
          data={[...DISPATCH_SERVICES]}
          value={dispatchService}
          onChange={(value) => {
            form.setFieldValue('dispatchService', value as DispatchService)
            form.clearFieldError('date')
          }}
        />
        {form.errors['dispatchService']}
      </div>
      <DayField
        data-path="date"
        label={isNamed ? 'Despatch date' : <OptionalLabel>Despatch date</OptionalLabel>}
        placeholder="Choose"
        description={isNamed ? undefined : `If empty, ${formatDayShort(day)} (${why})`}
        clearable={!isNamed}
        minDate={today}
        maxDate={lastDay(today)}
        excludeDate={(day) => !isWorkingDay(day, daysOff)}
        value={date}
        error={form.errors['date']}
        onChange={(day) => {
          form.setFieldValue('date', day)
          if (day && !isDay(day)) form.clearFieldError('date')
          else form.setFieldError('date', despatchDayProblem(serviceOf(dispatchService), day, serverNow(), daysOff))
        }}
      />
    </div>
  )
}
