import type { CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import { daysBetween } from '@despatch/domain/calendar/day'
import { operatorToday } from '../../kit/browser/clock.ts'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import styles from './year-strip.module.css'

const DAYS = 365
const percent = (days: number) => `${(days / DAYS) * 100}%`

type Dates = Pick<CarrierStatus, 'active' | 'activeDates'>

/** The next twelve months of a carrier as a strip, filled on its active dates. Its text is in another column. */
export function YearStrip({ active, activeDates }: Dates) {
  const today = operatorToday()
  // No dates mean always.
  const ranges = activeDates.length === 0 ? [{ from: today, to: null }] : activeDates
  return (
    <span className={styles.strip} data-off={active === 'N' || undefined} aria-hidden>
      {ranges.map(({ from, to }) => {
        const start = Math.max(0, daysBetween(today, from))
        const end = to === null ? DAYS : Math.min(DAYS, daysBetween(today, to) + 1)
        return end > start && <span key={from} style={{ left: percent(start), width: percent(end - start) }} />
      })}
    </span>
  )
}

/** The column of strips, which have one scale in all rows. A row without dates of its own can have a text. */
export const yearColumn = <Row extends object>(datesOf: (row: Row) => Dates | string | undefined): Columns<Row> =>
  columnsOf<Row>().columns([
    columnsOf<Row>().display({
      id: 'year',
      header: 'Next 12 months',
      size: 190,
      meta: { min: 150 },
      cell: ({ row: { original } }) => {
        const dates = datesOf(original)
        return typeof dates === 'object' ? <YearStrip {...dates} /> : <span className={styles.varies}>{dates}</span>
      },
    }),
  ])
