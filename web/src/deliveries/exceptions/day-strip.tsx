import { addDays, formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { type ExceptionsSearch, exceptionDaysQuery, exceptionOrdersAddress } from './exception-queries.ts'
import styles from './day-strip.module.css'

/** Days that fit and can be told apart. */
const MAX_DAYS = 31

type DayStripProps = { readonly search: ExceptionsSearch; readonly client: string }

/** Late parcels by promised day; each day links to its parcels. Renders nothing until they are counted. */
export function DayStrip({ search, client }: DayStripProps) {
  const { data = [] } = useQuery(exceptionDaysQuery(search, client))
  const last = data.at(-1)?.day
  if (last === undefined || data.length < 2) return null
  const first = addDays(last, 1 - MAX_DAYS)
  const shown = data.filter(({ day }) => day >= first)
  const countOf = new Map(shown.map(({ day, parcels }) => [day, parcels]))
  const begin = shown[0]?.day ?? first
  const days: string[] = []
  for (let day = begin; day <= last; day = addDays(day, 1)) days.push(day)
  const maxParcels = Math.max(...shown.map(({ parcels }) => parcels))
  const earlierParcels = data.reduce((sum, { day, parcels }) => (day < first ? sum + parcels : sum), 0)
  return (
    <section className={styles.strip} aria-label="By the day promised">
      <h2 className={styles.title}>
        By the day promised{earlierParcels > 0 && <small>, and {formatCount(earlierParcels)} from days before</small>}
      </h2>
      <ol className={styles.days}>
        {days.map((day) => {
          const parcels = countOf.get(day) ?? 0
          return (
            <li key={day} className={styles.day} data-weekend={weekday(day) >= 5 || undefined}>
              {parcels > 0 && (
                <ScreenLink
                  to={exceptionOrdersAddress({ ...search, promised: day })}
                  className={styles.link ?? ''}
                  aria-label={`${formatCount(parcels)} ${parcels === 1 ? 'parcel' : 'parcels'} promised for ${formatDayShort(day)}`}
                >
                  <span className={styles.count}>{formatCount(parcels)}</span>
                  <span className={styles.bar} style={{ height: `${Math.max(6, (parcels / maxParcels) * 100)}%` }} />
                </ScreenLink>
              )}
              <span className={styles.date}>{labelOf(day, day === begin)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** '5', with the month below the first day of each month. */
function labelOf(day: string, isFirst: boolean): string {
  const [date = '', month = ''] = formatDayShort(day).split(' ')
  return isFirst || date === '1' ? `${date}\n${month}` : date
}
