import { ActionIcon } from '@mantine/core'
import { type Day, isDay } from '@despatch/domain/calendar/day'
import type { ActiveRange } from '@despatch/domain/routing/active-dates/active-dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, type SyntheticEvent, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addMonths, dayByKey, FIRST_YEAR, LAST_YEAR, monthsOf, yearOf } from './calendar-days.ts'
import { MonthGrid } from './month-grid.tsx'
import styles from './year-calendar.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'

export type CalendarHandle = {
  /** Focuses the day that last had the keyboard cursor. */
  focus(): void
}

type YearCalendarProps = {
  /** The label for screen readers. */
  readonly label: string
  readonly ranges: readonly ActiveRange[]
  readonly chosen?: ActiveRange | undefined
  /** The range that picking a day would make, while picking. */
  readonly previewOf?: ((day: Day) => ActiveRange) | undefined
  /** Called with the picked day; without it the calendar is read-only. */
  readonly onPick?: (day: Day) => void
  readonly handle?: Ref<CalendarHandle>
}

/** A calendar of a year. Days are picked with the mouse, or with the arrow keys and Enter. */
export function YearCalendar({ label, ranges, chosen, previewOf, onPick, handle }: YearCalendarProps) {
  const today = operatorToday()
  const [cursor, setCursor] = useState(today)
  const [pointed, setPointed] = useState<Day>()
  const months = useRef<HTMLDivElement>(null)
  const year = yearOf(cursor)
  useImperativeHandle(handle, () => ({ focus: () => focusDay(cursor) }))

  function focusDay(day: Day) {
    months.current?.querySelector<HTMLElement>(`button[data-day="${day}"]`)?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = dayByKey(cursor, event.key, event.shiftKey)
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The day may be in a year that is not rendered yet.
    flushSync(() => setCursor(to))
    setPointed(to)
    focusDay(to)
  }
  const preview = previewOf?.(pointed && yearOf(pointed) === year ? pointed : cursor)
  const turn = (years: number) => setCursor(addMonths(cursor, years * 12))

  return (
    <section aria-label={label} className={styles.calendar}>
      <div className={styles.yearRow}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Year before, ${year - 1}`}
          disabled={year <= FIRST_YEAR}
          onClick={() => turn(-1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <h2 className={styles.year} aria-live="polite">
          {year}
        </h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Year after, ${year + 1}`}
          disabled={year >= LAST_YEAR}
          onClick={() => turn(1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
        <ul className={styles.legend} aria-hidden>
          <li data-of="active">Active</li>
          <li data-of="today">Today</li>
        </ul>
      </div>
      {/* The keys belong to the buttons inside, of which one at a time is focusable. */}
      <div
        ref={months}
        className={styles.months}
        {...(onPick && {
          onKeyDown,
          onClick: (event: SyntheticEvent) => {
            const day = dayAt(event)
            if (!day) return
            setCursor(day)
            onPick(day)
          },
          onMouseOver: (event: SyntheticEvent) => setPointed(dayAt(event)),
          onFocus: (event: SyntheticEvent) => setPointed(dayAt(event)),
        })}
      >
        {monthsOf(year).map((month) => (
          <MonthGrid
            key={month}
            month={month}
            ranges={ranges}
            chosen={chosen}
            preview={inMonth(preview, month)}
            today={today}
            cursor={onPick && cursor.slice(0, 7) === month.slice(0, 7) ? cursor : undefined}
            canPick={onPick !== undefined}
          />
        ))}
      </div>
    </section>
  )
}

/** The part of a range that concerns a month, so that other months are not rendered again. */
function inMonth(range: ActiveRange | undefined, month: Day): ActiveRange | undefined {
  const key = month.slice(0, 7)
  const isApart = !range || range.from.slice(0, 7) > key || (range.to !== null && range.to.slice(0, 7) < key)
  return isApart ? undefined : range
}

function dayAt({ target }: SyntheticEvent): Day | undefined {
  const day = target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined
  return day !== undefined && isDay(day) ? day : undefined
}
