import { compareNames } from '@despatch/domain/text/compare-names'
import { NO_CALENDAR } from '@despatch/domain/administration/clients/client-calendar'
import { HOLIDAY_SETS, holidaySetTitle } from '@despatch/domain/administration/clients/holiday-sets'
import recordStyles from '../../kit/form/record.module.css'
import { CalendarYear } from './calendar-year.tsx'
import type { ClientForm } from './client-values.ts'
import styles from './clients.module.css'
import { OwnDays } from './own-days.tsx'
import { SearchSelect } from '../../kit/ui/search-select.tsx'

const option = (code: string) => ({ value: code, label: holidaySetTitle(code) })
const isOfTheKingdom = (code: string) => code.startsWith('GB-')
const SETS = [
  { group: 'None', items: [{ value: '', label: 'None (weekends only)' }] },
  { group: 'United Kingdom', items: HOLIDAY_SETS.filter(isOfTheKingdom).map(option) },
  {
    group: 'Other countries',
    items: HOLIDAY_SETS.filter((code) => !isOfTheKingdom(code))
      .map(option)
      .toSorted((one, other) => compareNames(one.label, other.label)),
  },
]

/** What changing the calendar affects. */
export const CALENDAR_TEXT =
  'No despatch or delivery on these days or at weekends. Existing orders and parcels keep their dates.'

/** Edits a client's calendar: a published holiday set, and days of its own. */
export function CalendarField({ form }: { readonly form: ClientForm }) {
  const calendar = form.useWatchValue('calendar') ?? { ...NO_CALENDAR, closed: [], worked: [] }
  const { holidays, closed, worked } = calendar
  const set = (part: Partial<typeof calendar>) => form.setFieldValue('calendar', { ...calendar, ...part })
  return (
    <section className={recordStyles.section} data-path="calendar" aria-label="Calendar">
      <h2>Calendar</h2>
      <p className={recordStyles.remark}>{CALENDAR_TEXT}</p>
      <SearchSelect
        className={styles.holidays ?? ''}
        data-path="calendar.holidays"
        label="Public holidays of"
        data={SETS}
        value={holidays}
        error={form.errors['calendar.holidays']}
        // Worked holidays belong to the previous set.
        onChange={(code) => code !== null && code !== holidays && set({ holidays: code, worked: [] })}
        allowDeselect={false}
        nothingFoundMessage="No country found"
      />
      <OwnDays form={form} closed={closed} onChange={(lines) => set({ closed: lines })} />
      {form.errors['calendar.worked'] && (
        <p role="alert" className={styles.error}>
          {form.errors['calendar.worked']}
        </p>
      )}
      <CalendarYear
        calendar={calendar}
        onWork={(day, isWorked) =>
          set({ worked: isWorked ? [...worked, day].toSorted() : worked.filter((one) => one !== day) })
        }
      />
    </section>
  )
}
