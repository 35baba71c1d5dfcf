import { lateGroupText, MOST_DAYS_LATE } from '@despatch/domain/deliveries/parcels/days-late'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { formatCount } from '@despatch/domain/money/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import styles from './late-ages.module.css'
import { LATE_GROUPS, lateAgesQuery, type ParcelFilter, type StatusSearch } from './parcel-queries.ts'

type LateAgesProps = {
  readonly filter: ParcelFilter
  readonly state: DeliveryState[]
  readonly chosen: StatusSearch['daysLate']
  readonly onChoose: (daysLate: StatusSearch['daysLate']) => void
}

/** How late the late parcels are: a bar for each number of days. A bar shows its parcels, and once more all. */
export function LateAges({ filter, state, chosen, onChoose }: LateAgesProps) {
  const { data = [] } = useQuery({ ...lateAgesQuery(filter, state), placeholderData: keepPreviousData })
  const countOf = new Map(data.map(({ daysLate, parcels }) => [`${daysLate}`, parcels]))
  const most = Math.max(...countOf.values())
  if (data.length === 0) return null
  return (
    <section className={styles.ages} aria-label="Late parcels by days late">
      {LATE_GROUPS.map((days) => {
        const count = countOf.get(days) ?? 0
        return (
          <button
            key={days}
            type="button"
            className={styles.age}
            aria-label={`${lateGroupText(Number(days))}: ${formatCount(count)} ${count === 1 ? 'parcel' : 'parcels'}`}
            aria-pressed={chosen === days}
            disabled={count === 0}
            onClick={() => onChoose(chosen === days ? '' : (days as StatusSearch['daysLate']))}
          >
            <span className={styles.count}>{count > 0 && formatCount(count)}</span>
            <span className={styles.room}>
              <span className={styles.bar} style={{ height: `${(count / most) * 100}%` }} />
            </span>
            <span className={styles.days}>{labelOf(Number(days))}</span>
          </button>
        )
      })}
    </section>
  )
}

/** '1 day', '2', '10+': the unit is on the first only. */
const labelOf = (days: number) => (days === 1 ? '1 day' : days >= MOST_DAYS_LATE ? `${days}+` : `${days}`)
