import type { HomeCount } from '@despatch/contract/route/home'

/** A list that has what a number of Home counts. */
type HomePlace = {
  readonly address: string
  /** The list of those that are worse than the others, where there is one. */
  readonly urgentAddress?: string
}

/** A number of Home: what waits, and the list that has it. The server says how many, and tells only who may act on them. */
export type HomeEntry = {
  /** As the server's count is named. */
  readonly count: HomeCount['name']
  /** Worst first: what cannot be made good tomorrow is below 10, what costs money below 20. */
  readonly rank: number
  /** What the number counts: 'orders to release'. */
  readonly label: (count: number) => string
  /** What is said of those that are worse than the others: '12 go today'. */
  readonly urgent?: (urgent: number) => string
  /** Left out beside this other number, which counts the same in other units. */
  readonly unless?: HomeCount['name']
  /** Whether all of it is past its time already, as overdue refunds are: it stands out whatever its number. */
  readonly isLate?: true
} & (
  | (HomePlace & {
      /** The same list on another screen, for those who may not open the first. */
      readonly otherwise?: HomePlace
    })
  | {
      /** Shows the list that has them, where it is no screen. */
      readonly onOpen: () => void
    }
)
