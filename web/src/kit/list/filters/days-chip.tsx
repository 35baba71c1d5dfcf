import { Button } from '@mantine/core'
import { isDay } from '@despatch/domain/calendar/day'
import { useState } from 'react'
import { type DayPreset, rangeText } from './day-range.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

/** First and last day, each '' if that end is open. */
type Days = { readonly dateFrom: string; readonly dateTo: string }
type DaysChipProps = {
  readonly value: Days
  /** The chip’s name, 'Days' by default. */
  readonly name?: string
  /** The heading of the range, and what happened on these days: 'Done' in 'Done from'. */
  readonly legend?: string
  readonly verb?: string
  /** Ranges to choose with one click; past days by default. */
  readonly presets?: readonly DayPreset[]
  /** A range needs a first day. */
  readonly needsFrom?: boolean
  /** Whether the filter is on; by default if it has any day. */
  readonly isOn?: boolean
  readonly onChange: (days: Days) => void
}

/** A filter by a range of days. */
export function DaysChip(props: DaysChipProps) {
  const { value, name = 'Days', legend = name, verb = 'Done', presets, needsFrom = false, isOn, onChange } = props
  return (
    <FilterChip
      name={name}
      value={rangeText(value)}
      {...(isOn !== undefined && { isOn })}
      editor={(close) => (
        <DaysEditor
          value={value}
          legend={legend}
          verb={verb}
          needsFrom={needsFrom}
          {...(presets && { presets })}
          onApply={(days) => (close(), onChange(days))}
        />
      )}
      onRemove={() => onChange({ dateFrom: '', dateTo: '' })}
    />
  )
}

type EditorProps = Required<Pick<DaysChipProps, 'value' | 'legend' | 'verb' | 'needsFrom'>> &
  Pick<DaysChipProps, 'presets'> & { readonly onApply: (days: Days) => void }

function DaysEditor({ value, legend, verb, presets, needsFrom, onApply }: EditorProps) {
  const [days, setDays] = useState(value)
  const [errors, setErrors] = useState<Partial<Record<keyof Days, string>>>({})
  function apply() {
    const { dateFrom, dateTo } = days
    // An invalid day is reported at its field.
    if ([dateFrom, dateTo].some((day) => day !== '' && !isDay(day))) return
    if (needsFrom && dateTo && !dateFrom) setErrors({ dateFrom: 'Enter the start date too' })
    else if (dateFrom && dateTo && dateTo < dateFrom) setErrors({ dateTo: 'The end date is before the start date' })
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
        legend={legend}
        verb={verb}
        {...(presets && { presets })}
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
