import { Input, SegmentedControl, Text } from '@mantine/core'
import {
  addDays,
  dayOf,
  type DaysOff,
  formatDayShort,
  isDay,
  isWorkingDay,
  nextWorkingDay,
} from '@despatch/domain/calendar/day'
import { DISPATCH_SERVICES, type DispatchService, namedDayProblem } from '@despatch/domain/orders/dispatch-service'
import styles from './create-order.module.css'
import { DayField } from '../form/day-field.tsx'
import type { OrderForm } from './order-draft.ts'

type Given = {
  readonly form: OrderForm
  /** By the client's calendar. */
  readonly daysOff: DaysOff
  /** The day on which an order goes that names none, and why; of a new one the next working day. */
  readonly usual?: { readonly day: string; readonly why: string } | undefined
}

/** How the order is despatched, and for a named day when. Beyond the days offered, the server has the last word. */
export function DispatchFields({ form, daysOff, usual }: Given) {
  const dispatchService = form.useWatchValue('dispatchService') ?? 'STANDARD'
  const date = form.useWatchValue('date') ?? ''
  const earliest = nextWorkingDay(dayOf(new Date()), daysOff)
  const isNamed = dispatchService === 'NAMED DAY'
  return (
    <div className={styles.dispatch}>
      <div>
        <Input.Label component="span" id="dispatch-service">
          Dispatch service
        </Input.Label>
        <SegmentedControl
          aria-labelledby="dispatch-service"
          fullWidth
          data={[...DISPATCH_SERVICES]}
          value={dispatchService}
          onChange={(value) => {
            form.setFieldValue('dispatchService', value as DispatchService)
            form.clearFieldError('date')
            // A day that is not asked for is not sent.
            if (value !== 'NAMED DAY') form.setFieldValue('date', '')
          }}
        />
        {form.errors['dispatchService']}
      </div>
      {isNamed ? (
        <DayField
          data-path="date"
          label="Day"
          placeholder="Choose"
          minDate={earliest}
          maxDate={addDays(earliest, 365)}
          excludeDate={(day) => !isWorkingDay(day, daysOff)}
          value={date}
          error={form.errors['date']}
          onChange={(day) => {
            form.setFieldValue('date', day)
            if (day && !isDay(day)) form.clearFieldError('date')
            else form.setFieldError('date', namedDayProblem('NAMED DAY', day, new Date(), daysOff))
          }}
        />
      ) : (
        <div>
          <Input.Label component="span">Day</Input.Label>
          <Text className={styles.computed}>
            {formatDayShort(usual?.day ?? earliest)}{' '}
            <span className={styles.why}>{usual?.why ?? 'next working day'}</span>
          </Text>
        </div>
      )}
    </div>
  )
}
