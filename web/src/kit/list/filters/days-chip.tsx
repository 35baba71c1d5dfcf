import { Button } from '@mantine/core'
import { isDay } from '@despatch/domain/calendar/day'
import { useState } from 'react'
import { type DayPreset, rangeText } from './day-range.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

/** First and last day, each '' where it is open. */
type Days = { readonly dateFrom: string; readonly dateTo: string }
type DaysChipProps = {
  readonly value: Days
  /** What the chip is called; 'Days' unless told. */
  readonly name?: string
  /** What the days are asked for, and what is done on them: 'Done from'. */
  readonly legend?: string
  readonly verb?: string
  /** The usual ranges; of days that have been unless told. */
  readonly presets?: readonly DayPreset[]
  /** Whether the days narrow the list; unless told, they do where there are any. */
  readonly isOn?: boolean
  readonly onChange: (days: Days) => void
}

/** A filter that is a range of days. */
export function DaysChip(given: DaysChipProps) {
  const { value, name = 'Days', legend = name, verb = 'Done', presets, isOn, onChange } = given
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
          {...(presets && { presets })}
          onApply={(days) => (close(), onChange(days))}
        />
      )}
      onRemove={() => onChange({ dateFrom: '', dateTo: '' })}
    />
  )
}

type EditorProps = Required<Pick<DaysChipProps, 'value' | 'legend' | 'verb'>> &
  Pick<DaysChipProps, 'presets'> & { readonly onApply: (days: Days) => void }

function DaysEditor({ value, legend, verb, presets, onApply }: EditorProps) {
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
