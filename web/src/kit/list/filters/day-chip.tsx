import { Button } from '@mantine/core'
import { formatDayShort, isDay } from '@despatch/domain/calendar/day'
import { useState } from 'react'
import { DayField } from '../../form/day-field.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

type DayChipProps = {
  readonly name: string
  /** A day; '' where none is chosen. */
  readonly value: string
  readonly onChange: (day: string) => void
}

/** A filter that is one day. */
export function DayChip({ name, value, onChange }: DayChipProps) {
  return (
    <FilterChip
      name={name}
      value={value && formatDayShort(value)}
      editor={(close) => <DayEditor name={name} value={value} onApply={(day) => (close(), onChange(day))} />}
      onRemove={() => onChange('')}
    />
  )
}

type DayEditorProps = { readonly name: string; readonly value: string; readonly onApply: (day: string) => void }

function DayEditor({ name, value, onApply }: DayEditorProps) {
  const [day, setDay] = useState(value)
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A day that is none says so at its field.
        if (day === '' || isDay(day)) onApply(day)
      }}
    >
      <DayField label={name} data-autofocus value={day} onChange={setDay} />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
