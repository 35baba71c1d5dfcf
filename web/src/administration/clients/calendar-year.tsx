import { Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { clientCalendar } from '@despatch/contract/administration/clients/client'
import { clients as calls } from '@despatch/contract/administration/clients/clients'
import { formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { type ClientCalendar, type UpcomingDay } from '@despatch/domain/administration/clients/client-calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import recordStyles from '../../kit/form/record.module.css'
import { TableProblem } from '../../kit/list/table-states.tsx'
import styles from './clients.module.css'

const DEBOUNCE_MS = 250
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

type CalendarYearProps = {
  /** With unsaved changes. */
  readonly calendar: ClientCalendar
  /** Marks a holiday of the set as worked or not; undefined if the calendar cannot be changed. */
  readonly onWork?: ((day: string, isWorked: boolean) => void) | undefined
}

/** Previews the next year of a calendar: its days off, and the holidays worked. */
export function CalendarYear({ calendar, onWork }: CalendarYearProps) {
  const text = JSON.stringify({ ...calendar, closed: calendar.closed.filter(isComplete) })
  const [settledText] = useDebouncedValue(text, DEBOUNCE_MS)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['clients', 'calendar-preview', settledText],
    queryFn: ({ signal }) =>
      call(calls.calendarPreview, { body: { calendar: clientCalendar.parse(JSON.parse(settledText)) } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <div className={styles.year} aria-busy={isFetching || settledText !== text}>
      <h3>The coming year</h3>
      {error ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : !data ? (
        <p className={recordStyles.remark}>Loading…</p>
      ) : data.days.length === 0 ? (
        <p className={recordStyles.remark}>No days off except weekends.</p>
      ) : (
        <Days days={data.days} worked={calendar.worked} onWork={onWork} />
      )}
      {calendar.holidays !== '' && (
        <p className={recordStyles.remark}>Published public holidays. Add one-off holidays as your own days.</p>
      )}
    </div>
  )
}

/** Whether a line is complete; others are left out of the preview. */
const isComplete = (line: ClientCalendar['closed'][number]) => clientCalendar.shape.closed.safeParse([line]).success

type DaysProps = Pick<CalendarYearProps, 'onWork'> & {
  readonly days: readonly UpcomingDay[]
  readonly worked: readonly string[]
}

function Days({ days, worked, onWork }: DaysProps) {
  const hasSet = days.some(({ isOwn }) => !isOwn)
  return (
    <table className={styles.children} aria-label="Days off in the coming year">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">What it is</th>
          {hasSet && <th scope="col">Working day</th>}
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, name, isOwn }) => (
          <tr key={day}>
            <td>
              <time dateTime={day}>{`${WEEKDAYS[weekday(day)]} ${formatDayShort(day)}`}</time>
            </td>
            <td>{name}</td>
            {hasSet && (
              <td>
                {!isOwn &&
                  (onWork ? (
                    <Checkbox
                      aria-label={`${name}, ${formatDayShort(day)}, is a working day`}
                      checked={worked.includes(day)}
                      onChange={(event) => onWork(day, event.currentTarget.checked)}
                    />
                  ) : worked.includes(day) ? (
                    'Yes'
                  ) : (
                    'No'
                  ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
