import { Button } from '@mantine/core'
import { formatDayShort, isDay } from '@despatch/domain/calendar/day'
import { useState } from 'react'
import { DayField } from '../../form/typed/day-field.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'
import { operatorToday } from '../../browser/clock.ts'

type DayChipProps = {
  readonly name: string
  /** A day; '' if the filter is off. */
  readonly value: string
  /** Refuses days in the future. */
  readonly isPast?: boolean
  readonly onChange: (day: string) => void
}

/** A filter by one day. */
export function DayChip({ name, value, isPast = false, onChange }: DayChipProps) {
  return (
    <FilterChip
      name={name}
      value={value && formatDayShort(value)}
      editor={(close) => (
        <DayEditor name={name} value={value} isPast={isPast} onApply={(day) => (close(), onChange(day))} />
      )}
      onRemove={() => onChange('')}
    />
  )
}

type DayEditorProps = {
  readonly name: string
  readonly value: string
  readonly isPast: boolean
  readonly onApply: (day: string) => void
}

function DayEditor({ name, value, isPast, onApply }: DayEditorProps) {
  const [day, setDay] = useState(value)
  const [isTried, setTried] = useState(false)
  const isTooLate = isPast && isDay(day) && day > operatorToday()
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        // An invalid day is reported at its field.
        if (!isTooLate && (day === '' || isDay(day))) onApply(day)
      }}
    >
      <DayField
        label={name}
        data-autofocus
        value={day}
        error={isTried && isTooLate && 'Choose today or an earlier day.'}
        onChange={setDay}
      />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
