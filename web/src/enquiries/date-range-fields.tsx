import { Button, Group } from '@mantine/core'
import { dayOf } from '@despatch/domain/calendar/day'
import { DayField } from '../orders/day-field.tsx'
import type { Criteria, CriteriaErrors } from './criteria.ts'
import { DATE_PRESETS } from './date-presets.ts'
import styles from './enquiry.module.css'

type Days = Pick<Criteria, 'dateFrom' | 'dateTo'>
type Given = {
  readonly value: Days
  readonly errors: CriteriaErrors
  readonly onChange: (days: Partial<Days>) => void
}

/** The days an order was placed on, first and last included; typed, picked, or one of the usual ranges. */
export function DateRangeFields({ value, errors, onChange }: Given) {
  const today = dayOf(new Date())
  const field = (name: keyof Days, label: string) => (
    <DayField
      label={label}
      data-path={name}
      placeholder="5 Jan 2026"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      popoverProps={{ withinPortal: false }}
      value={value[name]}
      error={errors[name]}
      onChange={(day) => onChange({ [name]: day })}
    />
  )
  return (
    <div role="group" aria-label="Order date">
      <Group gap={4} mb={6}>
        {DATE_PRESETS.map(({ label, range }) => {
          const { dateFrom, dateTo } = range(today)
          const isChosen = value.dateFrom === dateFrom && value.dateTo === dateTo
          return (
            <Button
              key={label}
              size="compact-xs"
              variant={isChosen ? 'filled' : 'default'}
              fw={400}
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? { dateFrom: '', dateTo: '' } : { dateFrom, dateTo })}
            >
              {label}
            </Button>
          )
        })}
      </Group>
      <div className={styles.pair}>
        {field('dateFrom', 'Ordered from')}
        {field('dateTo', 'Ordered to')}
      </div>
    </div>
  )
}
