import { Button, Group } from '@mantine/core'
import { DayField } from '../../form/typed/day-field.tsx'
import { DATE_PRESETS, type DayPreset } from './day-range.ts'
import styles from './filter-chips.module.css'
import { operatorToday } from '../../browser/clock.ts'

/** Days as typed: each a day, '', or not yet valid. */
type Days = { readonly dateFrom: string; readonly dateTo: string }
type DayRangeFieldsProps = {
  /** The meaning of the days: 'Order date'. */
  readonly legend: string
  /** What happened on these days: 'Ordered'. */
  readonly verb: string
  /** Ranges to choose with one click; past days by default. */
  readonly presets?: readonly DayPreset[]
  readonly value: Days
  readonly errors: Partial<Record<keyof Days, string>>
  readonly onChange: (days: Partial<Days>) => void
}

/** Fields for a range of days that includes its first and last day, with buttons for common ranges. */
export function DayRangeFields(props: DayRangeFieldsProps) {
  const { legend, verb, presets = DATE_PRESETS, value, errors, onChange } = props
  const today = operatorToday()
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
    <div role="group" aria-label={legend}>
      <Group gap={4} mb={6}>
        {presets.map(({ label, range }) => {
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
        {field('dateFrom', `${verb} from`)}
        {field('dateTo', `${verb} to`)}
      </div>
    </div>
  )
}
