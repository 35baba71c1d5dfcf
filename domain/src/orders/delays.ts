import { ACTIONABLE_STATUSES, type OrderStatus } from './order-status.ts'

type DelayFacts = {
  readonly title: string
  /** Description of the view. */
  readonly holds: string
  readonly statuses: readonly OrderStatus[]
  /** Whether the despatch day must have passed, Europe/London. */
  readonly isPastDay: boolean
  /** Whether goods must be known not to have been sent, in an order that is not closed short; see `notSent`. */
  readonly isUnsent: boolean
}

/**
 * How an order can be late: one definition for lists, views and Home. The despatch day already accounts for the
 * client's working days and cut-off time, so it has passed on the next calendar day.
 */
export const DELAYS = {
  pastDespatch: {
    title: 'Overdue',
    holds: 'New, released or suspended, and past its despatch date',
    statuses: ACTIONABLE_STATUSES,
    isPastDay: true,
    isUnsent: false,
  },
  pickingLate: {
    title: 'Overdue in picking',
    holds: 'Being picked or packed, and past its despatch date',
    statuses: ['P', 'K'],
    isPastDay: true,
    isUnsent: false,
  },
  partSent: {
    title: 'Part-sent',
    holds: 'Despatched with some units not sent; excludes orders closed short',
    statuses: ['D'],
    isPastDay: false,
    isUnsent: true,
  },
} as const satisfies Record<string, DelayFacts>

export type Delay = keyof typeof DELAYS
export const DELAY_CODES = Object.keys(DELAYS) as [Delay, ...Delay[]]

/** Statuses of a work list: those of the delay, or those of orders to act on, limited to the requested ones. */
export function workStatuses(delay: Delay | undefined, requested: readonly OrderStatus[] = []): readonly OrderStatus[] {
  const all: readonly OrderStatus[] = delay ? DELAYS[delay].statuses : ACTIONABLE_STATUSES
  return requested.length > 0 ? all.filter((status) => requested.includes(status)) : all
}
