import { daysBetween } from '@despatch/domain/calendar/day'
import { DayText, Status } from '../kit/list/columns/cells.tsx'
import { daysLeftText } from './claim-text.ts'
import styles from './claims.module.css'
import { operatorToday } from '../kit/browser/clock.ts'

/** Days that are left, from which on a deadline is told. */
const SOON = 7

type DeadlineProps = {
  readonly day: string
  /** How many days that is from today, where the server said so. */
  readonly daysLeft?: number
  /** Whether the carrier has still to be sent the claim. */
  readonly isOpen: boolean
}

/** The last day on which the carrier takes a claim; how near or how long past, where it was not sent. */
export function Deadline({ day, daysLeft, isOpen }: DeadlineProps) {
  const left = daysLeft ?? daysBetween(operatorToday(), day)
  return (
    <span className={styles.deadline}>
      <DayText day={day} />
      {isOpen && left < SOON && <Status meaning="bad">{daysLeftText(left)}</Status>}
    </span>
  )
}
