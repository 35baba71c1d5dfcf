import { Button } from '@mantine/core'
import { isDay } from '@despatch/domain/calendar/day'
import { useState } from 'react'
import { rangeText } from './day-range.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

/** First and last day, each '' where it is open. */
type Days = { readonly dateFrom: string; readonly dateTo: string }
type Given = {
  readonly value: Days
  /** Whether the days narrow the list; unless told, they do where there are any. */
  readonly isOn?: boolean
  readonly onChange: (days: Days) => void
}

/** A filter that is a range of days. */
export function DaysChip({ value, isOn, onChange }: Given) {
  return (
    <FilterChip
      name="Days"
      value={rangeText(value)}
      {...(isOn !== undefined && { isOn })}
      editor={(close) => <DaysEditor value={value} onApply={(days) => (close(), onChange(days))} />}
      onRemove={() => onChange({ dateFrom: '', dateTo: '' })}
    />
  )
}

function DaysEditor({ value, onApply }: { value: Days; onApply: (days: Days) => void }) {
  const [days, setDays] = useState(value)
  const [errors, setErrors] = useState<Partial<Record<keyof Days, string>>>({})
  function apply() {
    const { dateFrom, dateTo } = days
    // A day that is none says so at its field.
    if ([dateFrom, dateTo].some((day) => day !== '' && !isDay(day))) return
    if (dateFrom && dateTo && dateTo < dateFrom) setErrors({ dateTo: 'The last day is before the first' })
    else onApply(days)
  }
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <DayRangeFields
        legend="Days"
        verb="Done"
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
