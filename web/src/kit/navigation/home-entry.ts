import type { HomeCount } from '@despatch/contract/route/home'

/** The list of the items that a number on Home counts. */
type HomeList = {
  readonly address: string
  /** The list of the urgent ones. */
  readonly urgentAddress?: string
}

/** A number on Home: items that wait, and their list. The server sends counts only to users who may act on the items. */
export type HomeEntry = {
  /** The name of the server's count. */
  readonly count: HomeCount['name']
  /** Lowest first: below 10 if tomorrow is too late, below 20 if it costs money. */
  readonly rank: number
  /** What the number counts: 'orders to release'. */
  readonly label: (count: number) => string
  /** Text for the urgent ones: '12 go today'. */
  readonly urgent?: (urgent: number) => string
  /** Text for the moment by which the first of them must be done. `now` in milliseconds since 1970. */
  readonly deadline?: (by: string, now: number) => string
  /** Hidden if Home has this other number, which counts the same in other units. */
  readonly unless?: HomeCount['name']
  /** All items are already late, as overdue refunds are: the number is always highlighted. */
  readonly isLate?: true
  /** Its urgent items are late: with any, the whole row is. */
  readonly isLateIfUrgent?: true
} & (
  | (HomeList & {
      /** The same list on another screen, for users who may not open the first. */
      readonly otherwise?: HomeList
    })
  | {
      /** Opens the list if it is not a screen. */
      readonly onOpen: () => void
    }
)
