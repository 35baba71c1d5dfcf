import { daysBetween } from '@despatch/domain/calendar/day'
import { ListDay, Status } from '../kit/list/columns/cells.tsx'
import { daysLeftText, SOON_DAYS } from './claim-text.ts'
import styles from './claims.module.css'
import { operatorToday } from '../kit/browser/clock.ts'

type DeadlineProps = {
  readonly day: string
  /** Days from today, if the server returned them. */
  readonly daysLeft?: number
  /** Whether the claim has not been sent yet. */
  readonly isOpen: boolean
}

/** The last day on which the carrier accepts a claim; for an unsent one, the days until then or since. */
export function Deadline({ day, daysLeft, isOpen }: DeadlineProps) {
  const left = daysLeft ?? daysBetween(operatorToday(), day)
  return (
    <span className={styles.deadline}>
      <ListDay day={day} />
      {isOpen && left < SOON_DAYS && <Status meaning="bad">{daysLeftText(left)}</Status>}
    </span>
  )
}
