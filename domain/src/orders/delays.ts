import { ACTIONABLE_STATUSES, type OrderStatus } from './order-status.ts'

type DelayFacts = {
  readonly title: string
  /** What it holds, in words. */
  readonly holds: string
  readonly statuses: readonly OrderStatus[]
  /** Whether the despatch day has to be over: the operator's today is later. */
  readonly isPastDay: boolean
  /** Whether some of its pieces are known not to have been sent, and nobody has closed it short: `notSent` says what is known. */
  readonly isUnsent: boolean
}

/**
 * How an order may be behind: one definition for lists, views and Home. An order's despatch day follows from the client's
 * working days and the cut-off time when it is created, so it is over on the next day, whichever day that is.
 */
export const DELAYS = {
  pastDespatch: {
    title: 'Past despatch day',
    holds: 'New, released or suspended, and its despatch day is over',
    statuses: ACTIONABLE_STATUSES,
    isPastDay: true,
    isUnsent: false,
  },
  pickingLate: {
    title: 'Picking past despatch day',
    holds: 'Being picked or packed, and its despatch day is over',
    statuses: ['P', 'K'],
    isPastDay: true,
    isUnsent: false,
  },
  partSent: {
    title: 'Part-sent',
    holds: 'Despatched, and some of its pieces have not been sent; orders that are closed short are left out',
    statuses: ['D'],
    isPastDay: false,
    isUnsent: true,
  },
} as const satisfies Record<string, DelayFacts>

export type Delay = keyof typeof DELAYS
export const DELAY_CODES = Object.keys(DELAYS) as [Delay, ...Delay[]]

/** The statuses that a list of work shows: of orders that something may still be done to, or of those with a delay; of these, the ones asked for. */
export function workStatuses(delay: Delay | undefined, asked: readonly OrderStatus[] = []): readonly OrderStatus[] {
  const all: readonly OrderStatus[] = delay ? DELAYS[delay].statuses : ACTIONABLE_STATUSES
  return asked.length > 0 ? all.filter((status) => asked.includes(status)) : all
}
