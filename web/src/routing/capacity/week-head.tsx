import type { CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import { formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { usedText, UseBar } from './use-bar.tsx'
import styles from './capacity.module.css'
import { WEEKDAYS } from './capacity-values.ts'

type WeekHeadProps = {
  /** Today and the six days after it. */
  readonly use: CarrierCapacity['use']
  /** The limit of a day: the form's, or else the current one. */
  readonly limitOn: (day: string) => number | null
}

/** The heads of the seven days, each with its next date and usage. */
export function WeekHead({ use, limitOn }: WeekHeadProps) {
  return WEEKDAYS.map((name, slot) => {
    const next = use.find(({ day }) => weekday(day) === slot)
    const isToday = next !== undefined && next === use[0]
    return (
      <th key={name} scope="col" data-today={isToday || undefined} title={next && capacityUseText(next)}>
        <span className={styles.weekday}>
          {name} {next && <span className={styles.date}>{isToday ? 'today' : shortDay(next.day)}</span>}
        </span>
        {next && <UseBar used={next.used} limit={limitOn(next.day)} />}
      </th>
    )
  })
}

/** '24 Nov'. */
const shortDay = (day: string) => formatDayShort(day).split(' ').slice(0, 2).join(' ')

/** The usage of a day against the current limit: '312 of 500 on Tue 24 Nov'. */
function capacityUseText({ day, used, limit }: CarrierCapacity['use'][number]): string {
  return `${usedText({ used, limit })} on ${WEEKDAYS[weekday(day)]} ${shortDay(day)}(saved limit)`
}
