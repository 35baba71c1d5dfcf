import { VisuallyHidden } from '@mantine/core'
import { type Day, formatDay } from '@despatch/domain/calendar/day'
import { type ActiveRange, isInRange } from '@despatch/domain/routing/active-dates/active-dates'
import { memo } from 'react'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { weeksOf } from './calendar-days.ts'
import styles from './year-calendar.module.css'

type MonthGridProps = {
  /** The first day of the month. */
  readonly month: Day
  readonly ranges: readonly ActiveRange[]
  /** The selected range. */
  readonly chosen: ActiveRange | undefined
  /** The range that would be added. */
  readonly preview: ActiveRange | undefined
  readonly today: Day
  /** The day with the keyboard cursor, if it is in this month; undefined if nothing can be picked. */
  readonly cursor: Day | undefined
  readonly canPick: boolean
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month of the calendar; active days are filled and underlined. */
export const MonthGrid = memo(function MonthGrid(props: MonthGridProps) {
  const { month } = props
  return (
    <table className={styles.month}>
      <caption>{monthName.format(new Date(`${month}T00:00:00Z`))}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.charAt(0)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, index) => (
              <td key={day ?? index}>{day && <DayCell day={day} {...props} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

function DayCell({ day, ranges, chosen, preview, today, cursor, canPick }: MonthGridProps & { readonly day: Day }) {
  const range = ranges.find((one) => isInRange(one, day))
  const isChosen = chosen !== undefined && isInRange(chosen, day)
  const marks = {
    className: styles.day,
    'data-day': day,
    'data-active': range ? true : undefined,
    'data-first': range?.from === day || undefined,
    'data-last': range?.to === day || undefined,
    'data-chosen': isChosen || undefined,
    'data-preview': (preview && isInRange(preview, day)) || undefined,
    'aria-current': day === today ? ('date' as const) : undefined,
  }
  const text = Number(day.slice(8))
  const words = formatDay(day) + (range ? ', active' : '') + (isChosen ? ', chosen' : '')
  if (!canPick)
    return (
      <span {...marks}>
        {text}
        {range && <VisuallyHidden> active</VisuallyHidden>}
      </span>
    )
  return (
    <button type="button" {...marks} aria-label={words} tabIndex={cursor === day ? 0 : -1}>
      {text}
    </button>
  )
}
