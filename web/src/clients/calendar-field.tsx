import { Select, TextInput } from '@mantine/core'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { MOST_CLOSED_IN_A_ROW, NO_CALENDAR } from '@despatch/domain/clients/client-calendar'
import { HOLIDAY_SETS, holidaySetTitle } from '@despatch/domain/clients/holiday-sets'
import { DayField } from '../form/day-field.tsx'
import recordStyles from '../form/record.module.css'
import { AddRow, RemoveRow } from '../form/row-buttons.tsx'
import { CalendarYear } from './calendar-year.tsx'
import type { ClientForm } from './client-values.ts'
import styles from './clients.module.css'

/** The contract's most. */
const MOST = 100

const option = (code: string) => ({ value: code, label: holidaySetTitle(code) })
const isOfTheKingdom = (code: string) => code.startsWith('GB-')
const SETS = [
  { group: 'None', items: [{ value: '', label: 'None: Saturday and Sunday alone' }] },
  { group: 'United Kingdom', items: HOLIDAY_SETS.filter(isOfTheKingdom).map(option) },
  {
    group: 'Other countries',
    items: HOLIDAY_SETS.filter((code) => !isOfTheKingdom(code))
      .map(option)
      .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  },
]

/** What a change of the calendar does, and what it leaves. */
export const CALENDAR_WORDS =
  'On these days, and on Saturday and Sunday, nothing is despatched or delivered for the client. A change acts on what is despatched and promised from then on: orders keep the day, and parcels the promise, that they have.'

/** The days on which nothing is despatched or delivered for a client: published holidays, and days of its own. */
export function CalendarField({ form }: { readonly form: ClientForm }) {
  const calendar = form.useWatchValue('calendar') ?? { ...NO_CALENDAR, closed: [], worked: [] }
  const { holidays, closed, worked } = calendar
  const set = (part: Partial<typeof calendar>) => form.setFieldValue('calendar', { ...calendar, ...part })
  const setRow = (index: number, part: Partial<(typeof closed)[number]>, field: keyof (typeof closed)[number]) => {
    set({ closed: closed.map((row, at) => (at === index ? { ...row, ...part } : row)) })
    form.clearFieldError(`calendar.closed.${index}.${field}`)
  }
  const errorOf = (path: string) => form.errors[`calendar.${path}`]
  return (
    <section className={recordStyles.section} data-path="calendar" aria-label="Calendar">
      <h2>Calendar</h2>
      <p className={recordStyles.remark}>{CALENDAR_WORDS}</p>
      <Select
        className={styles.holidays ?? ''}
        data-path="calendar.holidays"
        label="Public holidays of"
        data={SETS}
        value={holidays}
        error={errorOf('holidays')}
        // What is worked are days of the set before.
        onChange={(code) => code !== null && code !== holidays && set({ holidays: code, worked: [] })}
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        nothingFoundMessage="No country is called that"
      />
      {closed.length > 0 && (
        <table className={styles.children} aria-label="Days of its own">
          <thead>
            <tr>
              <th scope="col">First day</th>
              <th scope="col">Last day</th>
              <th scope="col">What they are</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {closed.map(({ from, to, name }, index) => (
              // A line has no name of its own, and its fields hold no state that must not move with it.
              <tr key={index}>
                <td>
                  <DayField
                    aria-label={`First day of line ${index + 1}`}
                    data-path={`calendar.closed.${index}.from`}
                    value={from}
                    error={errorOf(`closed.${index}.from`)}
                    onChange={(day) =>
                      setRow(index, { from: day, ...((to === '' || to === from) && { to: day }) }, 'from')
                    }
                  />
                </td>
                <td>
                  <DayField
                    aria-label={`Last day of line ${index + 1}`}
                    data-path={`calendar.closed.${index}.to`}
                    {...(isDay(from) && { minDate: from, maxDate: addDays(from, MOST_CLOSED_IN_A_ROW - 1) })}
                    value={to}
                    error={errorOf(`closed.${index}.to`)}
                    onChange={(day) => setRow(index, { to: day }, 'to')}
                  />
                </td>
                <td>
                  <TextInput
                    aria-label={`What the days of line ${index + 1} are`}
                    data-path={`calendar.closed.${index}.name`}
                    placeholder="Stocktaking"
                    autoComplete="off"
                    value={name}
                    error={errorOf(`closed.${index}.name`)}
                    onChange={(event) => setRow(index, { name: event.currentTarget.value }, 'name')}
                  />
                </td>
                <td>
                  <RemoveRow
                    label={`Remove ${name || `line ${index + 1}`}`}
                    onClick={() => set({ closed: closed.filter((_, at) => at !== index) })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(errorOf('closed') ?? errorOf('worked')) && (
        <p role="alert" className={styles.error}>
          {errorOf('closed') ?? errorOf('worked')}
        </p>
      )}
      <AddRow
        label="Add days of its own"
        whyFull={closed.length >= MOST ? 'A calendar has at most 100 lines of its own' : undefined}
        onClick={() => set({ closed: [...closed, { from: '', to: '', name: '' }] })}
      />
      <CalendarYear
        calendar={calendar}
        onWork={(day, isWorked) =>
          set({ worked: isWorked ? [...worked, day].toSorted() : worked.filter((one) => one !== day) })
        }
      />
    </section>
  )
}
